import * as z from 'zod/mini';
import { longestSignal, mediaStates, mostSignalsAtOnce, signalKinds } from './calls.values.ts';
import { storable } from './readable-text.forms.ts';

const id = z.uuid().check(z.toLowerCase());
/** Of a page: made by it, and kept through its reloads. Two pages of a person are two devices. */
const deviceId = id;

/**
 * A call. The caller makes its `callId`, and sends the same one again when no answer came: it rings once. `memberId` is the member
 * whom it is about: the callee, or the caller; null among the staff.
 */
export const newCall = z.object({ callId: id, calleeId: id, memberId: z.nullable(id), isVideoCall: z.boolean(), deviceId });
export type NewCall = z.output<typeof newCall>;

export const ofDevice = z.object({ deviceId });

/** The end of a call. `isLeaving`: the page is being closed or loaded anew, and nobody has hung up: it ends unless the device is back soon. */
export const callEnd = z.object({ deviceId, isLeaving: z.optional(z.boolean()) });
export type CallEnd = z.output<typeof callEnd>;

/** What a device hears of the other, and whether it sends sound and picture itself. Said when it changes, and every 15 seconds. */
export const mediaReport = z.object({ deviceId, state: z.enum(mediaStates), audio: z.boolean(), video: z.boolean() });
export type MediaReport = z.output<typeof mediaReport>;

/** For the other device, in their order. `data` is what the browser gave, as JSON; the server does not read it. */
export const newSignals = z.object({
  deviceId,
  signals: z
    .array(z.object({ kind: z.enum(signalKinds), data: z.string().check(z.maxLength(longestSignal), storable) }))
    .check(z.minLength(1), z.maxLength(mostSignalsAtOnce)),
});
export type NewSignals = z.output<typeof newSignals>;
