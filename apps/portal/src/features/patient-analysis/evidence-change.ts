import { type ChartedId, isLevel, levels } from '#charts/member/charted.ts';
import type { TickLike } from '#charts/readings.ts';

/** The facts that an average of evidence is made of. */
export function factsOfAverage(id: ChartedId): readonly string[] {
  if (isLevel(id)) return [`${levels[id]}_mean`, `${levels[id]}_count`];
  return id === 'steps' ? ['steps_sum', 'steps_days'] : ['sleep_efficiency_mean'];
}

/**
 * The average of a metric over steps: of a level the mean of all readings, of steps those of a day that has any (days without
 * data count in neither), of sleep the mean of the days. Null without data: nothing is known, and nothing is zero.
 */
export function averageOf(id: ChartedId, facts: readonly TickLike[]): number | null {
  const [value, weight] = factsOfAverage(id);
  if (value === undefined) return null;
  let sum = 0;
  let weights = 0;
  for (const { data } of facts) {
    const found = data[value];
    if (found === undefined || !Number.isFinite(found)) continue;
    const counts = weight === undefined ? 1 : (data[weight] ?? 0);
    sum += id === 'steps' ? found : found * counts;
    weights += counts;
  }
  return weights > 0 ? sum / weights : null;
}

/** How a timeframe differs from its baseline. */
export interface Change {
  readonly average: number;
  readonly baseline: number;
  readonly by: number;
  /** Of the baseline; null where that is zero. */
  readonly percent: number | null;
}

export function changeOf(average: number | null, baseline: number | null): Change | null {
  if (average === null || baseline === null) return null;
  const by = average - baseline;
  return { average, baseline, by, percent: baseline === 0 ? null : (by / baseline) * 100 };
}
