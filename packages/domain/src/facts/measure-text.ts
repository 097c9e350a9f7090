import { catalogue } from '../metrics/catalogue.ts';
import { exportDecimals, fixedText } from '../units/rounding.ts';
import type { UnitSystem } from '../units/unit-system.ts';
import { type Measure, type MeasureScale, measureShown, measureTyped, type NumberMeasure } from './measures.ts';

/** How a person with this unit system reads and types a measure: oxygen saturation, a measure from 0 to 1, in percent like everywhere else. */
export function readScale({ scales, perKept, origin }: NumberMeasure, system: UnitSystem): MeasureScale {
  const scale = scales[system];
  if (perKept === 1 || origin.from !== 'latest') return scale;
  const [low, high] = scale.range;
  return { unit: catalogue[origin.metric].unit, range: [low / perKept, high / perKept], step: scale.step / perKept };
}

/** A measure's value on `readScale`; not rounded. */
export function measureRead(measure: NumberMeasure, value: number, system: UnitSystem): number {
  return measureShown(measure, value, system) / measure.perKept;
}

/** What was typed on `readScale`, as the measure's value in its metric scale; not rounded. */
export function measureReadBack(measure: NumberMeasure, typed: number, system: UnitSystem): number {
  return measureTyped(measure, typed * measure.perKept, system);
}

/** The unit that a person with this unit system reads for a measure; empty where there is none. */
export function measureUnit(measure: Measure, system: UnitSystem): string {
  return measure.type === 'measure' ? readScale(measure, system).unit : '';
}

/** A value of a measure, in its metric scale, as it is read and written into files: rounded once, without its unit. A word stays one. */
export function measureText(measure: Measure, value: number | string, system: UnitSystem): string {
  if (measure.type === 'value' || typeof value === 'string') return String(value);
  const kept = measure.perKept !== 1 && measure.origin.from === 'latest' ? catalogue[measure.origin.metric] : measure;
  return fixedText(measureRead(measure, value, system), Math.min(kept.decimals, exportDecimals));
}
