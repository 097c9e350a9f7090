import { ApiError } from '@vigil/contract/client';
import { errorStatus } from '@vigil/contract/errors';

/** When to begin the start-up again; `afterSeconds` where the server said so. */
export interface Retry {
  readonly afterSeconds: number | undefined;
}

/** The identity provider could not be asked about a session that may still stand. */
export class ProviderAway extends Error {
  constructor(cause: unknown) {
    super('The identity provider cannot be asked at the moment.', { cause });
  }
}

/** Waits between tries where the server names none; the last one holds for all that follow. Seconds. */
const waitsSeconds = [2, 4, 8, 15];
/** What a server may ask for: a page that waits for hours looks like one that is broken. Seconds. */
const shortestAskedSeconds = 1;
const longestAskedSeconds = 60;

/** Milliseconds until the next try, after `tries` that failed since the first. */
export function retryDelayMs(tries: number, { afterSeconds }: Retry): number {
  const own = waitsSeconds[Math.min(tries, waitsSeconds.length - 1)] as number;
  if (afterSeconds === undefined) return own * 1000;
  return Math.min(longestAskedSeconds, Math.max(shortestAskedSeconds, afterSeconds)) * 1000;
}

/** When a failed start-up is to be begun again, by what the failure says itself. */
export function retryAfter(reason: unknown): Retry {
  const asked = typeof reason === 'object' && reason !== null && 'retryAfterSeconds' in reason ? reason.retryAfterSeconds : undefined;
  return { afterSeconds: typeof asked === 'number' ? asked : undefined };
}

const passing = (status: number) => status === 408 || status === 429 || status >= 500;

/** An answer that trying again would not change. No answer, too many requests and a server's failure may pass. */
export function isRefusal(reason: unknown): boolean {
  return reason instanceof ApiError && reason.status >= 400 && !passing(reason.status);
}

/**
 * Whether a silent renewal that failed may succeed later: the provider could not be reached or failed itself. What the provider
 * refuses, and a hidden frame that stays silent because the browser blocks it, only signing in again can mend.
 */
export function mayRenewLater(reason: unknown): boolean {
  if (typeof reason !== 'object' || reason === null) return false;
  // The provider's own code, or an error of this server's API that a route before the provider answered with.
  if ('error' in reason) return passingCode(reason.error);
  // What `fetch` rejects with when no answer comes.
  if (reason instanceof TypeError) return true;
  if (!(reason instanceof Error)) return false;
  if (reason.name === 'ErrorTimeout') return !reason.message.startsWith('IFrame');
  // The OpenID Connect library names an answer without a code only in its message; a page in its place is a proxy's.
  const status = /\((\d{3})\)/.exec(reason.message)?.[1];
  return status ? passing(Number(status)) : reason.message.startsWith('Invalid response Content-Type');
}

/**
 * Whether a renewal failed because its refresh token was used before or taken back (RFC 6749 §5.2): what it gave out earlier is
 * then worth nothing either, while the person's session at the provider may well stand. A page that is reloaded while its
 * renewal is on the way comes here: the answer with the next refresh token reached nobody.
 */
export function isRevoked(reason: unknown): boolean {
  return typeof reason === 'object' && reason !== null && 'error' in reason && reason.error === 'invalid_grant';
}

function passingCode(error: unknown): boolean {
  if (error === 'server_error' || error === 'temporarily_unavailable') return true;
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && code in errorStatus && passing(errorStatus[code as keyof typeof errorStatus]);
}
