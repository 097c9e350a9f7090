import { isMissing } from './cells.ts';
import { readDateText } from './date-texts.ts';

/**
 * What a cell of a column that nobody knows could be. `whole` could be an id and could be a count; `word` could be a name, a code
 * or a UUID; `measured` is a number that no id has; `other` is a moment, a time of day, a yes or no, or nothing.
 */
export type ValueKind = 'whole' | 'measured' | 'word' | 'other';

const flags = new Set(['yes', 'no', 'true', 'false', 'y', 'n', 'on', 'off', 't', 'f', 'sí', 'si', 'ja', 'nein', 'oui', 'non']);
/** A number as people and programs write it; one with a percent sign is measured. */
const number = /^[+-]?\d+(?:[.,]\d+)?(?:e[+-]?\d{1,3})?%?$/i;
/** Figures that no number has: `007`. */
const leadingZero = /^0\d/;
const thousands = /,\d{3}$/;
const timeOfDay = /^\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?: ?[ap]\.?m\.?)?$/i;
/** A longer text is neither a number nor a time. */
const longestNumber = 40;

export function kindOfValue(value: string): ValueKind {
  if (isMissing(value)) return 'other';
  if (value.length > longestNumber) return 'word';
  if (number.test(value)) return leadingZero.test(value) ? 'word' : isWhole(value) ? 'whole' : 'measured';
  if (flags.has(value.toLowerCase()) || timeOfDay.test(value)) return 'other';
  return readDateText(value).kind === 'none' ? 'word' : 'other';
}

/** What a whole number comes to; ids become `7001.0`, `7,001` and `1.5E+09` in programs that take them for amounts. */
export function wholeNumber(value: string): number {
  return Number(thousands.test(value) ? value.replace(',', '') : value.replace(',', '.'));
}

function isWhole(value: string): boolean {
  return !value.endsWith('%') && Number.isInteger(wholeNumber(value));
}
