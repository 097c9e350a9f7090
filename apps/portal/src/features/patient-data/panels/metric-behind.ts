import type { MetricId } from '@vigil/domain/metrics/catalogue';
import type { LoggedPanelId, PanelId } from '../view.ts';

const behind: Partial<Record<PanelId, MetricId>> = {
  histogram: 'heart_rate',
  // Only named where it has days: whichever metrics it is made of, the band has been on.
  anomaly: 'band_removed',
  blood_pressure: 'systolic',
  sleep: 'sleep_depth',
  sleep_total: 'sleep_depth',
};

/** The metric whose last reading tells whether a panel can have data at all; null of what is logged, which is no reading. */
export function metricBehind(panel: PanelId): MetricId | null {
  if (isLogged(panel)) return null;
  return behind[panel] ?? (panel as MetricId);
}

function isLogged(panel: PanelId): panel is LoggedPanelId {
  return panel === 'meals' || panel === 'medications' || panel === 'workouts';
}
