import type { SeriesPoint } from '#charts/series.ts';

/** Days that steps with data cover, the one under way as far as it has come: what "per day" divides by. */
export function coveredDays(steps: readonly SeriesPoint[], nowSeconds: number): number {
  return steps.reduce((sum, step) => sum + Math.max(0, Math.min(step.to, nowSeconds) - step.from), 0) / 86_400;
}
