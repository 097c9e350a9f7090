import type { Call } from '@vigil/contract/calls.contract';
import type { EndResult } from '@vigil/contract/calls.values';
import type { OwnCallState } from '#lib/calls/own-call.ts';

/** How a call ended, for who reads it: one key of `ended`. Null while it goes on. */
export function endKey(call: Pick<Call, 'endResult' | 'callee' | 'callLog'>, userId: string) {
  const { endResult, callee, callLog } = call;
  if (endResult === null) return null;
  const wasCalled = callee.userId === userId;
  if (callLog.detail === 'no_longer_permitted') return 'no_longer_permitted' as const;
  if (callLog.detail === 'busy') return wasCalled ? ('busyMissed' as const) : ('busy' as const);
  if (wasCalled && (endResult === 'no_answer' || endResult === 'canceled' || endResult === 'declined'))
    return `${endResult}Missed` as const;
  return endResult;
}

/** What to do about an end, where something helps: one key of `next`. */
export function nextKey(call: Pick<Call, 'endResult' | 'callLog'>) {
  if (call.callLog.detail === 'busy') return 'busy' as const;
  if (call.endResult === 'connection_lost' || call.endResult === 'timed_out') return 'network' as const;
  return call.endResult === 'dial_failed' || call.endResult === 'accept_failed' ? ('device' as const) : null;
}

/** What stands behind a call of the log: one key of `result`. */
export function resultKey(call: Pick<Call, 'endResult' | 'callLog'>): EndResult | 'busy' | 'ongoing' {
  return call.callLog.detail === 'busy' ? 'busy' : (call.endResult ?? 'ongoing');
}

/** Where the own call is: one key of `state`. */
export function stateKey({ step, call, isVideoCall, hears }: Pick<OwnCallState, 'step' | 'call' | 'isVideoCall' | 'hears'>) {
  if (step === 'over' || step === 'failed' || call?.isEnded) return 'ended' as const;
  if (step === 'opening') return isVideoCall ? ('openingVideo' as const) : ('opening' as const);
  if (step === 'asking' || call === null) return 'asking' as const;
  if (call.callState === 'dialing') return call.callLog.ringingAt === null ? ('dialing' as const) : ('ringing' as const);
  // Without a network nobody tells this page that it is cut off.
  return hears === 'reconnecting' ? ('reconnecting' as const) : call.callState;
}

/** A length of time as clocks show it: minutes and seconds, and hours where there are some. */
export function clockOf(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1_000));
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
