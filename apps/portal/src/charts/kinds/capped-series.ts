import { sleepDepth } from '@vigil/domain/sleep/stages';
import type { Series } from '../series.ts';
import type { ChartKindName } from './kinds.ts';

/** The series as a kind takes them: a depth of sleep above 4 is one of 4 (specification), on the plot, in words and under the cursor alike. */
export function cappedSeries(kind: ChartKindName, series: readonly Series[]): readonly Series[] {
  if (kind !== 'sleep-depth') return series;
  return series.map((one) => ({ ...one, points: one.points.map((point) => ({ ...point, value: sleepDepth(point.value) })) }));
}
