import type { MediaReport } from '@vigil/contract/calls.forms';
import { type EndResult, lostSeconds, mediaSeconds, ringSeconds } from '@vigil/contract/calls.values';
import type { ChatNotice } from '@vigil/contract/chat.contract';
import type { CallRow, End, Place, StoredState } from './calls.store.ts';

/** Which of the two somebody is on a device: the caller, the one who has accepted there, or neither. */
export type Side = 'caller' | 'callee' | null;

export function sideOf(row: CallRow, userId: string, deviceId: string): Side {
  if (userId === row.callerId) return deviceId === row.callerDeviceId ? 'caller' : null;
  return userId === row.calleeId && row.calleeDeviceId === deviceId ? 'callee' : null;
}

/** How somebody ends a call from a device; null where it is not for that device to end. */
export function endFrom(row: CallRow, userId: string, deviceId: string): End | null {
  if (row.state === 'dialing' && userId === row.calleeId) return { result: 'declined', by: userId };
  if (sideOf(row, userId, deviceId) === null) return null;
  return { result: row.state === 'dialing' ? 'canceled' : 'completed', by: userId };
}

/** How a call ends whose device on one side cannot go on; null where the device is not on it. */
export function failureOf(row: CallRow, userId: string, deviceId: string): End | null {
  const side = sideOf(row, userId, deviceId);
  if (side === null) return null;
  if (row.connectedAt !== null) return { result: 'connection_lost', by: userId };
  return { result: side === 'caller' ? 'dial_failed' : 'accept_failed', by: userId };
}

/** The end of a call whose time has come; null where it has not. `andSilent`: also of one of which no device has reported for long. */
export function overdue(row: CallRow, nowMs: number, andSilent: boolean): End | null {
  const left = leftBy(row, nowMs);
  if (left !== null) return { result: row.state === 'dialing' ? 'canceled' : 'completed', by: left };
  const result = lateResult(row, nowMs, andSilent);
  return result && { result, by: null };
}

/** Who has left the page of the call, and is not back in time. */
function leftBy(row: CallRow, nowMs: number): string | null {
  if (row.callerLeavesAt !== null && row.callerLeavesAt <= nowMs) return row.callerId;
  return row.calleeLeavesAt !== null && row.calleeLeavesAt <= nowMs ? row.calleeId : null;
}

function lateResult(row: CallRow, nowMs: number, andSilent: boolean): EndResult | null {
  const isPast = (sinceMs: number | null, seconds: number) => sinceMs !== null && nowMs >= sinceMs + seconds * 1000;
  switch (row.state) {
    case 'dialing':
      return isPast(row.startedAt, ringSeconds) ? 'no_answer' : null;
    case 'established':
      return isPast(row.acceptedAt, mediaSeconds) ? 'timed_out' : null;
    case 'reconnecting':
      return isPast(row.reconnectingAt, lostSeconds) ? 'connection_lost' : null;
    case 'ended':
      return null;
    default:
      return andSilent && isPast(row.heardAt, lostSeconds) ? 'connection_lost' : null;
  }
}

/** The state of a call once a device on it has said what it hears: it is connected while both hear each other. */
export function stateAfter(row: CallRow, side: 'caller' | 'callee', { state }: Pick<MediaReport, 'state'>): StoredState {
  const other = side === 'caller' ? row.calleeMedia : row.callerMedia;
  const both = state === 'connected' && other === 'connected';
  if (row.state === 'established') return both ? 'connected' : 'established';
  if (row.state === 'reconnecting') return both ? 'reconnected' : 'reconnecting';
  return state === 'reconnecting' ? 'reconnecting' : row.state;
}

/** How long the two heard each other, in milliseconds; null where they never did, or still do. */
export const durationOf = ({ connectedAt, endedAt }: Pick<CallRow, 'connectedAt' | 'endedAt'>): number | null =>
  connectedAt === null || endedAt === null ? null : Math.max(0, endedAt - connectedAt);

/** What the conversation of the two says of a call that has ended, and whether the callee is to be told. */
export function noticeOf(row: CallRow, callersName: string | null): { readonly notice: ChatNotice; readonly isQuiet: boolean } {
  const wasThere = row.acceptedAt !== null || row.endedBy === row.calleeId;
  if (row.endResult === 'declined' && row.endDetail === null)
    return { notice: { type: 'call_declined', name: callersName, time: null }, isQuiet: true };
  if (row.connectedAt !== null || row.endResult === 'completed')
    return { notice: { type: 'call_ended', name: callersName, time: durationOf(row) }, isQuiet: true };
  return { notice: { type: 'call_missed', name: callersName, time: null }, isQuiet: wasThere };
}

/** `next` of a page, and back. */
export const placeText = ({ startedAt, id }: CallRow): string => `${Math.round(startedAt)}_${id}`;
export function placeIn(text: string | undefined): Place | null {
  if (text === undefined) return null;
  const [at = '', id = ''] = text.split('_');
  return { atMs: Number(at), id };
}
