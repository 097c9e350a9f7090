import type { Metric } from '../metrics/catalogue.ts';
import { roundTo } from './rounding.ts';
import { displayUnit, keptUnits, shownInPlaceOf, type Units } from './unit-system.ts';

/** A number that was typed for a metric, taken in the metric's other unit. */
export interface MeantUnit {
  readonly number: number;
  /** In which it was typed. */
  readonly typedUnit: string;
  readonly unit: string;
  /** In which it reads as that. */
  readonly units: Units;
  /** The value that it comes to in the other unit, as it is kept. */
  readonly kept: number;
}

/** Units in which everything with two units is read in the other one than it is kept in. */
export const convertedUnits: Units = { system: 'imperial', glucose: 'mmol/L' };

/**
 * What a value was probably meant as: the number as it was typed in `units`, in the metric's other unit, where that lies within `range`
 * (in the kept unit, inclusive). Null where it does not, and where the metric has one unit.
 */
export function meantInOtherUnit(
  metric: Pick<Metric, 'unit' | 'ucum'>,
  value: number,
  units: Units,
  [low, high]: readonly [low: number, high: number],
): MeantUnit | null {
  const other = shownInPlaceOf(metric.ucum, convertedUnits);
  if (!other) return null;
  const isConverted = displayUnit(metric, units) === other.unit;
  const number = roundTo(isConverted ? other.convert(value) : value, 2);
  const kept = isConverted ? number : other.convertBack(value);
  if (kept < low || kept > high) return null;
  return isConverted
    ? { number, typedUnit: other.unit, unit: metric.unit, units: keptUnits, kept }
    : { number, typedUnit: metric.unit, unit: other.unit, units: convertedUnits, kept };
}
