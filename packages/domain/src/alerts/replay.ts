import { judge, noState, type PreparedRule, type RuleState } from './decide.ts';
import { slotSeconds } from './rule.ts';
import type { SlotSeries } from './slots.ts';

/** An alert that a rule would have fired. Unix seconds; `endedAt` null: it still stood at the end. */
export interface Firing {
  readonly firedAt: number;
  readonly endedAt: number | null;
}

/** What a rule would have done over a stretch of time. */
export interface Replay {
  readonly firings: readonly Firing[];
  /** How long it could not be judged. */
  readonly unknownSeconds: number;
  /** Where it stands at the end. */
  readonly state: RuleState;
}

/**
 * Judges a rule at the end of every slot in (from, to], as the live run does, from a state in which nothing is known. What lies
 * in `readings` before `from` is looked at, so that windows and baselines are whole. Unix seconds, multiples of a slot.
 */
export function replay(prepared: PreparedRule, readings: SlotSeries, fromSeconds: number, toSeconds: number): Replay {
  const firings: { firedAt: number; endedAt: number | null }[] = [];
  let state = noState;
  let unknownSlots = 0;
  for (let now = fromSeconds + slotSeconds; now <= toSeconds; now += slotSeconds) {
    const next = judge(prepared, readings, state, now);
    if (next.verdict === 'unknown') unknownSlots++;
    if (next !== state) {
      const open = firings.at(-1);
      if (state.firedAt !== null && next.firedAt === null && open) open.endedAt = now;
      if (next.firedAt !== null && next.firedAt !== state.firedAt) firings.push({ firedAt: next.firedAt, endedAt: null });
      state = next;
    }
  }
  return { firings, unknownSeconds: unknownSlots * slotSeconds, state };
}
