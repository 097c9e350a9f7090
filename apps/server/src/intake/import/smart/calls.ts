import { VigilError } from '@vigil/contract/errors';
import type { SmartConnection } from './connection.ts';

/** How long a server may take to begin an answer, in milliseconds. */
const answerMs = 60_000;
/** A server that is busy is asked again so often, where the call is one that may be repeated. */
const mostRetries = 5;
const longestRetryMs = 300_000;

export interface CallsOptions {
  readonly connection: Pick<SmartConnection, 'also' | 'url'>;
  readonly signal?: AbortSignal | undefined;
  readonly nowMs: () => number;
  readonly wait: (ms: number) => Promise<void>;
}

export type Call = (url: string, init: RequestInit) => Promise<Response>;

/**
 * Calls to the configured server, and to no address whose origin the operator has not named: neither a manifest nor a redirect leads
 * anywhere else. An answer of 429, 502, 503 or 504 is waited for as it says, a few times. Throws `invalid_input` for an address that may
 * not be called and `internal` where the server cannot be reached.
 */
export function createCalls({ connection, nowMs, signal, wait }: CallsOptions): Call {
  const origins = new Set([connection.url, ...connection.also].map((one) => new URL(one).origin));

  return async (url, init) => {
    requireOrigin(url, origins);
    for (let tried = 0; ; tried += 1) {
      signal?.throwIfAborted();
      const answer = await fetchOnce(url, init, signal);
      if (answer.status >= 300 && answer.status < 400)
        throw new VigilError(
          'invalid_input',
          `${new URL(url).origin} sends us to another address, and none is followed. Name the right one.`,
        );
      if (![429, 502, 503, 504].includes(answer.status) || tried >= mostRetries) return answer;
      await answer.body?.cancel();
      await wait(Math.min(longestRetryMs, retryAfterMs(answer, nowMs()) ?? 1_000 * 2 ** tried));
    }
  };
}

async function fetchOnce(url: string, init: RequestInit, signal: AbortSignal | undefined): Promise<Response> {
  const begun = new AbortController();
  const limit = setTimeout(() => begun.abort(), answerMs);
  try {
    return await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.any([begun.signal, ...(signal ? [signal] : [])]) });
  } catch (error) {
    signal?.throwIfAborted();
    throw new Error(`${new URL(url).origin} cannot be reached, or does not answer.`, { cause: error });
  } finally {
    clearTimeout(limit);
  }
}

function requireOrigin(url: string, origins: ReadonlySet<string>): void {
  const origin = URL.canParse(url) ? new URL(url).origin : 'an address that is none';
  if (!origins.has(origin))
    throw new VigilError(
      'invalid_input',
      `The server sends us to ${origin}, which is not configured. Nothing was called there; if it is right, add it to "also" of the connection.`,
    );
}

/** RFC 9110, 10.2.3: seconds, or a date. Null where the answer does not say. */
export function retryAfterMs(answer: Pick<Response, 'headers'>, nowMs: number): number | null {
  const text = answer.headers.get('retry-after')?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - nowMs);
}
