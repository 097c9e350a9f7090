import { catalogue } from '../metrics/catalogue.ts';
import { convertedUnits } from '../units/meant-unit.ts';
import { convertedDecimals, roundTo } from '../units/rounding.ts';
import { displayDecimals, shownInPlaceOf } from '../units/unit-system.ts';
import type { AlertRule } from './rule.ts';

/** How far a value lies from its baseline, in the unit that is kept. */
export type ReadDifference = (value: number, baseline: number) => number;

/**
 * How a difference is read whose level was typed in another unit than is kept, which its digits tell; null for any other rule. 5 lb are
 * 2.267962 kg, and from 180.5 to 185.5 lb is a gain of 5.0, though the two read 81.9 and 84.1 kg, which is less.
 */
export function typedDifference({ subject, against, level }: AlertRule): ReadDifference | null {
  if (against !== 'difference' || subject.kind !== 'metric') return null;
  const metric = catalogue[subject.metric];
  const unit = shownInPlaceOf(metric.ucum, convertedUnits);
  if (!unit || roundTo(level, metric.decimals) === level) return null;
  const decimals = displayDecimals(metric, convertedUnits);
  const perKept = unit.convert(1) - unit.convert(0);
  const read = (value: number) => roundTo(unit.convert(value), decimals);
  return (value, baseline) => roundTo(roundTo(read(value) - read(baseline), decimals) / perKept, convertedDecimals);
}
