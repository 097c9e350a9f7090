import { secondsOfDay, startOfStep } from '@vigil/domain/timeframe/zone';
import { groupedBy } from '#charts/grouped-by.ts';
import type { UsualStretch } from '#charts/kinds/backdrop.ts';
import { isDrawn, type TickLike } from '#charts/readings.ts';
import type { TimeSpan } from '#charts/series.ts';

/** Fewer days than this say nothing about what is usual. */
export const fewestUsualDays = 7;

/** Scales the median absolute deviation to the standard deviation of a normal distribution. */
const madToDeviation = 1.4826;
/** Two robust deviations to either side hold about 95 of 100 usual values. */
const deviations = 2;

interface UsualAsked {
  /** The mean of a metric, as in `heart_rate_mean`. */
  readonly fact: string;
  readonly zone: string;
  /** Usual by hour of day (for a single day) or over all hours. */
  readonly byHour: boolean;
  readonly convert: (value: number) => number;
}

/**
 * Where a member's own values usually lie: median ± 2 robust standard deviations (1.4826 × MAD) of the means given,
 * per hour of day or as one band over the span. Empty without values of at least seven days.
 */
export function usualRange(before: readonly TickLike[], asked: UsualAsked, span: TimeSpan): readonly UsualStretch[] {
  const values = before.flatMap((step) => {
    const value = step.data[asked.fact];
    return isDrawn(value, false) ? [{ at: step.timestamp, value: asked.convert(value) }] : [];
  });
  if (!asked.byHour) {
    const band = bandOf(values, asked.zone);
    return band === null ? [] : [{ ...span, ...band }];
  }
  const byHour = groupedBy(values, ({ at }) => Math.floor(secondsOfDay(at, asked.zone) / 3600));
  const bands = new Map([...byHour].map(([hour, ofHour]) => [hour, bandOf(ofHour, asked.zone)]));
  const stretches: UsualStretch[] = [];
  for (let from = startOfStep(span.from, 'HOURLY', asked.zone); from < span.to; from += 3600) {
    const band = bands.get(Math.floor(secondsOfDay(from, asked.zone) / 3600));
    if (band) stretches.push({ from, to: from + 3600, ...band });
  }
  return stretches;
}

function bandOf(values: readonly { at: number; value: number }[], zone: string): { low: number; high: number } | null {
  const days = new Set(values.map(({ at }) => startOfStep(at, 'DAILY', zone)));
  if (days.size < fewestUsualDays) return null;
  const center = median(values.map(({ value }) => value));
  const spread = deviations * madToDeviation * median(values.map(({ value }) => Math.abs(value - center)));
  return { low: center - spread, high: center + spread };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [lower = 0, upper = 0] = [sorted[sorted.length % 2 === 1 ? middle : middle - 1], sorted[middle]];
  return (lower + upper) / 2;
}
