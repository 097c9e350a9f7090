import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Endpoint } from '@vigil/contract';
import { defaultBodyLimitBytes, errorsOf, hasBody } from '@vigil/contract';
import { errorStatus } from '@vigil/contract/errors';
import { failure } from '@vigil/contract/shapes';
import * as z from 'zod';
import { accessInWords } from './access-in-words.ts';

type Json = Record<string, unknown>;

export interface OpenApiOptions {
  readonly endpoints: readonly Endpoint[];
  readonly version: string;
  readonly publicUrl: string;
  /** Identity provider of people. */
  readonly issuer: string;
}

const componentRef = '#/components/schemas/';

/**
 * The OpenAPI 3.1 document of the contract, made from the very schemas that calls are checked with. It takes the better part of a second:
 * other requests get their turn after each call that is described.
 */
export async function openApiOf({ endpoints, version, publicUrl, issuer }: OpenApiOptions): Promise<Json> {
  const components = new Map<string, unknown>();
  const schemaOf = (schema: z.core.$ZodType, io: 'input' | 'output') => jsonSchemaOf(schema, io, components);
  const failureSchema = schemaOf(failure, 'output');
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    await nextTurn();
    paths[endpoint.path] ??= {};
    (paths[endpoint.path] as Json)[endpoint.method.toLowerCase()] = operationOf(endpoint, schemaOf, failureSchema);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Vigil',
      version,
      description:
        'Remote patient monitoring. Times are Unix seconds unless a name says otherwise. Calls name their tenant with the headers x-tenant-id and x-tenant-code; without them the host, the token or the only tenant of the caller decides.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: publicUrl }],
    tags: [...new Set(endpoints.map((endpoint) => endpoint.service))].map((name) => ({ name })),
    paths,
    components: {
      schemas: Object.fromEntries([...components].sort(([a], [b]) => a.localeCompare(b))),
      securitySchemes: {
        person: {
          type: 'openIdConnect',
          openIdConnectUrl: `${issuer}/.well-known/openid-configuration`,
          description: 'Access token of a signed-in person (authorisation code with PKCE), valid for 900 seconds.',
        },
        device: {
          type: 'oauth2',
          description: 'A band or another device with its own client credentials. It may send readings for its member and nothing else.',
          flows: { clientCredentials: { tokenUrl: `${publicUrl}/idp/token`, scopes: {} } },
        },
      },
    },
  };
}

function operationOf(endpoint: Endpoint, schemaOf: (schema: z.core.$ZodType, io: 'input' | 'output') => Json, failureSchema: Json): Json {
  const rule = endpoint.access;
  const security = rule.kind === 'anyone' ? [] : [{ person: [] }, ...('device' in rule && rule.device ? [{ device: [] }] : [])];
  return {
    operationId: endpoint.id,
    tags: [endpoint.service],
    summary: endpoint.summary,
    description: accessInWords(rule),
    'x-access': { ...rule, words: accessInWords(rule) },
    security,
    parameters: [
      ...parametersOf(endpoint.params && schemaOf(endpoint.params, 'input'), 'path'),
      ...parametersOf(endpoint.query && schemaOf(endpoint.query, 'input'), 'query'),
    ],
    ...requestBodyOf(endpoint, schemaOf),
    responses: { [endpoint.successStatus ?? 200]: answerOf(endpoint, schemaOf), ...failuresOf(endpoint, failureSchema) },
  };
}

function parametersOf(schema: Json | undefined, place: 'path' | 'query'): Json[] {
  const properties = (schema?.properties ?? {}) as Record<string, Json>;
  const required = (schema?.required ?? []) as string[];
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(description === undefined ? {} : { description }),
    schema: rest,
  }));
}

function requestBodyOf(endpoint: Endpoint, schemaOf: (schema: z.core.$ZodType, io: 'input' | 'output') => Json): Json {
  const types = {
    json: ['application/json'],
    fhir: ['application/fhir+json', 'application/json'],
    csv: ['text/csv'],
    bytes: ['application/octet-stream'],
    stream: ['application/octet-stream'],
  };
  const kind = endpoint.bodyKind ?? 'json';
  if (!hasBody(endpoint)) return {};
  const schema = endpoint.body ? schemaOf(endpoint.body, 'input') : { type: 'string', ...(kind === 'csv' ? {} : { format: 'binary' }) };
  const limit = endpoint.bodyLimitBytes ?? defaultBodyLimitBytes;
  return {
    requestBody: {
      required: true,
      description: `At most ${sizeInWords(limit)}, also after unpacking. Content-Encoding gzip, deflate, br and zstd are understood.`,
      content: Object.fromEntries(types[kind].map((type) => [type, { schema }])),
    },
  };
}

