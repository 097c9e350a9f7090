import { catalogue, type MetricId } from '@vigil/domain/metrics/catalogue';
import { type BandState, bandStateCodes } from '@vigil/domain/status/band-state';
import { convertFromUcum } from '@vigil/domain/units/ucum';

/** What the codes of a system mean. */
export type BandCodes = (code: number) => BandState;

const missing = new Set(['', '-', '--', '—', 'na', 'n/a', 'nan', 'null', 'none']);
const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
const decimalComma = /^[+-]?\d+,\d+$/;
/** `1,234` and `1,234.5`; a comma before three figures separates thousands where commas separate the columns as well. */
const thousands = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;

/** Words that stand for the states Vigil keeps as numbers, as its own exports write them in either language. */
const stateWords: Readonly<Partial<Record<MetricId, ReadonlyMap<string, number>>>> = {
  sleep_depth: wordsOf({ awake: 1, wake: 1, light: 2, rem: 3, deep: 4, despierto: 1, ligero: 2, profundo: 4 }),
  band_removed: wordsOf({
    ...{ wearing: 0, 'on wrist': 0, 'band on wrist': 0, 'pulsera en la muñeca': 0 },
    ...{ removed: 1, 'off wrist': 1, 'band off wrist': 1, 'pulsera fuera de la muñeca': 1 },
    ...{ charging: 2, 'band charging': 2, 'pulsera cargando': 2 },
  }),
};

/** Looked up in a map, so that a cell called `constructor` is as unknown as any other word. */
function wordsOf(words: Readonly<Record<string, number>>): ReadonlyMap<string, number> {
  return new Map(Object.entries(words));
}

const figureZero = 48;
const figureNine = 57;

/** An empty cell, or a word for nothing: no reading, and no fault either. */
export function isMissing(cell: string): boolean {
  // Most cells begin with a figure, which no word for nothing does.
  const first = cell.charCodeAt(0);
  if (first >= figureZero && first <= figureNine) return false;
  return missing.has(cell.trim().toLowerCase());
}

/** Whether a line says anything beyond its first `columns` cells; a separator at its end says nothing. */
export function hasCellsBeyond(record: readonly string[], columns: number): boolean {
  for (let index = columns; index < record.length; index += 1) if (record[index]?.trim() !== '') return true;
  return false;
}

/** The value of a cell in the unit the catalogue keeps; NaN when it is none. `delimiter` is what separates the columns. */
export function readCell(metric: MetricId, cell: string, ucum: string, delimiter: string): number {
  const trimmed = cell.trim();
  const word = stateWords[metric]?.get(trimmed.toLowerCase());
  if (word !== undefined) return word;
  const text = trimmed.includes(',') ? withPoint(trimmed, delimiter) : trimmed;
  if (!decimal.test(text)) return Number.NaN;
  const converted = convertFromUcum(catalogue[metric], Number(text), ucum);
  return converted.ok ? converted.value : Number.NaN;
}

/** A state of the band written in another system's codes, as Vigil keeps it; NaN for a code that says nothing there. Words are words in every system. */
export function readBandCode(cell: string, decode: BandCodes): number {
  const text = cell.trim();
  const word = stateWords.band_removed?.get(text.toLowerCase());
  if (word !== undefined) return word;
  const state = decimal.test(text) ? decode(Number(text)) : 'unknown';
  return state === 'unknown' ? Number.NaN : bandStateCodes[state];
}

function withPoint(text: string, delimiter: string): string {
  if (delimiter === ',' && thousands.test(text)) return text.replaceAll(',', '');
  return decimalComma.test(text) ? text.replace(',', '.') : text;
}

/** `120/80` in its two halves; null when it is not of that form. */
export function splitPressure(cell: string): readonly [systolic: string, diastolic: string] | null {
  const [systolic = '', diastolic = '', more] = cell.split('/', 3).map((half) => half.trim());
  return more === undefined && half.test(systolic) && half.test(diastolic) ? [systolic, diastolic] : null;
}

const half = /^[\d.,]+$/;
