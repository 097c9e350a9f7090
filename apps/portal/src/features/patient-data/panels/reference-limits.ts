import { catalogue, type MetricId } from '@vigil/domain/metrics/catalogue';
import { displayValue, type UnitSystem } from '@vigil/domain/units/unit-system';
import { type Limits, levelsOf } from '#charts/limits.ts';

/**
 * Limits drawn as thin lines, in the units that are kept. They orient the eye and judge nothing: alerts have their own rules.
 * Vital signs: the range that scores 0 in NEWS2 (Royal College of Physicians, National Early Warning Score 2, 2017).
 * Glucose: the target range 70–180 mg/dL of the international consensus on time in range (Battelino et al., Diabetes Care 2019).
 * Blood pressure: the office threshold of hypertension, 140/90 mmHg (ESC/ESH guidelines 2018), and NEWS2's lower systolic end.
 */
const limits: Partial<Record<MetricId, Limits>> = {
  heart_rate: { low: 51, high: 90 },
  resp_rate: { low: 12, high: 20 },
  spo2: { low: 96 },
  body_temp: { low: 36.1, high: 38 },
  systolic: { low: 90, high: 140 },
  diastolic: { high: 90 },
  glucose: { low: 70, high: 180 },
};

/** The reference range of a metric in the person's units; without ends where no published range applies. */
export function limitRangeOf(metric: MetricId, units: UnitSystem): Limits {
  const shown = Object.entries(limits[metric] ?? {}).map(([end, value]) => [end, displayValue(catalogue[metric], value, units)]);
  return Object.fromEntries(shown) as Limits;
}

/** The same as levels to draw. */
export function limitsOf(metric: MetricId, units: UnitSystem): readonly number[] {
  return levelsOf(limitRangeOf(metric, units));
}
