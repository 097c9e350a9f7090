import type { MediaState } from '@vigil/contract/calls.values';
import { reconnectingSeconds } from '@vigil/contract/calls.values';
import type { Sample } from './quality.ts';

/** What a device knows of the way to the other one. Times in Unix milliseconds. */
export interface Hearing {
  /** What the other is heard as; null before the first sound. */
  readonly state: MediaState | null;
  /** When it was heard last; null where never. */
  readonly heardAtMs: number | null;
  readonly counted: number;
  readonly triedAtMs: number | null;
  /** How often another way was looked for in vain. */
  readonly tries: number;
}

export const nothingHeard: Hearing = { state: null, heardAtMs: null, counted: 0, triedAtMs: null, tries: 0 };

/** So long without a sign another way is looked for, and so long after that again. Milliseconds. */
const restartAfterMs = 3_000;
const betweenTriesMs = 5_000;
/** So many tries in vain, and it begins from nothing. */
const triesBeforeRenewal = 3;

interface Step {
  readonly hearing: Hearing;
  readonly todo: 'nothing' | 'restart' | 'renew';
}

/**
 * What follows from what was counted: the first sound makes a call connected, six seconds without any sign reconnecting, the next
 * sign connected again. Meanwhile another way is looked for, sooner where the browser has said itself that this one is broken.
 */
export function hear(before: Hearing, sample: Sample | null, connection: RTCPeerConnectionState, nowMs: number): Step {
  const counted = sample?.heard ?? 0;
  const isHeard = connection === 'connected' && sample !== null && counted !== before.counted && sample.audioBytesReceived > 0;
  if (isHeard) return { hearing: { state: 'connected', heardAtMs: nowMs, counted, triedAtMs: null, tries: 0 }, todo: 'nothing' };
  const silentMs = before.heardAtMs === null ? 0 : nowMs - before.heardAtMs;
  const state = silentMs >= reconnectingSeconds * 1_000 ? 'reconnecting' : before.state;
  const isBroken = connection === 'failed' || connection === 'disconnected' || silentMs >= restartAfterMs;
  const isDue = isBroken && (before.triedAtMs === null || nowMs - before.triedAtMs >= betweenTriesMs);
  if (!isDue) return { hearing: { ...before, state }, todo: 'nothing' };
  const tries = before.tries + 1;
  return { hearing: { ...before, state, triedAtMs: nowMs, tries }, todo: tries % (triesBeforeRenewal + 1) === 0 ? 'renew' : 'restart' };
}
