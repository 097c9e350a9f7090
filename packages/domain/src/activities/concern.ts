import { digitsOf, type MeasuredAgainst } from '../alerts/rule.ts';
import { roundTo } from '../units/rounding.ts';
import type { TypedMetric } from './measures.ts';

/** What to tell somebody about a value: the texts are the portal's. */
export const adviceIds = [
  ...(['pressure_very_high', 'pressure_high', 'pressure_low', 'glucose_very_low', 'glucose_low', 'glucose_very_high'] as const),
  ...(['glucose_high', 'weight_changed', 'weight_beyond_limit'] as const),
] as const;
export type AdviceId = (typeof adviceIds)[number];

type ValueSide = 'high' | 'low';

/** A value that somebody should do something about now. */
export interface Concern {
  readonly metric: TypedMetric;
  readonly side: ValueSide;
  readonly advice: AdviceId;
}

export type TypedValues = Readonly<Partial<Record<TypedMetric, number>>>;

/**
 * From here on a value needs something to be done, whoever measured it. Pressure, mmHg: above 180/120 severe hypertension, an emergency
 * with symptoms (2017 ACC/AHA guideline, section 11.2; 2025 AHA/ACC guideline); below 90 systolic (American Heart Association, "Low blood
 * pressure"). Glucose, mg/dL: below 70 and below 54 levels 1 and 2 of hypoglycemia (American Diabetes Association, Standards of Care in
 * Diabetes 2025, section 6); above 250 level 2 of hyperglycemia (Battelino et al., Diabetes Care 2019;42:1593–1603), from where on the
 * ADA's advice is to look for ketones.
 */
const published = {
  ...{ systolicVeryHigh: 180, diastolicVeryHigh: 120, systolicLow: 90, glucoseVeryLow: 54, glucoseLow: 70, glucoseHigh: 250 },
} as const;
/**
 * mg/dL, inclusive. From here on the care team is alerted by one reading and the member is told to get help now: the highest number that a
 * Dexcom sensor gives (40 to 400, instructions for use of the G6 and G7), well below the 600 of a hyperosmolar hyperglycemic state
 * (Umpierrez et al., Diabetes Care 2024;47:1257–1275).
 */
export const extremeGlucose = 400;
/** mg/dL. After low glucose it is safe again from here on. */
export const safeGlucose = published.glucoseLow;

/** A value is judged as alert rules read it: 13.9 mmol/L, which is 250.45 mg/dL, is 250 for both. */
const read = (metric: TypedMetric, value: number): number =>
  roundTo(value, digitsOf({ subject: { kind: 'metric', metric }, against: 'value' }));

/** What a value beyond a limit, whosever the limit is, means. `against`: what the limit is a limit of. */
export function concernAt(metric: TypedMetric, side: ValueSide, value: number, against: MeasuredAgainst = 'value'): Concern {
  if (metric === 'weight') return { metric, side, advice: against === 'value' ? 'weight_beyond_limit' : 'weight_changed' };
  return { metric, side, advice: adviceOn(metric, side, read(metric, value)) };
}

function adviceOn(metric: Exclude<TypedMetric, 'weight'>, side: ValueSide, value: number): AdviceId {
  if (metric === 'glucose') {
    if (side === 'high') return value >= extremeGlucose ? 'glucose_very_high' : 'glucose_high';
    return value < published.glucoseVeryLow ? 'glucose_very_low' : 'glucose_low';
  }
  if (side === 'low') return 'pressure_low';
  return value >= (metric === 'systolic' ? published.systolicVeryHigh : published.diastolicVeryHigh)
    ? 'pressure_very_high'
    : 'pressure_high';
}

/** What the guidelines above say of some values, without anybody's own limits. */
export function publishedConcerns(values: TypedValues): readonly Concern[] {
  const found: Concern[] = [];
  const judge = (metric: TypedMetric, side: ValueSide, isBeyond: (value: number) => boolean) => {
    const value = values[metric];
    if (value !== undefined && isBeyond(read(metric, value))) found.push(concernAt(metric, side, value));
  };
  judge('systolic', 'high', (value) => value >= published.systolicVeryHigh);
  judge('diastolic', 'high', (value) => value >= published.diastolicVeryHigh);
  judge('systolic', 'low', (value) => value < published.systolicLow);
  judge('glucose', 'low', (value) => value < published.glucoseLow);
  judge('glucose', 'high', (value) => value > published.glucoseHigh);
  return found;
}

/** Who is told what to do at a very high pressure is not told again of a high one, nor of a weight that has changed that it is high. */
const coveredBy: Readonly<Partial<Record<AdviceId, AdviceId>>> = {
  pressure_high: 'pressure_very_high',
  weight_beyond_limit: 'weight_changed',
};

/** Each piece of advice once, the most urgent first. */
export function mostUrgentFirst(concerns: readonly Concern[]): readonly Concern[] {
  const ranked = adviceIds.flatMap((advice) => concerns.find((one) => one.advice === advice) ?? []);
  const isCovered = ({ advice }: Concern) => ranked.some((one) => one.advice === coveredBy[advice]);
  return ranked.filter((one) => !isCovered(one));
}
