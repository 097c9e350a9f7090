import * as z from 'zod';

type Schema = Readonly<Record<string, unknown>>;

/** One property of a schema, however deep: `rows.memberId` is that of each row. A key of a map is written `{key}`. */
interface Place {
  readonly path: string;
  readonly name: string;
  readonly schema: Schema;
  /** The properties beside it. */
  readonly beside: readonly string[];
}

/** Every place of a value that the schema names, lists and alternatives looked through. */
export function placesIn(type: z.core.$ZodType, io: 'input' | 'output' = 'output'): string[] {
  return [...new Set(walk(type, io).map(({ path }) => path))];
}

/** The places of a value that hold the id of a member: by their name, as the key of a map, or as the id of an account. */
export function membersNamedIn(type: z.core.$ZodType, io: 'input' | 'output' = 'output'): string[] {
  const places = walk(type, io).filter(({ path, name, schema, beside }) => {
    if (name === '{key}') return true;
    if (name === 'id') return beside.includes('roles') || isPerson(path.split('.').at(-2) ?? '');
    return isPersonsId(name) || (isPerson(name) && isUuid(schema));
  });
  return [...new Set(places.map(({ path }) => path))];
}

const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[_-]/);

/** The places of a value that hold numbers. The value of a map stands at `{key}`. */
export function numbersIn(type: z.core.$ZodType): string[] {
  return [...new Set(walk(type, 'output').flatMap(({ path, schema }) => (isNumber(schema) ? path : [])))];
}

const isNumber = ({ type, anyOf, oneOf }: Schema): boolean =>
  type === 'number' ||
  type === 'integer' ||
  (Array.isArray(type) && (type.includes('number') || type.includes('integer'))) ||
  [anyOf, oneOf].flat().some((one) => one !== undefined && isNumber(one as Schema));

/** `patient`, `assignedUser`, `members`. */
const isPerson = (name: string): boolean => /^(user|patient|member|subject)s?$/.test(wordsOf(name).at(-1) ?? '');

/** `userId`, `assigned_user_ids`, `patientUuid`, `healthId`. */
function isPersonsId(name: string): boolean {
  const words = wordsOf(name);
  if (!/^(uu)?ids?$/.test(words.at(-1) ?? '')) return /^(user|patient|member|subject|health)(uu)?ids?$/.test(words.at(-1) ?? '');
  return words.at(-2) === 'health' || isPerson(words.at(-2) ?? '');
}

/** An id, or a list of ids. */
function isUuid(schema: Schema): boolean {
  if (schema.format === 'uuid') return true;
  const inner = [schema.items, schema.anyOf, schema.oneOf].flat().filter((one) => one !== undefined);
  return inner.some((one) => isUuid(one as Schema));
}

function walk(type: z.core.$ZodType, io: 'input' | 'output'): Place[] {
  const root = z.toJSONSchema(type, { io, unrepresentable: 'any' }) as Schema;
  const defs = (root.$defs ?? {}) as Record<string, Schema>;
  const places: Place[] = [];
  const look = (schema: unknown, path: readonly string[], within: readonly string[]): void => {
    if (Array.isArray(schema)) for (const one of schema) look(one, path, within);
    if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return;
    const { $ref, properties = {}, propertyNames, additionalProperties, items, prefixItems, anyOf, oneOf, allOf } = schema as Schema;
    const found: Record<string, Schema> = { ...(properties as Record<string, Schema>) };
    // A type that holds itself is looked at once.
    if (typeof $ref === 'string' && !within.includes($ref)) look(defs[$ref.slice('#/$defs/'.length)], path, [...within, $ref]);
    const isMap = typeof additionalProperties === 'object' && additionalProperties !== null;
    if ((propertyNames as Schema | undefined)?.format === 'uuid') found['{key}'] = isMap ? (additionalProperties as Schema) : {};
    else if (isMap) places.push({ path: [...path, '{key}'].join('.'), name: 'value', schema: additionalProperties as Schema, beside: [] });
    for (const [name, one] of Object.entries(found)) {
      places.push({ path: [...path, name].join('.'), name, schema: one, beside: Object.keys(found) });
      look(one, [...path, name], within);
    }
    for (const inner of [additionalProperties, items, prefixItems, anyOf, oneOf, allOf]) look(inner, path, within);
  };
  look(root, [], []);
  return places;
}
