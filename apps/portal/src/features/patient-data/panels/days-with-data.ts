import { startOfStep } from '@vigil/domain/timeframe/zone';
import type { TimeSpan } from '#charts/series.ts';
import type { PanelInput } from './panel-input.ts';

/**
 * Days that have data in the steps of a span, as the server counted them (`steps_days`, `band_days`): what "per day" divides
 * by. Days before the first reading, or without any, say nothing. Hours of one day are of the same day.
 */
export function daysWithData(
  { facts, granularity, zone }: Pick<PanelInput, 'facts' | 'granularity' | 'zone'>,
  name: string,
  span: TimeSpan,
): number {
  const days = new Map<number, number>();
  for (const { timestamp, timestamp_to: end = timestamp + 1, data } of facts) {
    const value = data[name];
    if (value === undefined || timestamp >= span.to || end <= span.from) continue;
    const day = granularity === 'HOURLY' ? startOfStep(timestamp, 'DAILY', zone) : timestamp;
    days.set(day, Math.max(days.get(day) ?? 0, value));
  }
  return [...days.values()].reduce((sum, one) => sum + one, 0);
}
