import { type Reduction, reduce } from '@vigil/domain/facts/statistics';
import { catalogue, type MetricId } from '@vigil/domain/metrics/catalogue';
import type { StepFigures } from '#services/ticks-store/index.ts';
import type { Findings } from './findings.ts';

/** An hour, a day or a stretch of the clock: what a metric did in it, and how much of it lies in the interval and has come, up to 1. */
export interface Part extends Pick<StepFigures, 'n' | 'total'> {
  readonly share: number;
}

/** Parts as far as they lie in [from, to) and have come by `now`. Unix seconds. */
export function partsWithin(steps: readonly StepFigures[], { from, to, now }: Pick<Findings, 'from' | 'to' | 'now'>): Part[] {
  return steps.map(({ start, end, n, total }) => ({
    ...{ n, total },
    share: (Math.min(end, to, now) - Math.max(start, from)) / (end - start),
  }));
}

/** The mean of what each part was: its mean, or where the metric is counted its total for a whole part. Null of none. */
export function meanOfParts(metric: MetricId, parts: readonly Part[]): number | null {
  if (catalogue[metric].kind === 'count') return totalPerPart(parts);
  return reduce(
    parts.map(({ n, total }) => total / n),
    'mean',
  );
}

/** What was counted over the parts that have data: one that is cut or under way is no whole one. */
export function totalPerPart(parts: readonly Part[]): number | null {
  const whole = parts.reduce((sum, { share }) => sum + share, 0);
  return whole > 0 ? parts.reduce((sum, { total }) => sum + total, 0) / whole : null;
}

/** What the figures of a step, or of several, are reduced to. */
export function reduced(step: Omit<StepFigures, 'start' | 'end' | 'days'>, reduction: Reduction): number {
  switch (reduction) {
    case 'mean':
      return step.total / step.n;
    case 'median':
      return step.median;
    case 'min':
      return step.low;
    case 'max':
      return step.high;
    case 'sum':
      return step.total;
    case 'count':
      return step.n;
  }
}
