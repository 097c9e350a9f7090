import { type Reduction, reduce } from '@vigil/domain/facts/statistics';
import { catalogue, type MetricId } from '@vigil/domain/metrics/catalogue';
import type { StepFigures } from '#services/ticks-store/index.ts';

/** The mean of what each part was: its mean, or its total where the metric is counted. Null of none. */
export function meanOfParts(metric: MetricId, parts: readonly Pick<StepFigures, 'n' | 'total'>[]): number | null {
  const isCount = catalogue[metric].kind === 'count';
  return reduce(
    parts.map(({ n, total }) => (isCount ? total : total / n)),
    'mean',
  );
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
