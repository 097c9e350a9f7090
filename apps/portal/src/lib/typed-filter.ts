import { filterRange, type MeasureFilter, readMeasureFilter, writeMeasureFilter } from '@vigil/domain/facts/measure-filter';
import { measureRead, measureReadBack, readScale } from '@vigil/domain/facts/measure-text';
import type { Measure, NumberMeasure } from '@vigil/domain/facts/measures';
import { roundTo } from '@vigil/domain/units/rounding';
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

/** Rounded finer than anybody types, so that an end does not fall out of the range by a hair. */
function kept(measure: NumberMeasure, typed: number, units: Units): number {
  return roundTo(isTime(measure) ? typed * secondsAMinute : measureReadBack(measure, typed, units), 4);
}

/** What stands in the fields of a filter that is on. */
export function typedOf(filter: MeasureFilter | undefined, units: Units): TypedFilter {
  if (!filter) return nothingTyped;
  if ('words' in filter) return { ...nothingTyped, words: filter.words, orMissing: filter.orMissing };
  const { measure, low, high, orMissing } = filter;
  const end = (value: number | undefined) => (value === undefined ? '' : String(shown(measure, value, units)));
  return { ...nothingTyped, low: end(low), high: end(high), orMissing };
}

/** The filter that was typed: null where nothing was, `wrong` where it cannot be. */
export function filterOf(measure: Measure, { low, high, words, orMissing }: TypedFilter, units: Units): MeasureFilter | null | 'wrong' {
  if (measure.type === 'value') return words.length > 0 || orMissing ? { measure, words, orMissing } : null;
  if (low.trim() === '' && high.trim() === '') return orMissing ? { measure, orMissing } : null;
  const [from, to] = [low, high].map((end) => endOf(measure, end, units));
  if (from === null || to === null) return 'wrong';
  const filter = { measure, orMissing, ...(from !== undefined && { low: from }), ...(to !== undefined && { high: to }) };
  return readMeasureFilter(writeMeasureFilter(filter)) ?? 'wrong';
}

/** Null: it cannot be. A comma is read as a point. */
function endOf(measure: NumberMeasure, text: string, units: Units): number | undefined | null {
  if (text.trim() === '') return undefined;
  const typed = Number(text.trim().replace(',', '.'));
  const [low, high] = typedScale(measure, units).range;
  if (!(typed >= low && typed <= high)) return null;
  // What lies within the range of the person's units lies within what may be asked, but for rounding.
  const [lowest, highest] = filterRange(measure);
  return Math.min(Math.max(kept(measure, typed, units), lowest), highest);
}

/** The filters of an address; what cannot be one is dropped. One a measure: the last holds. */
export function filtersOf(text: string): readonly MeasureFilter[] {
  const all = text.split(',').flatMap((one) => readMeasureFilter(one) ?? []);
  return [...new Map(all.map((filter) => [filter.measure.id, filter])).values()];
}

export const writeFilters = (filters: readonly MeasureFilter[]): string => filters.map(writeMeasureFilter).join(',');
