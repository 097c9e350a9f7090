import * as z from 'zod';
import { call, callSignal } from './calls.contract.ts';
import { id } from './shapes.ts';

/*
 * What of calls travels over the live connection of chat (`chatSocketPath`), beside chat's own events. Everything is said over
 * HTTP; the connection tells of what is committed. A page says after every connecting which device it is, with `call:ready`: from
 * then on it hears of calls, and the answer is what it may have missed; signals are asked with `listSignals` from the last one.
 */

/** From the client. Answered with its answer or a `chatRefusal`. */
export const callsClientEvents = {
  'call:ready': { sent: z.object({ deviceId: id }), answer: z.object({ call: call.nullable() }) },
} as const;
export type CallsClientEvent = keyof typeof callsClientEvents;

/** From the server. */
export const callsServerEvents = {
  /**
   * A call has changed, as this device sees it: to every device of the callee while it rings and when that ends, then to the two
   * on the call. The first event of a call with `callState` `ringing` is the ring. One that comes as ended with the detail `busy`
   * was made while the reader was on another call.
   */
  'call:changed': z.object({ call }),
  /** What the other device has said, in order; merged by `sequence`. */
  'call:signals': z.object({ callId: id, signals: z.array(callSignal) }),
} as const;
export type CallsServerEvent = keyof typeof callsServerEvents;
