/** One measured figure; `npm run bench -- --json` prints one a line. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** What the figure has to hold; null where there is none. */
  readonly target: number | null;
  /** The same work done by the obvious alternative; null where there is none. */
  readonly peer: number | null;
  /** How many times better than the peer. */
  readonly ratio: number | null;
  /** The run fails when the ratio is below this. Null: the ratio is only told. */
  readonly leastRatio: number | null;
  /** The run fails when the target is missed: for bounds that do not depend on how fast the machine is. */
  readonly targetAsserted: boolean;
}

/** A figure without a peer. */
export function figure(name: string, value: number, unit: string, target: number | null = null): Figure {
  return { name, value: rounded(value), unit, target, peer: null, ratio: null, leastRatio: null, targetAsserted: false };
}

/** A figure whose target must be met on any machine. */
export function bound(name: string, value: number, unit: string, target: number): Figure {
  return { ...figure(name, value, unit, target), targetAsserted: true };
}

/** The figure beside what a peer needed for the same work. */
export function beside(own: Figure, peer: number, leastRatio: number | null = null): Figure {
  const ratio = moreIsBetter(own) ? own.value / peer : peer / own.value;
  return { ...own, peer: rounded(peer), ratio: rounded(ratio), leastRatio };
}

/** Whether the target is met; null where there is none. */
export function met(own: Figure): boolean | null {
  if (own.target === null) return null;
  return moreIsBetter(own) ? own.value >= own.target : own.value <= own.target;
}

/** What the run asserts and the figure does not hold, in a sentence; null when it holds. */
export function broken(own: Figure): string | null {
  if (own.leastRatio !== null && !(own.ratio !== null && own.ratio >= own.leastRatio))
    return `${own.name} is ${own.ratio} times the peer's; at least ${own.leastRatio} is asserted.`;
  if (own.targetAsserted && met(own) !== true)
    return `${own.name} is ${own.value} ${own.unit}; ${moreIsBetter(own) ? 'at least' : 'at most'} ${own.target} is asserted.`;
  return null;
}

/** Rates are better when higher, all else (times, sizes, growth) when lower. */
function moreIsBetter({ unit }: Figure): boolean {
  return unit.endsWith('/s');
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
