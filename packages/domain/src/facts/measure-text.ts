import { catalogue } from '../metrics/catalogue.ts';
import { exportDecimals, fixedText } from '../units/rounding.ts';
import { displayDecimals, shownInPlaceOf, type Units } from '../units/unit-system.ts';
import { type Measure, type MeasureScale, measureShown, measureTyped, type NumberMeasure, scaleOf } from './measures.ts';

/** How a person reads and types a measure: oxygen saturation, a measure from 0 to 1, in percent like everywhere else. */
export function readScale(measure: NumberMeasure, units: Units): MeasureScale {
  const { perKept, origin } = measure;
  const scale = scaleOf(measure, units);
  if (perKept === 1 || origin.from !== 'latest') return scale;
  const [low, high] = scale.range;
  return { unit: catalogue[origin.metric].unit, range: [low / perKept, high / perKept], step: scale.step / perKept };
}

/** A measure's value on `readScale`; not rounded. */
export function measureRead(measure: NumberMeasure, value: number, units: Units): number {
  return measureShown(measure, value, units) / measure.perKept;
}

/** What was typed on `readScale`, as the measure's value in its metric scale; not rounded. */
export function measureReadBack(measure: NumberMeasure, typed: number, units: Units): number {
  return measureTyped(measure, typed * measure.perKept, units);
}

/** The unit that a person reads for a measure; empty where there is none. */
export function measureUnit(measure: Measure, units: Units): string {
  return measure.type === 'measure' ? readScale(measure, units).unit : '';
}

/** Digits after the point of a measure that is read in another unit than it is kept in; null where it is not. */
export function convertedDigits({ origin }: NumberMeasure, units: Units): number | null {
  const metric = origin.from === 'latest' ? catalogue[origin.metric] : null;
  return metric && shownInPlaceOf(metric.ucum, units) ? displayDecimals(metric, units) : null;
}

/** A value of a measure, in its metric scale, as it is read and written into files: rounded once, without its unit. A word stays one. */
export function measureText(measure: Measure, value: number | string, units: Units): string {
  if (measure.type === 'value' || typeof value === 'string') return String(value);
  const decimals = measure.origin.from === 'latest' ? displayDecimals(catalogue[measure.origin.metric], units) : measure.decimals;
  return fixedText(measureRead(measure, value, units), Math.min(decimals, exportDecimals));
}
