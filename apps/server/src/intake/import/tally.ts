import { maxListed, type RejectedTick } from '../tick-collector.ts';

/** Counts of an import so far. */
export interface Tally {
  accepted: number;
  rejectedTotal: number;
  /** The first thousand. */
  readonly rejected: RejectedTick[];
}

export function newTally(): Tally {
  return { accepted: 0, rejectedTotal: 0, rejected: [] };
}

export function count(
  tally: Tally,
  part: { readonly accepted: number; readonly rejectedTotal: number; readonly rejected: readonly RejectedTick[] },
): void {
  tally.accepted += part.accepted;
  tally.rejectedTotal += part.rejectedTotal;
  tally.rejected.push(...part.rejected.slice(0, maxListed - tally.rejected.length));
}
