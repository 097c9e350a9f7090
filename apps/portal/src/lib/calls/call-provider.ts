import { calls } from '@vigil/contract';
import type { Call, CallIce, CallSignal } from '@vigil/contract/calls.contract';
import type { MediaReport, NewCall, NewSignals } from '@vigil/contract/calls.forms';
import { call as ask } from '../api.ts';

/** A call with what its device needs to find the other one. */
export interface Begun {
  readonly call: Call;
  /** Null where the call has ended at once: the callee is on another one. */
  readonly ice: CallIce | null;
  /** What the other device has said already. */
  readonly signals: readonly CallSignal[];
}

/**
 * What the portal asks of a service of calls. Ours stands behind it; another would stand behind the same. Every operation fails with
 * ApiError, which whoever asks shows.
 */
export interface CallProvider {
  dial(made: NewCall): Promise<Begun>;
  ring(callId: string, deviceId: string): Promise<Call>;
  accept(callId: string, deviceId: string): Promise<Begun>;
  /** Cancels, declines or completes, by how the call stands. */
  end(callId: string, deviceId: string): Promise<Call>;
  /** The page is being left: it ends soon, unless this device asks for its call again. */
  leave(callId: string, deviceId: string): Promise<unknown>;
  fail(callId: string, deviceId: string): Promise<Call>;
  /** Answers where the call is now. */
  report(callId: string, report: MediaReport): Promise<Pick<Call, 'revision' | 'callState'>>;
  sendSignals(callId: string, sent: NewSignals): Promise<void>;
  listSignals(callId: string, deviceId: string, after: number): Promise<readonly CallSignal[]>;
  renewIce(callId: string, deviceId: string): Promise<CallIce>;
  /** What rings, is dialed or goes on at this device. */
  current(deviceId: string): Promise<Call | null>;
  /** The person's last calls, the newest first. */
  latest(): Promise<readonly Call[]>;
}

const quiet = { quiet: true };

export const callProvider: CallProvider = {
  dial: (body) => ask(calls.dial, { body }, quiet),
  ring: async (callId, deviceId) => (await ask(calls.ringCall, { params: { callId }, body: { deviceId } }, quiet)).call,
  accept: (callId, deviceId) => ask(calls.acceptCall, { params: { callId }, body: { deviceId } }, quiet),
  end: async (callId, deviceId) => (await ask(calls.endCall, { params: { callId }, body: { deviceId } }, quiet)).call,
  leave: (callId, deviceId) =>
    ask(calls.endCall, { params: { callId }, body: { deviceId, isLeaving: true } }, { ...quiet, keepalive: true }),
  fail: async (callId, deviceId) => (await ask(calls.reportCallFailure, { params: { callId }, body: { deviceId } }, quiet)).call,
  report: (callId, body) => ask(calls.reportMedia, { params: { callId }, body }, quiet),
  async sendSignals(callId, body) {
    await ask(calls.sendSignals, { params: { callId }, body }, quiet);
  },
  listSignals: async (callId, deviceId, after) =>
    (await ask(calls.listSignals, { params: { callId }, query: { deviceId, after } }, quiet)).signals,
  renewIce: async (callId, deviceId) => (await ask(calls.renewIce, { params: { callId }, body: { deviceId } }, quiet)).ice,
  current: async (deviceId) => (await ask(calls.getCurrentCall, { query: { deviceId } }, quiet)).call,
  latest: async () => (await ask(calls.listCalls, { query: {} }, quiet)).calls,
};
