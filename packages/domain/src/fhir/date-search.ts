import { type DateRange, fhirDateRange } from './date-range.ts';

const prefixes = ['eq', 'ge', 'gt', 'le', 'lt'] as const;

/** One `date=` of a FHIR search: how what is looked for stands to a stretch of time. */
export interface DateSearch extends DateRange {
  readonly prefix: (typeof prefixes)[number];
}

/**
 * Reads a value of a FHIR date search (R4, 3.1.1.4.5) with the prefixes eq, ge, gt, le, lt; without one it means eq. Null for another
 * prefix and for no date. A plus sign that was not encoded in the address arrives as a space, and is taken for one.
 */
export function readDateSearch(text: string, zone: string): DateSearch | null {
  const prefix = prefixes.find((one) => text.startsWith(one));
  const range = fhirDateRange((prefix ? text.slice(prefix.length) : text).replace(' ', '+'), zone);
  return range && { prefix: prefix ?? 'eq', ...range };
}

/**
 * Whether something that took place in `target` is looked for (R4, 3.1.1.4.5): eq, it lies within the searched stretch; gt and lt,
 * a part of it lies after or before; ge and le, a part of it lies after its start or before its end. A moment is a target of one
 * millisecond.
 */
export function matchesDate({ prefix, fromMs, toMs }: DateSearch, target: DateRange): boolean {
  if (prefix === 'gt') return target.toMs > toMs;
  if (prefix === 'ge') return target.toMs > fromMs;
  if (prefix === 'lt') return target.fromMs < fromMs;
  if (prefix === 'le') return target.fromMs < toMs;
  return target.fromMs >= fromMs && target.toMs <= toMs;
}

/** The stretch outside of which nothing can match all of them; ends are infinite where nothing bounds them. */
export function boundsOf(searches: readonly DateSearch[]): DateRange {
  const from = searches.flatMap(({ prefix, fromMs, toMs }) =>
    prefix === 'gt' ? [toMs] : prefix === 'lt' || prefix === 'le' ? [] : [fromMs],
  );
  const to = searches.flatMap(({ prefix, fromMs, toMs }) =>
    prefix === 'lt' ? [fromMs] : prefix === 'gt' || prefix === 'ge' ? [] : [toMs],
  );
  return { fromMs: Math.max(Number.NEGATIVE_INFINITY, ...from), toMs: Math.min(Number.POSITIVE_INFINITY, ...to) };
}