function sizeInWords(bytes: number): string {
  const kibibytes = Math.round(bytes / 1024);
  return kibibytes < 1024 ? `${kibibytes} KiB` : `${Math.round(kibibytes / 1024)} MiB`;
}

function answerOf(endpoint: Endpoint, schemaOf: (schema: z.core.$ZodType, io: 'input' | 'output') => Json): Json {
  const schema = schemaOf(endpoint.response, 'output');
  if (endpoint.answer === 'event-stream')
    return {
      description: 'A stream of server-sent events; each `data` is JSON of this shape.',
      content: { 'text/event-stream': { schema } },
    };
  if (endpoint.answer === 'bytes' || endpoint.answer === 'kept-file')
    return { description: 'The file, under its own type.', content: { '*/*': { schema: { type: 'string', format: 'binary' } } } };
  if (endpoint.answer === 'file')
    return {
      description: 'A file.',
      content: { [endpoint.fileType ?? 'application/octet-stream']: { schema: { type: 'string', format: 'binary' } } },
    };
  return { description: 'Done.', content: { [endpoint.service === 'fhir' ? 'application/fhir+json' : 'application/json']: { schema } } };
}

function failuresOf(endpoint: Endpoint, failureSchema: Json): Json {
  const byStatus = Map.groupBy(errorsOf(endpoint), (code): number => errorStatus[code]);
  const content =
    endpoint.service === 'fhir'
      ? { 'application/fhir+json': { schema: { type: 'object', properties: { resourceType: { const: 'OperationOutcome' } } } } }
      : { 'application/json': { schema: failureSchema } };
  const own = endpoint.ownStatuses ?? {};
  const statuses = new Set([...byStatus.keys(), ...Object.keys(own).map(Number)]);
  return Object.fromEntries(
    [...statuses]
      .sort((a, b) => a - b)
      .map((status) => [
        String(status),
        {
          description: [...(byStatus.get(status) ?? []), ...(own[status] ? [own[status]] : [])].join(', '),
          content,
          ...(status === 429 || status === 503
            ? { headers: { 'Retry-After': { description: 'Seconds until a retry makes sense.', schema: { type: 'integer' } } } }
            : {}),
        },
      ]),
  );
}

/** The JSON Schema of one zod schema; named schemas move into the components and are referred to from there. */
function jsonSchemaOf(schema: z.core.$ZodType, io: 'input' | 'output', components: Map<string, unknown>): Json {
  const {
    $schema: _,
    $defs,
    ...root
  } = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: ({ jsonSchema }) => tidy(jsonSchema) }) as Json;
  const defs = ($defs ?? {}) as Record<string, Json>;
  const names = new Map<string, string>();
  for (const name of Object.keys(defs)) names.set(name, nameFor(name, io, defs, components));
  const moved = <T>(value: T): T =>
    JSON.parse(JSON.stringify(value), (key, inner: unknown) =>
      key === '$ref' && typeof inner === 'string' ? componentRef + (names.get(inner.slice('#/$defs/'.length)) ?? inner) : inner,
    ) as T;
  for (const [name, definition] of Object.entries(defs)) components.set(names.get(name) ?? name, moved(definition));
  return moved(root);
}

/** What is sent may be looser than what is answered (defaults): then the two forms of a schema have two names. */
function nameFor(name: string, io: 'input' | 'output', defs: Record<string, Json>, components: Map<string, unknown>): string {
  if (name.startsWith('__'))
    return `Recursive${[...Object.keys(defs)].filter((one) => !one.startsWith('__')).join('')}${name.slice('__schema'.length)}`;
  const same = components.has(name) && io === 'input' && JSON.stringify(components.get(name)) !== JSON.stringify(defs[name]);
  return same ? `${name}Input` : name;
}

/** Patterns that only spell out a format, and the bounds of a safe integer, say nothing to a reader. */
function tidy(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.format !== undefined) delete schema.pattern;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.propertyNames && JSON.stringify(schema.propertyNames) === '{"type":"string"}') delete schema.propertyNames;
}
