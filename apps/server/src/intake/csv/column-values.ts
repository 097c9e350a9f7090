import { createDistinctValues, type DistinctValues, type ValueBudget } from './distinct-values.ts';
import { createLineNumbers } from './line-numbers.ts';
import { createNumberWalk } from './number-walk.ts';
import type { PersonColumn } from './person-columns.ts';
import { kindOfValue, type ValueKind, wholeNumber } from './value-kinds.ts';

/** What a column held, and what of it could name somebody. */
export interface ColumnValues {
  /** `when` is the moment of the line, as it is written. */
  add(value: string, when: string): void;
  /** Whether its whole numbers name nobody: they number the lines, or are codes or measurements. */
  hasPlainNumbers(): boolean;
  /** The values that could name somebody. `hasPlainNumbers` is of the whole column, where this is a part of it. */
  names(hasPlainNumbers: boolean): Names;
}

export type Names = Pick<DistinctValues, 'first' | 'has' | 'isFull' | 'size'>;

/** Of the numbers of a measurement, those with a fraction, at least; one alone among ids is a slip of the hand. */
const fractionShare = 1 / 20;
/** Longer than any id of a record or a member. */
const longestCode = 64;
/** A number of five figures, such as a goal of steps, is somebody's by chance. */
const shortNumber = /^[\d.,+-]{1,5}$/;

export function createColumnValues({ kind, numbering }: PersonColumn, budget: ValueBudget): ColumnValues {
  const words = createDistinctValues(budget);
  const wholes = createDistinctValues(budget);
  const lines = createLineNumbers();
  const walk = createNumberWalk();
  const isNamed = kind === 'person' || kind === 'id';
  /** Cells with a number, and those of them that no id has. */
  let numbers = 0;
  let measured = 0;
  let previous: string | undefined;
  let previousKind: ValueKind = 'other';

  function kindOf(value: string): ValueKind {
    if (value !== previous) previousKind = kindOfValue(value);
    previous = value;
    return previousKind;
  }

  function keep(value: string): void {
    // With more words than are told apart, nothing that follows changes what the column is.
    if (words.isFull()) return;
    const valueKind = kindOf(value);
    if (kind === 'harmless') {
      if ((valueKind === 'word' || valueKind === 'whole') && isCode(value)) words.add(value);
      return;
    }
    if (valueKind === 'word') words.add(value);
    if (valueKind === 'whole' || valueKind === 'measured') numbers += 1;
    if (valueKind === 'measured') measured += 1;
    if (valueKind === 'whole' && kind === 'unknown') {
      walk.add(wholeNumber(value));
      wholes.add(value);
    }
  }
  const hasFractions = () => measured > 0 && measured >= numbers * fractionShare;

  return {
    add(value, when) {
      if (numbering !== null) lines.add(value, when);
      if (isNamed) words.add(value);
      else keep(value);
    },
    hasPlainNumbers() {
      if (numbering !== null && lines.areLineNumbers(numbering)) return true;
      return !isNamed && (hasFractions() || walk.areCodes() || walk.isOfMeasurements(wholes.size()));
    },
    names(hasPlainNumbers) {
      if (hasPlainNumbers) return isNamed ? nobody : words;
      return isNamed || wholes.size() === 0 ? words : both(words, wholes);
    },
  };
}

const nobody: Names = createDistinctValues();

/** Whether a value of a column that says something else than who could be a member's number all the same. */
function isCode(value: string): boolean {
  return value.length <= longestCode && /\d/.test(value) && !/[\s,;]/.test(value) && !shortNumber.test(value);
}

function both(one: Names, other: Names): Names {
  return {
    size: () => one.size() + other.size(),
    isFull: () => one.isFull() || other.isFull(),
    has: (value) => one.has(value) || other.has(value),
    first: (most) => [...one.first(most), ...other.first(most)].slice(0, most),
  };
}
