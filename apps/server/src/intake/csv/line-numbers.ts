/** Watches whether a column numbers the lines of its file. */
export interface LineNumbers {
  /** `when` is the moment of the line, as it is written. */
  add(value: string, when: string): void;
  /** Whether each line has the whole number after that of the line before. */
  areLineNumbers(begin: Numbering): boolean;
}

/** Where line numbers have to begin: a heading that says `row` may begin anywhere, one that says `id` at 0 or 1. */
export type Numbering = 'anywhere' | 'at one';

export function createLineNumbers(): LineNumbers {
  let first: number | undefined;
  let last = 0;
  let lines = 0;
  let isConsecutive = true;
  let firstWhen: string | undefined;
  let hasSeveralMoments = false;

  return {
    add(value, when) {
      if (!isConsecutive) return;
      const now = figures.test(value) ? Number(value) : Number.NaN;
      firstWhen ??= when;
      if (when !== firstWhen) hasSeveralMoments = true;
      isConsecutive = Number.isSafeInteger(now) && (first === undefined || now === last + 1);
      first ??= now;
      last = now;
      lines += 1;
    },
    // Lines of one moment with a number each would be one reading over and over: there, the numbers are persons'.
    areLineNumbers: (begin) => isConsecutive && lines > 1 && hasSeveralMoments && (begin === 'anywhere' || first === 0 || first === 1),
  };
}

const figures = /^\d{1,15}$/;
