/** The different values of a column, and whether they are of the lines themselves. */
export interface DistinctValues {
  /** `when` is the moment of the line, as it is written. */
  add(value: string, when: string): void;
  has(value: string): boolean;
  size(): number;
  /** For people: the count, or that it is more than can be counted. */
  count(): string;
  /** In the order in which they first came. */
  first(most: number): string[];
  /** Whether each line has a value of its own, as a line number or the key of a row in a database has. */
  numbersLines(): boolean;
}

/** More are not told apart, so that a column costs no more memory however long the file is. */
const maxDistinct = 10_000;
/** A longer value is cut; ids, names and addresses are shorter. */
const maxCharacters = 200;
const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

export function createDistinctValues(): DistinctValues {
  const values = new Set<string>();
  let isFull = false;
  let previous: string | undefined;
  let firstWhen: string | undefined;
  let hasSeveralMoments = false;
  let isRising = true;
  let isFalling = true;
  let areNewUuids = true;

  /** Whole numbers that only rise, or only fall, are line numbers; so are UUIDs that never come twice. */
  function lookAtOrder(value: string): void {
    if (areNewUuids) areNewUuids = uuid.test(value) && !values.has(value);
    if (!(isRising || isFalling)) return;
    const now = Number(value);
    if (!Number.isSafeInteger(now)) isRising = isFalling = false;
    else if (previous !== undefined) {
      const before = Number(previous);
      if (now <= before) isRising = false;
      if (now >= before) isFalling = false;
    }
  }

  return {
    add(written, when) {
      const value = written.length > maxCharacters ? written.slice(0, maxCharacters) : written;
      firstWhen ??= when;
      if (when !== firstWhen) hasSeveralMoments = true;
      // The common case is the same person as on the line before.
      if (value === previous) {
        isRising = isFalling = areNewUuids = false;
        return;
      }
      lookAtOrder(value);
      previous = value;
      if (values.size < maxDistinct) values.add(value);
      else if (!values.has(value)) isFull = true;
    },
    has: (value) => values.has(value),
    size: () => values.size,
    count: () => (isFull ? `more than ${maxDistinct.toLocaleString('en')}` : String(values.size)),
    first: (most) => [...values.values().take(most)],
    // Lines of one moment with a number each would be one reading over and over: there, the numbers are persons'.
    numbersLines: () => values.size > 1 && hasSeveralMoments && (isRising || isFalling || areNewUuids),
  };
}
