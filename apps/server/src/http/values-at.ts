/**
 * The values at a place as the contract writes it, `rows.count`: of each row where a list stands on the way, of each key where it
 * says `{key}`. None where there is nothing at the place.
 */
export function valuesAt(value: unknown, place: string): unknown[] {
  return place
    .split('.')
    .reduce<unknown[]>((found, name) => found.flatMap((one) => valuesWithin(one, name)).flat(Number.POSITIVE_INFINITY), listed(value));
}

const listed = (value: unknown): unknown[] => [value].flat(Number.POSITIVE_INFINITY);

function valuesWithin(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return [];
  if (name === '{key}') return Object.values(value);
  return Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : [];
}
