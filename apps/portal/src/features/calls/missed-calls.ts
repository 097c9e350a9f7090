import type { Call } from '@vigil/contract/calls.contract';
import { createLocalStore } from '#lib/store.ts';

/** Older ones are history. Milliseconds. */
const recentMs = 7 * 86_400_000;

interface Seen {
  readonly userId: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

const isSeen = (kept: unknown): kept is Seen =>
  typeof kept === 'object' && kept !== null && 'userId' in kept && 'at' in kept && typeof kept.at === 'number';

/** Until when the person has looked at the list of calls on this device. */
export const callsSeen = createLocalStore<Seen | null>('vigil.callsSeen', (kept) => (isSeen(kept) ? kept : null));

/** Whether a call came to nothing without the called person having turned it away. */
const wasMissed = ({ endResult, callLog }: Call): boolean =>
  endResult === 'no_answer' || endResult === 'canceled' || (endResult === 'declined' && callLog.detail === 'busy');

/**
 * Calls that the person missed in the last week and may not know of, the newest first: not seen yet, and not followed by a call
 * with the same person that came about. `calls` are the newest first.
 */
export function missedCalls(calls: readonly Call[], userId: string, seen: Seen | null, nowMs: number): readonly Call[] {
  const fromMs = Math.max(nowMs - recentMs, seen?.userId === userId ? seen.at : 0);
  const spokenWith = new Set<string>();
  return calls.filter((call) => {
    const other = call.caller.userId === userId ? call.callee.userId : call.caller.userId;
    if (call.callLog.acceptedAt !== null) spokenWith.add(other);
    return call.callee.userId === userId && wasMissed(call) && call.callLog.startedAt > fromMs && !spokenWith.has(other);
  });
}
