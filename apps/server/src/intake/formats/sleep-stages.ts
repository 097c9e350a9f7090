import { VigilError } from '@vigil/contract/errors';
import { awake, longestStageSeconds } from '@vigil/domain/sleep/stages';
import { maxSleepRecords } from '../limits.ts';
import type { Reading } from './format.ts';

/** A stretch of one stage, as vendors record sleep. Milliseconds since 1970. */
export interface RecordedStage {
  readonly place: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly depth: number;
}

/** A stage is told again this often while it lasts: a silence of `longestStageSeconds` would end it. */
const toldAgainMs = (longestStageSeconds / 2) * 1000;

/** Keeps a stage until all of a file are known. Throws `body_too_large` for more than any person sleeps. */
export function keepStage<Stage extends RecordedStage>(stages: Stage[], stage: Stage): void {
  if (stages.length === maxSleepRecords)
    throw new VigilError(
      'body_too_large',
      `The export has more than ${maxSleepRecords.toLocaleString('en')} stages of sleep; send it in parts`,
    );
  stages.push(stage);
}

/**
 * Stages as readings: the depth at the start of each, again while a long one lasts, and awake at an end that no stage follows on,
 * which is how a series of stages ends here (decision 11).
 */
export function readingsOfStages(stages: readonly RecordedStage[]): Reading[] {
  const inOrder = [...stages].sort((a, b) => a.startMs - b.startMs || a.endMs - b.endMs || a.place - b.place);
  const readings: Reading[] = [];
  for (const [index, { place, startMs, endMs, depth }] of inOrder.entries()) {
    const nextMs = inOrder[index + 1]?.startMs ?? Number.POSITIVE_INFINITY;
    const untilMs = Math.min(endMs, nextMs);
    const tell = (timestampMs: number, value: number) => readings.push({ place, metric: 'sleep_depth', timestampMs, value });
    tell(startMs, depth);
    for (let again = startMs + toldAgainMs; again < untilMs; again += toldAgainMs) tell(again, depth);
    if (endMs < nextMs && endMs > startMs && depth !== awake) tell(endMs, awake);
  }
  return readings;
}
