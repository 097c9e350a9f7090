import { type LatestTick, mergeNewest, type Uncounted } from './latest.ts';
import { mergeTouched, type Touched } from './touched.ts';

/** What the days have to take over; of what is counted by the day, the newest ticks, and what counts no more. */
export interface DayChanges {
  readonly touched: Touched;
  readonly newest: Map<string, LatestTick>;
  readonly uncounted: Uncounted[];
}

export const noDayChanges = (): DayChanges => ({ touched: new Map(), newest: new Map(), uncounted: [] });

export function mergeDayChanges(into: DayChanges, from: DayChanges): void {
  mergeTouched(into.touched, from.touched);
  mergeNewest(into.newest, from.newest);
  into.uncounted.push(...from.uncounted);
}
