import { type BandState, bandState } from '@vigil/domain/status/band-state';
import { bandStateHoldsSeconds } from '@vigil/domain/status/band-time';
import { stateIntervals, stateRuns } from '@vigil/domain/timeframe/state-runs';
import { readingsOf } from '#charts/readings.ts';
import type { TimeSpan } from '#charts/series.ts';
import type { PanelInput } from './panel-input.ts';

interface BandStretch extends TimeSpan {
  readonly state: Exclude<BandState, 'unknown'>;
  readonly code: number;
}

type States = Pick<PanelInput, 'bandTicks' | 'now'>;

/**
 * What the band did, as stretches of one state, by the same rule that counts its time in each state: a state holds until
 * the next tick, at most two hours. Where no stretch lies, the state is unknown.
 */
export function bandStretches({ bandTicks, now }: States): readonly BandStretch[] {
  const ticks = readingsOf(bandTicks, 'band_removed', true).map(({ at, value }) => ({ seconds: at, value }));
  return stateIntervals(stateRuns(ticks, bandStateHoldsSeconds), bandStateHoldsSeconds, now).flatMap(({ start, end, value }) => {
    const state = bandState(value);
    return state === 'unknown' ? [] : [{ from: start, to: end, state, code: value }];
  });
}

const known = new WeakMap<readonly unknown[], readonly TimeSpan[]>();

/** When the band was off the wrist or charging, for the hatching behind the charts of one day. */
export function unwornOf(input: States): readonly TimeSpan[] {
  const found = known.get(input.bandTicks) ?? bandStretches(input).filter((stretch) => stretch.state !== 'wearing');
  known.set(input.bandTicks, found);
  return found;
}
