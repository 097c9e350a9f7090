import { uncoveredSpans } from '@vigil/domain/sources/preferred-sources';
import type { Reading } from '../format.ts';
import { type RecordedStage, readingsOfStages } from '../sleep-stages.ts';

export interface SleepRecord extends RecordedStage {
  /** Number of who recorded it. */
  readonly source: number;
}

/**
 * Stages as readings. One that overlaps what a preferred source has recorded is left out, so that two devices do not take turns
 * within one night.
 */
export function readingsOfSleep(
  stages: readonly SleepRecord[],
  ranks: Uint8Array,
): { readonly readings: Reading[]; readonly covered: number } {
  const { share } = uncoveredSpans({
    startMs: Float64Array.from(stages, ({ startMs }) => startMs),
    endMs: Float64Array.from(stages, ({ endMs }) => endMs),
    rank: Uint8Array.from(stages, ({ source }) => ranks[source] as number),
  });
  const kept = stages.filter((_stage, index) => share[index] === 1);
  return { readings: readingsOfStages(kept), covered: stages.length - kept.length };
}
