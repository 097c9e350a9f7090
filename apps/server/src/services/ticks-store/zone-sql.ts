import { type ZoneOffset, zoneOffsets } from '@vigil/domain/timeframe/offsets';

/** Zones are constants to the engine, not parameters; this name is safe to stand in SQL. Throws otherwise. */
export function zoneLiteral(timeZone: string): string {
  if (!/^[A-Za-z0-9_+\-/]+$/.test(timeZone)) throw new Error('A time zone must be checked before it reaches SQL');
  return `'${timeZone}'`;
}

/** Between these, in milliseconds since 1970, may readings lie: beyond them a zone's clocks need not be known. */
export interface ZoneSpan {
  readonly fromMs: number;
  readonly toMs: number;
}

/** No reading is from before the year 2000, and the clocks of devices run ahead by little. */
const earliestMs = Date.UTC(1999, 11, 1);
export const offsetsIn = (timeZone: string, { fromMs, toMs }: ZoneSpan) =>
  zoneOffsets(timeZone, Math.max(fromMs, earliestMs) / 1000 - 86_400, Math.max(toMs, earliestMs) / 1000 + 86_400);

/**
 * The local date of a moment in a span, by the offsets that the domain goes by. The engine has a table of zones of its own, which is of
 * another age than Node's: for the same moment they may say different days, and days that two parts of an answer count differently
 * come apart (docs/decisions/0102).
 */
export function localDate(timeZone: string, span: ZoneSpan): (at: string) => string {
  const { offset } = holdingOf(offsetsIn(timeZone, span));
  return (at) => `toDate(intDiv(toUnixTimestamp(${at}) + ${offset(`toUnixTimestamp(${at})`)}, 86400))`;
}

/** What holds at a moment in Unix seconds, in SQL: the offset, since when, and until when. */
export function holdingOf(offsets: readonly ZoneOffset[]) {
  /** Of each offset but the last, until the next one begins. */
  const holding = (at: string, what: (index: number) => number) => {
    const cases = offsets.slice(1).map((next, index) => `${at} < ${next.fromSeconds}, ${what(index)}, `);
    return cases.length === 0 ? `${what(0)}` : `multiIf(${cases.join('')}${what(offsets.length - 1)})`;
  };
  return {
    offset: (at: string) => holding(at, (index) => offsets[index]?.offsetSeconds ?? 0),
    since: (at: string) => holding(at, (index) => (index === 0 ? 0 : (offsets[index]?.fromSeconds ?? 0))),
    until: (at: string) => holding(at, (index) => offsets[index + 1]?.fromSeconds ?? farAway),
  };
}

/** Later than any reading. Unix seconds. */
const farAway = 2 ** 32;
