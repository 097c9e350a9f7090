import { handoffHours, type SinceSource } from '@vigil/contract/triage-handoffs.values';

/** What says when somebody took over. Milliseconds since 1970; null: there is none. */
export interface TakenOver {
  /** The author's choice. */
  readonly chosen: number | null;
  /** When that was handed over which the author acknowledged last. */
  readonly received: number | null;
  /** When the author handed over last. */
  readonly handedOver: number | null;
  /** When the author's shift began that goes on or ended last. */
  readonly shiftFrom: number | null;
}

const hourMs = 3_600_000;
/** A handoff is given so long before a shift at most; an older one was for another shift. */
const beforeShiftMs = hourMs;
/** An older handoff is of another day, whatever the rota says. */
const longestShiftMs = 24 * hourMs;

/**
 * From when on a handoff tells: from what was handed to its author, so that nothing falls between two handoffs; else from the beginning
 * of the shift; else of the usual hours. Never more than the most.
 */
export function sinceOf({ chosen, received, handedOver, shiftFrom }: TakenOver, nowMs: number): { sinceMs: number; from: SinceSource } {
  const earliest = nowMs - handoffHours.most * hourMs;
  const within = (ms: number) => Math.min(Math.max(ms, earliest), nowMs);
  if (chosen !== null) return { sinceMs: within(chosen), from: 'chosen' };
  const isThisShift =
    received !== null &&
    received > nowMs - longestShiftMs &&
    (handedOver === null || received > handedOver) &&
    (shiftFrom === null || received >= shiftFrom - beforeShiftMs);
  if (isThisShift) return { sinceMs: within(received), from: 'handoff' };
  if (shiftFrom !== null) return { sinceMs: within(shiftFrom), from: 'shift' };
  return { sinceMs: nowMs - handoffHours.usual * hourMs, from: 'usual' };
}
