import type { Endpoint } from '@vigil/contract';
import * as z from 'zod';

type Schema = Record<string, unknown>;

/** A value that the schema lets through, made from its JSON Schema: enough for a call to be judged on who makes it. */
export function sampleOf(schema: z.core.$ZodType | undefined): unknown {
  if (!schema) return undefined;
  const { $defs, ...root } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;
  return sample(root, ($defs ?? {}) as Record<string, Schema>);
}

function sample(schema: Schema, defs: Record<string, Schema>): unknown {
  if (typeof schema.$ref === 'string') return sample(defs[schema.$ref.slice('#/$defs/'.length)] ?? {}, defs);
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.examples)) return schema.examples[0];
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const either = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
  if (either?.[0]) return sample(either[0], defs);
  if (schema.type === 'object') {
    const required = (schema.required ?? []) as string[];
    const properties = (schema.properties ?? {}) as Record<string, Schema>;
    return Object.fromEntries(required.map((name) => [name, sample(properties[name] ?? {}, defs)]));
  }
  if (schema.type === 'array') return schema.items ? [sample(schema.items as Schema, defs)] : [];
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1;
  if (schema.type === 'boolean') return true;
  if (schema.format === 'uuid') return '00000000-0000-4000-8000-000000000000';
  return 'sample';
}

/** The address of a call, with the parameters given and the rest made up. */
export function addressOf(endpoint: Endpoint, params: Record<string, string>): string {
  const made = (sampleOf(endpoint.params) ?? {}) as Record<string, unknown>;
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? String(made[name])));
  const query = (sampleOf(endpoint.query) ?? {}) as Record<string, unknown>;
  const search = new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])).toString();
  return search ? `${path}?${search}` : path;
}
