import { usualDaysBefore } from '@vigil/domain/attention/baseline-change';
import { calendarDay, startOfCalendarDay } from '@vigil/domain/timeframe/zone';
import { factsQuery } from '#lib/member-readings.ts';

/** The metrics of which the last reading is told by its distance from the usual. */
const metrics = ['heart_rate', 'rhr', 'rmssd', 'resp_rate', 'spo2', 'skin_temp', 'body_temp', 'weight', 'systolic', 'diastolic', 'glucose'];
const facts = metrics.map((metric) => `${metric}_mean`);

/**
 * What is usual for a member as the panel has it: the day means of the 28 days that it compares the newest whole day with. The same
 * whatever range is open, so that a reading has one distance from the usual.
 */
export function usualQuery(memberId: string, zone: string, nowSeconds: number) {
  const { first, last } = usualDaysBefore(calendarDay(nowSeconds, zone) - 1);
  const span = { from: startOfCalendarDay(first, zone), to: startOfCalendarDay(last + 1, zone) };
  return factsQuery(memberId, { facts, granularity: 'DAILY', zone }, span);
}
