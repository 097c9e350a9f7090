import { catalogue, type MetricId } from '@vigil/domain/metrics/catalogue';
import { displayValue, type UnitSystem } from '@vigil/domain/units/unit-system';

/**
 * Limits drawn as thin lines, in the units that are kept. They orient the eye and judge nothing: alerts have their own rules.
 * Vital signs: the range that scores 0 in NEWS2 (Royal College of Physicians, National Early Warning Score 2, 2017).
 * Glucose: the target range 70–180 mg/dL of the international consensus on time in range (Battelino et al., Diabetes Care 2019).
 * Blood pressure: the office threshold of hypertension, 140/90 mmHg (ESC/ESH guidelines 2018).
 */
const limits: Partial<Record<MetricId, readonly number[]>> = {
  heart_rate: [51, 90],
  resp_rate: [12, 20],
  spo2: [96],
  body_temp: [36.1, 38],
  systolic: [90, 140],
  glucose: [70, 180],
};

/** The limits of a metric in the person's units; none where no published range applies. */
export function limitsOf(metric: MetricId, units: UnitSystem): readonly number[] {
  return (limits[metric] ?? []).map((limit) => displayValue(catalogue[metric], limit, units));
}
