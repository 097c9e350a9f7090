import { type BandState, bandState } from '@vigil/domain/status/band-state';
import { readingsOf } from '#charts/readings.ts';
import type { TimeSpan } from '#charts/series.ts';
import type { PanelInput } from './panel-input.ts';

export interface BandStretch extends TimeSpan {
  readonly state: Exclude<BandState, 'unknown'>;
  readonly code: number;
}

/** A state is believed for this long after the tick that told of it; without a newer one the state is unknown. Seconds. */
export const stateHoldsSeconds = 86_400;

/**
 * What the band did, as stretches of one state: each state holds until the next tick, at most a day, and never beyond the
 * present. Where no stretch lies, the state is unknown.
 */
export function bandStretches(input: Pick<PanelInput, 'bandTicks' | 'now'>): readonly BandStretch[] {
  const codes = readingsOf(input.bandTicks, 'band_removed', true);
  const stretches: BandStretch[] = [];
  codes.forEach((point, index) => {
    const state = bandState(point.value);
    const next = codes[index + 1]?.at ?? input.now;
    const to = Math.min(next, point.at + stateHoldsSeconds, Math.max(input.now, point.at));
    if (state === 'unknown' || to <= point.at) return;
    const last = stretches.at(-1);
    if (last?.state === state && last.to === point.at) stretches[stretches.length - 1] = { ...last, to };
    else stretches.push({ from: point.at, to, state, code: point.value });
  });
  return stretches;
}

const known = new WeakMap<readonly unknown[], readonly TimeSpan[]>();

/** When the band was off the wrist or charging, for the hatching behind the charts of one day. */
export function unwornOf(input: Pick<PanelInput, 'bandTicks' | 'now'>): readonly TimeSpan[] {
  const found = known.get(input.bandTicks) ?? bandStretches(input).filter((stretch) => stretch.state !== 'wearing');
  known.set(input.bandTicks, found);
  return found;
}
