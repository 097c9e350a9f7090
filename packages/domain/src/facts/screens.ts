import type { MetricId } from '../metrics/catalogue.ts';

interface ScreenMetric {
  readonly label: string;
  /** The metrics that it shows. */
  readonly metrics: readonly MetricId[];
}

/**
 * The names under which screens offer metrics, and their words (specification, metric names and labels). `temp` is the band's
 * temperature, of the skin; `sleep` is drawn from stages, `meals` from what was logged.
 */
export const screenMetrics = {
  sleep: { label: 'Sleep', metrics: ['sleep_depth', 'sleep_efficiency'] },
  steps: { label: 'Movement', metrics: ['steps'] },
  heart_rate: { label: 'Heart rate', metrics: ['heart_rate'] },
  rhr: { label: 'Resting heart rate', metrics: ['rhr'] },
  rmssd: { label: 'HRV', metrics: ['rmssd'] },
  resp_rate: { label: 'Respiration', metrics: ['resp_rate'] },
  glucose: { label: 'Glucose', metrics: ['glucose'] },
  spo2: { label: 'SpO2', metrics: ['spo2'] },
  meals: { label: 'Meals', metrics: [] },
  blood_pressure: { label: 'Blood pressure', metrics: ['systolic', 'diastolic'] },
  temp: { label: 'Temperature', metrics: ['skin_temp'] },
  gsr: { label: 'GSR', metrics: ['gsr'] },
  weight: { label: 'Weight', metrics: ['weight', 'weight_conf'] },
  band_removed: { label: 'Band Status', metrics: ['band_removed'] },
} as const satisfies Readonly<Record<string, ScreenMetric>>;

export type ScreenMetricId = keyof typeof screenMetrics;
export const screenMetricIds = Object.keys(screenMetrics) as readonly ScreenMetricId[];
