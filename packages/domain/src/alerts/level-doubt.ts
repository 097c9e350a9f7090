import { catalogue, type MetricId } from '../metrics/catalogue.ts';
import { convertedUnits, meantInOtherUnit } from '../units/meant-unit.ts';
import { keptUnits, shownInPlaceOf, type Units } from '../units/unit-system.ts';
import { levelText, levelUnit } from './levels.ts';
import type { AlertRule } from './rule.ts';

/**
 * What limits lie within, in the metric's unit; only of what is read in two units. Glucose: sensors give 40 to 400 or 500 mg/dL, and meters
 * up to 600 (ISO 15197). Body temperature: beyond both ends somebody is dying of it. Skin is colder. Weight: adults between the 0.1st and
 * the 99.9th percentile (NHANES 2015–2018).
 */
const likely: Readonly<Partial<Record<MetricId, readonly [low: number, high: number]>>> = {
  glucose: [40, 600],
  body_temp: [33, 42],
  skin_temp: [20, 42],
  weight: [35, 220],
};

export const levelFields = ['level', 'clearing'] as const;
export type LevelField = (typeof levelFields)[number];

/** A level that was probably meant in the metric's other unit. */
export interface LevelDoubt {
  readonly field: LevelField;
  /** As it was typed, with its unit: "5.4 mg/dL". */
  readonly typed: string;
  /** The same number in the other unit, and the level that it comes to; null where that is no likely limit either. */
  readonly meant: { readonly words: string; readonly level: number } | null;
}

/**
 * Levels of a rule about the value itself that lie far outside the usual range. `units`: those in which it was typed; without them
 * either may have been meant for the other.
 */
export function levelDoubts(rule: AlertRule, fields: readonly LevelField[] = levelFields, units?: Units): readonly LevelDoubt[] {
  return fields.flatMap((field) => doubtOf(rule, field, units) ?? []);
}

function doubtOf(rule: AlertRule, field: LevelField, units: Units | undefined): LevelDoubt | null {
  const { subject, against, [field]: level } = rule;
  if (subject.kind !== 'metric' || against !== 'value' || !Number.isFinite(level)) return null;
  const range = likely[subject.metric];
  const metric = catalogue[subject.metric];
  if (!range || !shownInPlaceOf(metric.ucum, convertedUnits) || isWithin(level, range)) return null;
  for (const typedIn of units ? [units] : [keptUnits, convertedUnits]) {
    const meant = meantInOtherUnit(metric, level, typedIn, range);
    if (meant) {
      const { number, typedUnit, unit, kept } = meant;
      return { field, typed: `${number} ${typedUnit}`, meant: { words: `${number} ${unit}`, level: kept } };
    }
  }
  return { field, typed: `${levelText(rule, level, units)} ${levelUnit(rule, units)}`, meant: null };
}

const isWithin = (value: number, [low, high]: readonly [number, number]) => value >= low && value <= high;

/** A doubt as the question that it is. */
export const doubtWords = ({ typed, meant }: LevelDoubt): string =>
  `A limit of ${typed} is far outside the usual range. ${meant ? `Did you mean ${meant.words}?` : 'Is it correct?'}`;
