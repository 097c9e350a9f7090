import { type ScreenMetricId, screenMetricIds } from '@vigil/domain/facts/screens';
import type { MetricId } from '@vigil/domain/metrics/catalogue';

/** What can be charted of a member: the metrics of the specification's screens, and the anomaly score of each day. */
export const chartedIds = [...screenMetricIds, 'anomaly'] as const;
export type ChartedId = ScreenMetricId | 'anomaly';

/** Those that are one level with a mean, a lowest and a highest; and the metric that each is of. */
export const levels = {
  heart_rate: 'heart_rate',
  rhr: 'rhr',
  rmssd: 'rmssd',
  resp_rate: 'resp_rate',
  spo2: 'spo2',
  temp: 'skin_temp',
  gsr: 'gsr',
} as const satisfies Partial<Record<ChartedId, MetricId>>;
export type LevelId = keyof typeof levels;

export function isLevel(id: ChartedId): id is LevelId {
  return id in levels;
}
