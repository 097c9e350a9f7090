/** The different values of a column. */
export interface DistinctValues {
  add(value: string): void;
  has(value: string): boolean;
  size(): number;
  /** Whether there were more than could be told apart. */
  isFull(): boolean;
  /** In the order in which they first came. */
  first(most: number): string[];
}

/** How many values the columns of one file may keep together, so that a file of many columns costs no more memory than a few. */
export interface ValueBudget {
  left: number;
}

/** More are not told apart, so that a column costs no more memory however long the file is. */
const maxDistinct = 10_000;
/** Each column keeps as many whatever the others took. */
const alwaysKept = 20;
/** A longer value is cut; ids, names and addresses are shorter. */
const maxCharacters = 200;

export function createDistinctValues(budget: ValueBudget = { left: maxDistinct }): DistinctValues {
  const values = new Set<string>();
  let isFull = false;
  let previous: string | undefined;

  return {
    add(written) {
      // The common case is the same person as on the line before.
      if (written === previous) return;
      previous = written.length > maxCharacters ? cut(written) : written;
      if (values.has(previous)) return;
      if (values.size >= maxDistinct || (values.size >= alwaysKept && budget.left <= 0)) {
        isFull = true;
        return;
      }
      budget.left -= 1;
      values.add(previous);
    },
    has: (value) => values.has(value),
    size: () => values.size,
    isFull: () => isFull,
    first: (most) => [...values.values().take(most)],
  };
}

/** The beginning of a text, as a text of its own: a slice would keep all of it in memory. */
function cut(text: string): string {
  return Buffer.from(text.slice(0, maxCharacters), 'utf16le').toString('utf16le');
}

/** For people: how many there are, or that they are more than can be counted. */
export function countOf(values: Pick<DistinctValues, 'isFull' | 'size'>): string {
  return values.isFull() ? `more than ${values.size().toLocaleString('en')}` : String(values.size());
}
