import type { Endpoint } from '@vigil/contract';
import * as z from 'zod';

type Schema = Record<string, unknown>;

/** A value at a place, as the contract writes places: `rows.memberId`. */
interface Put {
  readonly path: readonly string[];
  readonly value: unknown;
}

/**
 * A value that the schema lets through, made from its JSON Schema: enough for a call to be judged on who makes it. What is put at
 * a place stands there, whether or not the schema needs it.
 */
export function sampleOf(schema: z.core.$ZodType | undefined, put: Readonly<Record<string, unknown>> = {}): unknown {
  if (!schema) return undefined;
  const { $defs, ...root } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;
  const places = Object.entries(put).map(([place, value]) => ({ path: place.split('.'), value }));
  return sample(root, ($defs ?? {}) as Record<string, Schema>, places);
}

function sample(schema: Schema, defs: Record<string, Schema>, put: readonly Put[] = []): unknown {
  if (typeof schema.$ref === 'string') return sample(defs[schema.$ref.slice('#/$defs/'.length)] ?? {}, defs, put);
  const here = put.find(({ path }) => path.length === 0);
  if (here && schema.type !== 'array') return here.value;
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.examples)) return schema.examples[0];
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const either = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
  if (either?.[0]) return sample(either[0], defs, put);
  if (schema.type === 'array') return schema.items ? [sample(schema.items as Schema, defs, put)] : [];
  if (schema.type === 'object' || put.length > 0) {
    const required = (schema.required ?? []) as string[];
    const properties = (schema.properties ?? {}) as Record<string, Schema>;
    const names = new Set([...required, ...put.flatMap(({ path }) => path[0] ?? [])]);
    const within = (name: string) => put.flatMap(({ path: [first, ...path], value }) => (first === name ? [{ path, value }] : []));
    return Object.fromEntries([...names].map((name) => [name, sample(properties[name] ?? {}, defs, within(name))]));
  }
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1;
  if (schema.type === 'boolean') return true;
  if (schema.format === 'uuid') return '00000000-0000-4000-8000-000000000000';
  return 'sample';
}

/** The address of a call, with the parameters given and the rest made up. */
export function addressOf(endpoint: Endpoint, params: Record<string, string>, asked: Record<string, string> = {}): string {
  const made = (sampleOf(endpoint.params) ?? {}) as Record<string, unknown>;
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? String(made[name])));
  const query = (sampleOf(endpoint.query, asked) ?? {}) as Record<string, unknown>;
  const search = new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])).toString();
  return search ? `${path}?${search}` : path;
}

/** Where a call takes a number: the place as the contract writes places, and its bounds, both included. */
export interface NumberPlace {
  readonly part: 'params' | 'query' | 'body';
  readonly path: string;
  readonly minimum: number;
  readonly maximum: number;
}

/** Deeper lie only records of other systems. */
const deepestNumber = 5;

export function numbersIn(schema: z.core.$ZodType | undefined, part: NumberPlace['part']): NumberPlace[] {
  if (!schema) return [];
  const { $defs, ...root } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;
  const defs = ($defs ?? {}) as Record<string, Schema>;
  const find = ({ $ref, ...inner }: Schema, path: readonly string[]): NumberPlace[] => {
    if (path.length > deepestNumber) return [];
    if (typeof $ref === 'string') return find(defs[$ref.slice('#/$defs/'.length)] ?? {}, path);
    const either = (inner.anyOf ?? inner.oneOf) as Schema[] | undefined;
    if (either?.[0]) return find(either[0], path);
    if (inner.type === 'array') return find((inner.items ?? {}) as Schema, path);
    if (inner.type === 'object')
      return Object.entries((inner.properties ?? {}) as Record<string, Schema>).flatMap(([name, of]) => find(of, [...path, name]));
    if (inner.type !== 'integer' && inner.type !== 'number') return [];
    const { minimum = -Number.MAX_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER } = inner as Partial<NumberPlace>;
    return [{ part, path: path.join('.'), minimum, maximum }];
  };
  return find(root, []);
}
