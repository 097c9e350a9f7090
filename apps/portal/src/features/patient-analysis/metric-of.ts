import type { MetricId } from '@vigil/domain/metrics/catalogue';
import { type ChartedId, isLevel, levels } from '#charts/member/charted.ts';

/** The metric whose average is the evidence of what is charted. */
export function metricOf(id: ChartedId): MetricId {
  return isLevel(id) ? levels[id] : id === 'steps' ? 'steps' : 'sleep_efficiency';
}
