import { type ListedTick, maxListed } from '../tick-collector.ts';

/** Counts of an import so far. */
export interface Tally {
  accepted: number;
  /** Gave way to a later value of the same moment within a batch. */
  replacedTotal: number;
  rejectedTotal: number;
  /** The first thousand. */
  readonly rejected: ListedTick[];
}

export function newTally(): Tally {
  return { accepted: 0, replacedTotal: 0, rejectedTotal: 0, rejected: [] };
}

export function count(
  tally: Tally,
  part: {
    readonly accepted: number;
    readonly replacedTotal: number;
    readonly rejectedTotal: number;
    readonly rejected: readonly ListedTick[];
  },
): void {
  tally.accepted += part.accepted;
  tally.replacedTotal += part.replacedTotal;
  tally.rejectedTotal += part.rejectedTotal;
  tally.rejected.push(...part.rejected.slice(0, maxListed - tally.rejected.length));
}
