import type { TickSeries } from '#services/ticks-store/index.ts';

/**
 * Remembers of which moments an import has brought readings, eight bytes each, so that what it reports as accepted is what is
 * then in the store: a moment that comes again in a later batch replaces a reading and adds none.
 */
export interface StoredMoments {
  /** How many of a batch came before; the moments within one series differ. */
  cameBefore(series: readonly TickSeries[]): number;
}

export function createStoredMoments(): StoredMoments {
  const runsOf = new Map<string, Float64Array[]>();
  return {
    cameBefore(series) {
      let again = 0;
      for (const { metric, timestampsMs } of series) {
        const runs = runsOf.get(metric) ?? [];
        runsOf.set(metric, runs);
        const moments = risen(timestampsMs);
        const fresh = moments.filter((moment) => !runs.some((run) => has(run, moment)));
        again += moments.length - fresh.length;
        keep(runs, fresh);
      }
      return again;
    },
  };
}

/** A sorted copy: the batch is on its way to the store. */
function risen(timestampsMs: ArrayLike<number>): Float64Array {
  return Float64Array.from(timestampsMs).sort();
}

function has(run: Float64Array, moment: number): boolean {
  if (run.length === 0 || moment < (run[0] as number) || moment > (run.at(-1) as number)) return false;
  let low = 0;
  let high = run.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((run[middle] as number) < moment) low = middle + 1;
    else high = middle;
  }
  return run[low] === moment;
}

/** Runs at least halve in length from one to the next, so that there are few however many batches come. */
function keep(runs: Float64Array[], moments: Float64Array): void {
  if (moments.length === 0) return;
  let last = moments;
  for (let before = runs.at(-1); before && before.length < 2 * last.length; before = runs.at(-1)) {
    const both = new Float64Array(before.length + last.length);
    both.set(before);
    both.set(last, before.length);
    last = both.sort();
    runs.pop();
  }
  runs.push(last);
}
