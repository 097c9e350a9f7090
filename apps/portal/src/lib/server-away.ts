import { ApiError } from '@vigil/contract/client';
import { noteAnswer } from './connection.ts';

/** No answer at all; a proxy without a server behind it; a server without one of its stores. */
const awayStatuses: readonly number[] = [0, 502, 503, 504];

/** Whether a call failed because the server, or a store of its, was not there: the same call may succeed as soon as it is back. */
export const isAway = (reason: unknown): boolean => reason instanceof ApiError && awayStatuses.includes(reason.status);

/** From one question to the next: longer each time, and never so long that a page is old 15 s after the server is back. Milliseconds. */
const longestWaitMs = 4_000;
const answerWithinMs = 4_000;

/** Before the attempt of this number, from 0: browsers that lost the server in the same moment come back one after the other. */
export function waitBefore(attempt: number, longestMs: number): number {
  return Math.min(1_000 * 2 ** attempt, longestMs) * (0.75 + Math.random() / 2);
}

let asking: Promise<void> | null = null;

/** Resolves as soon as the server says that it is ready. However many wait, it is asked once at a time. */
export function untilServerIsBack(): Promise<void> {
  asking ??= ask().finally(() => {
    asking = null;
  });
  return asking;
}

async function ask(): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    if (await isReady()) return noteAnswer();
    await pauseWhileAway(waitBefore(attempt, longestWaitMs));
  }
}

function isReady(): Promise<boolean> {
  return fetch('/readyz', { cache: 'no-store', signal: AbortSignal.timeout(answerWithinMs) }).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Shorter where the device comes back to a network. */
export function pauseWhileAway(ms: number): Promise<void> {
  return new Promise((over) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener('online', end);
      over();
    };
    const timer = setTimeout(end, ms);
    addEventListener('online', end);
  });
}
