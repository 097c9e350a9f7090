import { catalogue, type MetricId } from '../metrics/catalogue.ts';
import { type MeantUnit, meantInOtherUnit } from '../units/meant-unit.ts';
import type { Units } from '../units/unit-system.ts';

/** What a member measures and types in. */
export const typedMetrics = ['weight', 'systolic', 'diastolic', 'glucose'] as const satisfies readonly MetricId[];
export type TypedMetric = (typeof typedMetrics)[number];

/**
 * Outside of these a value is asked about before it is taken: it is possible, and more often a slip of the finger or the other
 * unit. Weight: adults between the 0.1st and the 99.9th percentile (NHANES 2015–2018), which finds pounds typed for kilograms
 * only together with the last weight (`changeToAskAbout`). Pressure: below shock and above hypertensive emergency (ESC/ESH
 * 2018). Glucose: below and above what most meters read (ISO 15197: 20–600 mg/dL) with room on both sides. In the metric's unit.
 */
const likely: Readonly<Record<TypedMetric, readonly [low: number, high: number]>> = {
  weight: [35, 220],
  systolic: [70, 220],
  diastolic: [40, 130],
  glucose: [40, 500],
};

/** A weight that differs by more than this from the last one of a month or less is asked about: its share. */
export const changeToAskAbout = 0.1;

export type TypedDoubt =
  /** Refused: no such value can be. */
  | 'impossible'
  /** Possible and rare: to be confirmed. */
  | 'unlikely'
  /** Far from the last one: to be confirmed. */
  | 'changed';

/**
 * What is doubtful about a value that somebody types; null for nothing. `lastValue` is the member's last of the metric, as far
 * as it is recent; null where there is none, of which nothing is concluded.
 */
export function doubtOf(metric: TypedMetric, value: number, lastValue: number | null): TypedDoubt | null {
  const [lowest, highest] = catalogue[metric].plausible;
  if (!Number.isFinite(value) || value < lowest || value > highest) return 'impossible';
  const [low, high] = likely[metric];
  if (value < low || value > high) return 'unlikely';
  const changes = metric === 'weight' && lastValue !== null && lastValue > 0;
  return changes && Math.abs(value - lastValue) / lastValue > changeToAskAbout ? 'changed' : null;
}

/** What meters read (ISO 15197), mg/dL: a number that is rare in one unit may be meant in the other also where it is very low there. */
const readByMeters = [20, 600] as const;

/**
 * What a doubtful value that was typed in `units` was probably meant as: the same number in the other unit, where that is usual. A weight
 * is held against the last one where it is known, since 176 kg are possible and 176 lbs more likely after 80 kg. Null where there is no doubt.
 */
export function meantInstead(metric: TypedMetric, value: number, lastValue: number | null, units: Units): MeantUnit | null {
  if (doubtOf(metric, value, lastValue) === null) return null;
  const meant = meantInOtherUnit(catalogue[metric], value, units, metric === 'glucose' ? readByMeters : likely[metric]);
  return meant && doubtOf(metric, meant.kept, lastValue) === 'changed' ? null : meant;
}

/** A pressure whose lower value is not below its upper one was typed the wrong way round. mmHg. */
export const isPressure = (systolic: number, diastolic: number): boolean => diastolic < systolic;
