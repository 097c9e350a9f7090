import type { MetricId } from '@vigil/domain/metrics/catalogue';
import type { PanelId } from '../view.ts';

const behind: Partial<Record<PanelId, MetricId>> = {
  histogram: 'heart_rate',
  blood_pressure: 'systolic',
  sleep: 'sleep_depth',
  sleep_total: 'sleep_depth',
};

/** The metric whose last reading tells whether a panel can have data at all. */
export function metricBehind(panel: PanelId): MetricId {
  return behind[panel] ?? (panel as MetricId);
}
