import { catalogue, type MetricId } from './catalogue.ts';

/** Both ends belong to the range, in the unit in which the catalogue keeps the metric. Null: open at that end. */
export interface NormalRange {
  readonly low: number | null;
  readonly high: number | null;
}

/** The metrics for which a tenant may say what is normal. */
export const rangedMetrics = [
  'heart_rate',
  'rhr',
  'resp_rate',
  'spo2',
  'body_temp',
  'systolic',
  'diastolic',
  'glucose',
] as const satisfies readonly MetricId[];
export type RangedMetric = (typeof rangedMetrics)[number];

export type NormalRanges = Readonly<Partial<Record<RangedMetric, NormalRange>>>;

const open: NormalRange = { low: null, high: null };

/**
 * What is drawn where a tenant has said nothing else. The ranges orient the eye and judge nothing: alerts have their own rules.
 * Vital signs: the range that scores 0 in NEWS2 (Royal College of Physicians, National Early Warning Score 2, 2017).
 * Glucose: the target range 70–180 mg/dL of the international consensus on time in range (Battelino et al., Diabetes Care 2019).
 * Blood pressure: the office threshold of hypertension, 140/90 mmHg (ESC/ESH guidelines 2018), and NEWS2's lower systolic end.
 */
export const usualNormalRanges: Readonly<Record<RangedMetric, NormalRange>> = {
  heart_rate: { low: 51, high: 90 },
  rhr: open,
  resp_rate: { low: 12, high: 20 },
  spo2: { low: 96, high: null },
  body_temp: { low: 36.1, high: 38 },
  systolic: { low: 90, high: 140 },
  diastolic: { low: null, high: 90 },
  glucose: { low: 70, high: 180 },
};

/** What is wrong with a range, as a sentence for the person who gave it; null where nothing is. */
export function faultOfRange(metric: RangedMetric, { low, high }: NormalRange): string | null {
  const { plausible, unit } = catalogue[metric];
  const [least, most] = plausible;
  if ([low, high].some((end) => end !== null && !(end >= least && end <= most)))
    return `Each end must be a number from ${least} to ${most} ${unit}, or empty.`;
  if (low !== null && high !== null && low >= high) return 'The lower end must be below the upper one.';
  return null;
}
