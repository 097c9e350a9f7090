/** Readers of search parameters: what a person or an old link wrote is used when it makes sense and dropped when it does not. */
type Search = Record<string, unknown>;

export function oneOf<const T extends string>(search: Search, name: string, allowed: readonly T[]): T | undefined {
  return allowed.find((each) => each === search[name]);
}

/** A comma list of known words, in the given order, each once; undefined when none is left. */
export function someOf<const T extends string>(search: Search, name: string, allowed: readonly T[]): readonly T[] | undefined {
  const text = search[name];
  if (typeof text !== 'string') return undefined;
  const kept = [...new Set(text.split(','))].filter((word): word is T => (allowed as readonly string[]).includes(word));
  return kept.length > 0 ? kept : undefined;
}

export function wholeNumber(search: Search, name: string, accepts: (value: number) => boolean): number | undefined {
  const value = Number(search[name]);
  return Number.isInteger(value) && accepts(value) ? value : undefined;
}

/** A trimmed text; undefined when empty. */
export function words(search: Search, name: string, longest = 100): string | undefined {
  const value = search[name];
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  return String(value).trimStart().slice(0, longest) || undefined;
}
