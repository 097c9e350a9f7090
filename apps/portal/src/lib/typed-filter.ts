import { endTolerance, filterRange, type MeasureFilter, readMeasureFilter, writeMeasureFilter } from '@vigil/domain/facts/measure-filter';
import { convertedDigits, measureRead, measureReadBack, readScale } from '@vigil/domain/facts/measure-text';
import type { Measure, NumberMeasure } from '@vigil/domain/facts/measures';
import { typedNumber } from '@vigil/domain/text/typed-number';
import { convertedDecimals, roundTo } from '@vigil/domain/units/rounding';
import type { Units } from '@vigil/domain/units/unit-system';

/** Whether a measure is kept in seconds, which nobody reads or types. */
export const isTime = (measure: Measure) => measure.type === 'measure' && measure.scales.metric.unit === 's';

/** A filter as it stands in its fields: what was typed, in the person's units. */
export interface TypedFilter {
  readonly low: string;
  readonly high: string;
  readonly words: readonly string[];
  readonly orMissing: boolean;
}

export const nothingTyped: TypedFilter = { low: '', high: '', words: [], orMissing: false };

/** How times are typed: minutes, where the measure has seconds. */
const secondsAMinute = 60;

/** Unit, ends and step of the fields of a measure. */
export function typedScale(measure: NumberMeasure, units: Units) {
  const { unit, range, step } = readScale(measure, units);
  if (!isTime(measure)) return { unit, range, step };
  return { unit: 'min', range: [range[0] / secondsAMinute, range[1] / secondsAMinute] as const, step: 1 };
}

function shown(measure: NumberMeasure, value: number, units: Units): number {
  return roundTo(isTime(measure) ? value / secondsAMinute : measureRead(measure, value, units), 2);
}

type Side = 'low' | 'high';
const outward = { low: -1, high: 1 } as const;

/** Finer than a reading is kept, and coarser than binary dust. */
const hair = 1e-5;

/**
 * Where an end lies among the kept values. In a unit that is converted it takes in whatever reads as the end: 70 mg/dL reads 3.9 mmol/L,
 * so it is in "from 3.9" and not in "up to 3.8". A half reads as the step above it. Otherwise rounded finer than anybody types, so that
 * an end does not fall out of the range by a hair.
 */
function kept(measure: NumberMeasure, typed: number, side: Side, units: Units): number {
  const digits = convertedDigits(measure, units);
  if (digits === null || roundTo(typed, digits) !== typed)
    return roundTo(isTime(measure) ? typed * secondsAMinute : measureReadBack(measure, typed, units), 4);
  const edge = measureReadBack(measure, typed + outward[side] * halfStep(digits), units);
  return roundTo(edge - hair - outward[side] * endTolerance, convertedDecimals);
}

const halfStep = (digits: number) => 0.5 / 10 ** digits;

/** What was typed for an end that is kept; of one that nobody typed in these units, what it is in them. */
function typedEnd(measure: NumberMeasure, value: number, side: Side, units: Units): number {
  const digits = convertedDigits(measure, units);
  if (digits === null) return shown(measure, value, units);
  const typed = roundTo(measureRead(measure, value, units) - outward[side] * halfStep(digits), digits);
  return withinRange(measure, kept(measure, typed, side, units)) === value ? typed : shown(measure, value, units);
}

/** What stands in the fields of a filter that is on. */
export function typedOf(filter: MeasureFilter | undefined, units: Units): TypedFilter {
  if (!filter) return nothingTyped;
  if ('words' in filter) return { ...nothingTyped, words: filter.words, orMissing: filter.orMissing };
  const { measure, low, high, orMissing } = filter;
  const end = (value: number | undefined, side: Side) => (value === undefined ? '' : String(typedEnd(measure, value, side, units)));
  return { ...nothingTyped, low: end(low, 'low'), high: end(high, 'high'), orMissing };
}

/** The filter that was typed: null where nothing was, `wrong` where it cannot be. */
export function filterOf(measure: Measure, { low, high, words, orMissing }: TypedFilter, units: Units): MeasureFilter | null | 'wrong' {
  if (measure.type === 'value') return words.length > 0 || orMissing ? { measure, words, orMissing } : null;
  if (low.trim() === '' && high.trim() === '') return orMissing ? { measure, orMissing } : null;
  const [from, to] = [endOf(measure, low, 'low', units), endOf(measure, high, 'high', units)];
  if (from === null || to === null) return 'wrong';
  const filter = { measure, orMissing, ...(from !== undefined && { low: from }), ...(to !== undefined && { high: to }) };
  return readMeasureFilter(writeMeasureFilter(filter)) ?? 'wrong';
}

/** Null: it cannot be. */
function endOf(measure: NumberMeasure, text: string, side: Side, units: Units): number | undefined | null {
  if (text.trim() === '') return undefined;
  const typed = typedNumber(text);
  const [low, high] = typedScale(measure, units).range;
  if (!(typed >= low && typed <= high)) return null;
  return withinRange(measure, kept(measure, typed, side, units));
}

/** What lies within the range of the person's units lies within what may be asked, but for rounding. */
function withinRange(measure: NumberMeasure, end: number): number {
  const [lowest, highest] = filterRange(measure);
  return Math.min(Math.max(end, lowest), highest);
}

/** The filters of an address; what cannot be one is dropped. One a measure: the last holds. */
export function filtersOf(text: string): readonly MeasureFilter[] {
  const all = text.split(',').flatMap((one) => readMeasureFilter(one) ?? []);
  return [...new Map(all.map((filter) => [filter.measure.id, filter])).values()];
}

export const writeFilters = (filters: readonly MeasureFilter[]): string => filters.map(writeMeasureFilter).join(',');
