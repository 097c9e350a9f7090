import type { MetricId } from '@vigil/domain/metrics/catalogue';

/** A change from the usual that is worth a look, in the units that are kept; for every other metric a tenth of the value. */
const steps: Partial<Record<MetricId, number>> = {
  spo2: 2,
  resp_rate: 3,
  heart_rate: 10,
  rhr: 10,
  systolic: 10,
  skin_temp: 0.5,
  body_temp: 0.5,
  weight: 1,
};

/** The same in the unit on screen. */
export function noticeableStep(metric: MetricId, value: number, convert: (value: number) => number): number {
  return Math.abs(convert(steps[metric] ?? Math.abs(value) / 10) - convert(0));
}
