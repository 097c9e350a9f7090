import { exportDecimals, roundTo } from '../units/rounding.ts';
import type { UnitSystem } from '../units/unit-system.ts';
import { type Measure, measureShown } from './measures.ts';

/** The unit that a person with this unit system reads for a measure; empty where there is none. */
export function measureUnit(measure: Measure, system: UnitSystem): string {
  return measure.type === 'measure' ? measure.scales[system].unit : '';
}

/** A value of a measure, in its metric scale, as it is read and written into files: rounded, without its unit. A word stays one. */
export function measureText(measure: Measure, value: number | string, system: UnitSystem): string {
  if (measure.type === 'value' || typeof value === 'string') return String(value);
  const decimals = Math.min(measure.decimals, exportDecimals);
  return roundTo(roundTo(measureShown(measure, value, system), exportDecimals), decimals).toFixed(decimals);
}
