import { type DateRange, fhirDateRange } from './date-range.ts';

const prefixes = ['eq', 'ne', 'ge', 'gt', 'le', 'lt', 'sa', 'eb'] as const;

/** One `date=` of a FHIR search: how what is looked for stands to a stretch of time. */
export interface DateSearch extends DateRange {
  readonly prefix: (typeof prefixes)[number];
}

/**
 * Reads a value of a FHIR date search (R4, 3.1.1.4.5) without a prefix it means eq. Null for `ap`, of which R4 does
 * not say how near is near, and for no date. A plus sign that was not encoded in the address arrives as a space, and is taken for one.
 */
export function readDateSearch(text: string, zone: string): DateSearch | null {
  const prefix = prefixes.find((one) => text.startsWith(one));
  const range = fhirDateRange((prefix ? text.slice(prefix.length) : text).replace(' ', '+'), zone);
  return range && { prefix: prefix ?? 'eq', ...range };
}

/**
 * Whether something that took place in `target` is looked for (R4, 3.1.1.4.5): eq, it lies within the searched stretch, ne, it does not; gt and
 * lt, a part of it lies after or before; ge and le, a part of it lies after its start or before its end; sa and eb, all of it lies after or before.
 * A moment is a target of one millisecond.
 */
export function matchesDate({ prefix, fromMs, toMs }: DateSearch, target: DateRange): boolean {
  if (prefix === 'gt') return target.toMs > toMs;
  if (prefix === 'ge') return target.toMs > fromMs;
  if (prefix === 'lt') return target.fromMs < fromMs;
  if (prefix === 'le') return target.fromMs < toMs;
  if (prefix === 'sa') return target.fromMs >= toMs;
  if (prefix === 'eb') return target.toMs <= fromMs;
  return (target.fromMs >= fromMs && target.toMs <= toMs) === (prefix === 'eq');
}

/** Whether nothing that takes place within `range` is looked for, as far as `boundsOf` does not say it. */
export function excludesWithin({ prefix, fromMs, toMs }: DateSearch, range: DateRange): boolean {
  return prefix === 'ne' && range.fromMs >= fromMs && range.toMs <= toMs;
}

/** The stretch outside of which nothing can match all of them; ends are infinite where nothing bounds them. */
export function boundsOf(searches: readonly DateSearch[]): DateRange {
  const from = searches.flatMap(({ prefix, fromMs, toMs }) =>
    prefix === 'gt' || prefix === 'sa' ? [toMs] : prefix === 'eq' || prefix === 'ge' ? [fromMs] : [],
  );
  const to = searches.flatMap(({ prefix, fromMs, toMs }) =>
    prefix === 'lt' || prefix === 'eb' ? [fromMs] : prefix === 'eq' || prefix === 'le' ? [toMs] : [],
  );
  return { fromMs: Math.max(Number.NEGATIVE_INFINITY, ...from), toMs: Math.min(Number.POSITIVE_INFINITY, ...to) };
}
