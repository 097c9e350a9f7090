import { glucoseUnits, type Units } from '../units/unit-system.ts';
import { measureOf, measureTyped, type NumberMeasure, scaleOf, type ValueMeasure } from './measures.ts';

/** What a list keeps of its members by one measure. A value that is missing, or too old to say anything of now, never matches. */
export type MeasureFilter = (
  | {
      readonly measure: NumberMeasure;
      /** In the metric scale, inclusive; at least one of the two is there, or `orMissing` is true. */
      readonly low?: number;
      readonly high?: number;
    }
  | { readonly measure: ValueMeasure; readonly words: readonly string[] }
) & {
  /** Members of whom no value of now is known are kept as well. */
  readonly orMissing: boolean;
};

/**
 * A value that lies no further outside an end than this, in the metric scale, reaches it: 100.5 °F and 154.4 lbs are no finite decimals in
 * °C and kg, and an end that was typed in them is kept to four, a reading to six. Far below what any measure is read to.
 */
export const endTolerance = 0.0001;

/** Whether a number lies between the ends of a filter. */
export const isWithinEnds = (value: number, { low, high }: { readonly low?: number; readonly high?: number }): boolean =>
  (low === undefined || value >= low - endTolerance) && (high === undefined || value <= high + endTolerance);

/** Stands among the alternatives of a filter for members without a value of now. */
const missing = 'none';

const allUnits = (['metric', 'imperial'] as const).flatMap((system) => glucoseUnits.map((glucose): Units => ({ system, glucose })));

/** The outermost ends that a filter may name, in the metric scale: the range in whichever units it is the widest. */
export function filterRange(measure: NumberMeasure): readonly [low: number, high: number] {
  const ranges = allUnits.map((units) => scaleOf(measure, units).range.map((end) => measureTyped(measure, end, units)) as [number, number]);
  return [Math.min(...ranges.map(([low]) => low)), Math.max(...ranges.map(([, high]) => high))];
}

/** Numbers as people send them, and as units turn them: as good as equal. */
const roundingDust = 1e-9;

/**
 * A filter from how it is written: `weight:70..90`, `age:65..`, `gender:female|male`, `e_asthma:yes`; with `|none`, or just
 * `weight:none`, members without a value of now. Null where there is no such measure, a number lies outside what may be asked,
 * the lower end is above the higher, or the words are not the measure's.
 */
export function readMeasureFilter(text: string): MeasureFilter | null {
  const colon = text.indexOf(':');
  const measure = colon < 1 ? null : measureOf(text.slice(0, colon));
  if (!measure) return null;
  const alternatives = text.slice(colon + 1).split('|');
  const orMissing = alternatives.includes(missing);
  const asked = alternatives.filter((one) => one !== missing);
  if (measure.type === 'value') return ofWords(measure, asked, orMissing);
  if (asked.length > 1) return null;
  return asked[0] === undefined ? (orMissing ? { measure, orMissing } : null) : ofRange(measure, asked[0], orMissing);
}

function ofWords(measure: ValueMeasure, words: readonly string[], orMissing: boolean): MeasureFilter | null {
  const known = words.every((word) => measure.values.includes(word)) && new Set(words).size === words.length;
  return known && (words.length > 0 || orMissing) ? { measure, words, orMissing } : null;
}

function ofRange(measure: NumberMeasure, range: string, orMissing: boolean): MeasureFilter | null {
  const ends = range.split('..');
  if (ends.length !== 2 || ends.every((end) => end === '')) return null;
  const [lowest, highest] = filterRange(measure);
  const [low, high] = ends.map((end) => (end === '' ? undefined : numberOf(end)));
  for (const end of [low, high])
    if (end === null || (end !== undefined && !(end >= lowest - roundingDust && end <= highest + roundingDust))) return null;
  if (typeof low === 'number' && typeof high === 'number' && low > high) return null;
  return { measure, orMissing, ...(typeof low === 'number' && { low }), ...(typeof high === 'number' && { high }) };
}

function numberOf(text: string): number | null {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : null;
}

/** How a filter is written in an address; `readMeasureFilter` reads it back. */
export function writeMeasureFilter(filter: MeasureFilter): string {
  const asked =
    'words' in filter
      ? filter.words
      : filter.low === undefined && filter.high === undefined
        ? []
        : [`${filter.low ?? ''}..${filter.high ?? ''}`];
  return `${filter.measure.id}:${[...asked, ...(filter.orMissing ? [missing] : [])].join('|')}`;
}
