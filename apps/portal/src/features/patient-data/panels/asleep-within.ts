import type { SleepRecord } from '@vigil/contract/events-processor.contract';
import { awake } from '@vigil/domain/sleep/stages';
import type { TimeSpan } from '#charts/series.ts';

/**
 * Of a sleep that reaches over an end of the span, only what lies within it: two nights that a day cuts are no night of eleven
 * hours. Where the stages are not known, the same share of the sleep as of its time in bed. Seconds.
 */
export function asleepWithin({ start, end, smoothed_stages: stages, total_sleep_seconds: whole }: SleepRecord, span: TimeSpan): number {
  const within = (from: number, to: number) => Math.max(0, Math.min(to, span.to) - Math.max(from, span.from));
  if (start >= span.from && end <= span.to) return whole;
  if (stages.length === 0) return end > start ? (whole * within(start, end)) / (end - start) : 0;
  return stages.reduce((sum, [from, to, depth]) => (depth === awake ? sum : sum + within(from, to)), 0);
}

/** Time in bed within the span. Seconds. */
export const inBedWithin = ({ start, end }: SleepRecord, span: TimeSpan): number =>
  Math.max(0, Math.min(end, span.to) - Math.max(start, span.from));
