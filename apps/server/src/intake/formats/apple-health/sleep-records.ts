import { VigilError } from '@vigil/contract/errors';
import { awake, longestStageSeconds } from '@vigil/domain/sleep/stages';
import { uncoveredSpans } from '@vigil/domain/sources/preferred-sources';
import { maxSleepRecords } from '../../limits.ts';
import type { Reading } from '../format.ts';

export interface SleepRecord {
  readonly place: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly depth: number;
  readonly source: number;
}

/** A stage is told again this often while it lasts: a silence of `longestStageSeconds` would end it. */
const toldAgainMs = (longestStageSeconds / 2) * 1000;

/** Keeps a stage for when all sources are known. Throws `body_too_large` for more than any person sleeps. */
export function keepStage(stages: SleepRecord[], stage: SleepRecord): void {
  if (stages.length === maxSleepRecords)
    throw new VigilError(
      'body_too_large',
      `The export has more than ${maxSleepRecords.toLocaleString('en')} stages of sleep; send it in parts`,
    );
  stages.push(stage);
}

/**
 * Stages as readings: the depth at the start of each, again while a long one lasts, and awake at an end that no stage follows on,
 * which is how a series of stages ends here. A stage that overlaps what a preferred source has recorded is left out, so
 * that two devices do not take turns within one night.
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
  kept.sort((a, b) => a.startMs - b.startMs || a.endMs - b.endMs || a.place - b.place);
  const readings: Reading[] = [];
  for (const [index, { place, startMs, endMs, depth }] of kept.entries()) {
    const nextMs = kept[index + 1]?.startMs ?? Number.POSITIVE_INFINITY;
    const untilMs = Math.min(endMs, nextMs);
    const tell = (timestampMs: number, value: number) => readings.push({ place, metric: 'sleep_depth', timestampMs, value });
    tell(startMs, depth);
    for (let again = startMs + toldAgainMs; again < untilMs; again += toldAgainMs) tell(again, depth);
    if (endMs < nextMs && endMs > startMs && depth !== awake) tell(endMs, awake);
  }
  return { readings, covered: stages.length - kept.length };
}
