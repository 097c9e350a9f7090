/** One measured figure; `npm run bench -- --json` prints one a line. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** What the figure has to hold; null where there is none. */
  readonly target: number | null;
  /** The same work done by the obvious alternative, in the same run; null where there is none. */
  readonly peer: number | null;
  /** How many times better than the peer. */
  readonly ratio: number | null;
}

/** A figure without a peer. */
export function figure(name: string, value: number, unit: string, target: number | null = null): Figure {
  return { name, value: rounded(value), unit, target, peer: null, ratio: null };
}

/** Three significant digits: a measurement on a shared machine has no more. */
function rounded(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(3));
}

/** The value below which the given share of the samples lies. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}
