import type { IncomingMessage } from 'node:http';
import type { Clock } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import { networkOf } from '#platform/network.ts';
import { createRequestLimit } from './request-limit.ts';

/** Raised when an address, or all together, ask for more than the configuration allows. */
export class TooManyRequests extends Error {
  readonly statusCode = 429;
  readonly retryInMs: number;
  constructor(retryInMs: number) {
    super('too many requests');
    this.retryInMs = retryInMs;
  }
}

export type RequestGate = ReturnType<typeof createRequestGate>;

/** What programs call with credentials of their own (devices, the portal's renewal) or what is read only; people's pages are everything else. */
const forPrograms = /^\/idp\/(assets\/|token$|token\/|jwks$|me$|\.well-known\/)/;

/** Limits what strangers may ask of the identity pages: by network address, and over all of them. */
export function createRequestGate(config: Pick<Config, 'signInRequestsPerMinute' | 'signInRequestsPerMinutePerAddress'>, clock: Clock) {
  const byNetwork = createRequestLimit({ burst: config.signInRequestsPerMinutePerAddress, refillMs: 60_000 }, clock);
  const overall = createRequestLimit({ burst: config.signInRequestsPerMinute, refillMs: 60_000 }, clock);
  const counted = new WeakMap<IncomingMessage, string>();
  const everybody = '';

  return {
    /** Counts a request. Throws TooManyRequests. */
    enter(raw: IncomingMessage, ip: string): void {
      if (forPrograms.test((raw.url ?? '').split('?', 1)[0] ?? '')) return;
      const network = networkOf(ip);
      const waitMs = byNetwork.take(network);
      if (waitMs > 0) throw new TooManyRequests(waitMs);
      const allWaitMs = overall.take(everybody);
      if (allWaitMs > 0) {
        byNetwork.giveBack(network);
        throw new TooManyRequests(allWaitMs);
      }
      counted.set(raw, network);
    },
    /** It was somebody who is signed in: whoever shares an address with many colleagues must not be kept from renewing. */
    signedIn(raw: IncomingMessage): void {
      const network = counted.get(raw);
      if (network === undefined) return;
      counted.delete(raw);
      byNetwork.giveBack(network);
      overall.giveBack(everybody);
    },
  };
}
