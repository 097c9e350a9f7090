import { analytics } from '@vigil/contract';
import type { AnalyticsEvent } from '@vigil/contract/analytics.forms';
import { mostEventsAtOnce } from '@vigil/contract/analytics.values';
import { addressOf } from '@vigil/contract/client';
import { sessionHeaders } from '#lib/session/session.ts';

/** What has gathered is sent this often. Milliseconds. */
const everyMs = 10_000;
/** Events that wait while there is no connection; above it the oldest are dropped. */
const mostWaiting = 200;

export interface EventQueue {
  add(event: AnalyticsEvent): void;
  /** Sends what waits. The request outlives the page: it may be the last one. */
  flush(): Promise<void>;
  stop(): void;
}

/**
 * Sends events in batches, and those that were not taken again: the server keeps each once. What people do must never stand in
 * their way, so nothing here is told to them.
 */
export function createEventQueue(): EventQueue {
  let waiting: AnalyticsEvent[] = [];
  let sending: Promise<void> = Promise.resolve();

  async function send(): Promise<void> {
    const batch = waiting.slice(0, mostEventsAtOnce);
    if (batch.length === 0) return;
    waiting = waiting.slice(batch.length);
    const taken = await post(batch).catch(() => false);
    if (!taken) waiting = [...batch, ...waiting].slice(-mostWaiting);
  }

  const flush = () => {
    sending = sending.then(send);
    return sending;
  };
  const timer = setInterval(() => void flush(), everyMs);

  return {
    add(event) {
      waiting = [...waiting, event].slice(-mostWaiting);
      if (waiting.length >= mostEventsAtOnce) void flush();
    },
    flush,
    stop: () => clearInterval(timer),
  };
}

/** False where it is worth another try. `sendBeacon` could not carry the token, `keepalive` can. */
async function post(batch: readonly AnalyticsEvent[]): Promise<boolean> {
  const headers = await sessionHeaders();
  // Signed out meanwhile: nobody is left whose events they could be.
  if (!headers.authorization) return true;
  const answer = await fetch(addressOf(analytics.postEvents, {}), {
    method: analytics.postEvents.method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(batch),
    keepalive: true,
  });
  return answer.status < 500 && answer.status !== 429;
}
