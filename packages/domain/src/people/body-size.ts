import { inchesToCentimeters, poundsToKilograms } from '../units/conversions.ts';

export interface BodySize {
  readonly heightCm: number | null;
  readonly weightKg: number | null;
  /** Null, not known: taken for an adult. */
  readonly ageYears: number | null;
  /** One is metric in its source and the other is not, so that one of them may be mistaken. */
  readonly isMixed: boolean;
}

/** A height or weight that hardly anybody has, and what it would be in inches or pounds where that would be usual. */
export interface UnusualSize {
  readonly measure: 'height' | 'weight';
  /** Told by both together; null: by the one alone. */
  readonly bmi: number | null;
  /** Centimeters or kilograms. */
  readonly ifImperial: number | null;
}

type Range = readonly [least: number, most: number];

/**
 * By age in years from which they hold: centimeters and kilograms. Far outside of the growth charts of CDC and WHO, so that they tell
 * mistaken units and slips of the pen, and nothing about health.
 */
const usual: readonly { readonly fromAge: number; readonly heightCm: Range; readonly weightKg: Range }[] = [
  { fromAge: 18, heightCm: [120, 230], weightKg: [30, 300] },
  { fromAge: 14, heightCm: [115, 225], weightKg: [22, 250] },
  { fromAge: 10, heightCm: [100, 205], weightKg: [15, 180] },
  { fromAge: 5, heightCm: [80, 180], weightKg: [10, 110] },
  { fromAge: 2, heightCm: [65, 135], weightKg: [6, 45] },
  { fromAge: 0, heightCm: [30, 110], weightKg: [2, 25] },
];
export const adultFromYears = 18;
/** Of adults. Where the units are mixed pounds taken for kilograms double it, which the wider range would let pass. */
const usualBmi: Range = [10, 90];
const usualBmiOfMixed: Range = [15, 45];

const isWithin = (value: number, [least, most]: Range) => value >= least && value <= most;
const bmiOf = (heightCm: number, weightKg: number) => weightKg / (heightCm / 100) ** 2;

/** What of a body's size is to be confirmed before it is believed. */
export function unusualSizes({ heightCm, weightKg, ageYears, isMixed }: BodySize): readonly UnusualSize[] {
  const age = ageYears ?? adultFromYears;
  const range = usual.find(({ fromAge }) => age >= fromAge);
  if (!range) return [];
  const found: UnusualSize[] = [];
  const inInches = heightCm === null ? null : usualOrNull(inchesToCentimeters(heightCm), range.heightCm);
  const isHeightUnusual = heightCm !== null && !isWithin(heightCm, range.heightCm);
  if (isHeightUnusual) found.push({ measure: 'height', bmi: null, ifImperial: inInches });
  if (weightKg === null) return found;
  const inPounds = poundsToKilograms(weightKg);
  if (!isWithin(weightKg, range.weightKg))
    return [...found, { measure: 'weight', bmi: null, ifImperial: usualOrNull(inPounds, range.weightKg) }];
  if (heightCm === null || age < adultFromYears) return found;
  const bmi = bmiOf(heightCm, weightKg);
  if (isWithin(bmi, isMixed ? usualBmiOfMixed : usualBmi)) return found;
  const meantHeight = isHeightUnusual && inInches !== null ? inInches : heightCm;
  return [...found, { measure: 'weight', bmi, ifImperial: isWithin(bmiOf(meantHeight, inPounds), usualBmi) ? inPounds : null }];
}

const usualOrNull = (value: number, range: Range): number | null => (isWithin(value, range) ? value : null);
