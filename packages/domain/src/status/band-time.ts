import type { StateInterval } from '../timeframe/state-runs.ts';
import { bandStateCodes } from './band-state.ts';

/**
 * How long a reported band state holds without another tick. Bands report changes at once and repeat their state about
 * every hour, so two hours forgive one missed report; a longer silence is a flat, lost or distant band, of which nobody
 * knows whether it is worn. Seconds.
 */
export const bandStateHoldsSeconds = 2 * 3_600;

/** Seconds of a step in each band state. What is missing to the length of the step is unknown. */
export interface BandTime {
  readonly wearingSeconds: number;
  readonly removedSeconds: number;
  readonly chargeSeconds: number;
}

/** Band time within [from, to) in Unix seconds; null when nothing is known of it, which is not the same as not wearing it. */
export function bandTime(intervals: readonly StateInterval[], from: number, to: number): BandTime | null {
  const seconds = (state: number) =>
    intervals.reduce((sum, one) => (one.value === state ? sum + Math.max(0, Math.min(one.end, to) - Math.max(one.start, from)) : sum), 0);
  const time = {
    wearingSeconds: seconds(bandStateCodes.wearing),
    removedSeconds: seconds(bandStateCodes.removed),
    chargeSeconds: seconds(bandStateCodes.charging),
  };
  return time.wearingSeconds + time.removedSeconds + time.chargeSeconds > 0 ? time : null;
}
