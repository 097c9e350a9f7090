import { dayOf } from './zone.ts';

/** The first and the last day of a stretch of time, and how much of each lies outside it, from 0 to below 1. Unix seconds. */
export interface CutDays {
  readonly firstEndsAt: number;
  readonly firstOutside: number;
  readonly lastBeginsAt: number;
  readonly lastOutside: number;
}

/** The days of a zone that [from, to) cuts. A stretch within one day cuts it once, as the last. */
export function cutDays(from: number, to: number, timeZone: string): CutDays {
  const [firstBeginsAt, firstEndsAt] = dayOf(from, timeZone);
  // The end belongs to the day before it where it is midnight: nothing of the next day lies within.
  const [lastBeginsAt, lastEndsAt] = to <= firstEndsAt ? [firstBeginsAt, firstEndsAt] : dayOf(Math.ceil(to) - 1, timeZone);
  const within = (start: number, end: number) => (Math.min(end, to) - Math.max(start, from)) / (end - start);
  return {
    ...{ firstEndsAt, firstOutside: lastBeginsAt === firstBeginsAt ? 0 : 1 - within(firstBeginsAt, firstEndsAt) },
    ...{ lastBeginsAt, lastOutside: 1 - within(lastBeginsAt, lastEndsAt) },
  };
}

/** So many days with data as they lie in the stretch, of data from `earliest` to `latest`: cut days count for the part within. */
export function daysWithin(days: number, earliest: number, latest: number, cut: CutDays): number {
  return days - (earliest < cut.firstEndsAt ? cut.firstOutside : 0) - (latest >= cut.lastBeginsAt ? cut.lastOutside : 0);
}
