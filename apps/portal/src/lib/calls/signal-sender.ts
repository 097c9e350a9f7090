import { mostSignalsAtOnce } from '@vigil/contract/calls.values';
import { ApiError } from '@vigil/contract/client';
import type { OutgoingSignal } from './media-connection.ts';

/** From a failure to the next try. Milliseconds. */
const retryMs = 1_000;

/**
 * Sends signals in their order, one lot at a time: what is said while one is on its way leaves with the next. What could not be
 * delivered is sent again, until the call is over for the server or `stop` was called.
 */
export function createSignalSender(deliver: (signals: readonly OutgoingSignal[]) => Promise<void>) {
  let waiting: readonly OutgoingSignal[] = [];
  let isSending = false;
  let isStopped = false;

  async function sendAll(): Promise<void> {
    isSending = true;
    while (waiting.length > 0 && !isStopped) {
      const lot = waiting.slice(0, mostSignalsAtOnce);
      try {
        await deliver(lot);
        waiting = waiting.slice(lot.length);
      } catch (reason) {
        if (isFinal(reason)) break;
        await new Promise((rested) => setTimeout(rested, retryMs));
      }
    }
    isSending = false;
  }

  return {
    send(signals: readonly OutgoingSignal[]): void {
      if (isStopped) return;
      waiting = [...waiting, ...signals];
      if (!isSending) void sendAll();
    },
    stop(): void {
      isStopped = true;
      waiting = [];
    },
  };
}

/** The server has heard it and does not want it: the call is over. */
const isFinal = (reason: unknown): boolean =>
  reason instanceof ApiError && reason.status >= 400 && reason.status < 500 && reason.status !== 408 && reason.status !== 429;
