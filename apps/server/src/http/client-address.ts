import type { FastifyRequest } from 'fastify';
import { type IsProxy, plainAddress } from '#platform/proxy-trust.ts';

/** What a proxy says about the request it passes on, and anybody else may only pretend to say. */
const forwardedHeaders = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'forwarded'] as const;

/**
 * Settles, once and before anything else sees the request, where it came from: `request.ip` is the nearest address that no
 * proxy of ours stands at. What clients have written before it counts for nothing, and forwarded headers that came from no
 * proxy of ours are taken away, so that no library further in can believe them either.
 */
export function settleClientAddress(request: FastifyRequest, isProxy: IsProxy): void {
  const { raw } = request;
  const address = clientAddress(request);
  Object.defineProperty(request, 'ip', { value: address, configurable: true });
  if (!isProxy(raw.socket.remoteAddress, 0)) {
    for (const name of forwardedHeaders) if (raw.headers[name] !== undefined) delete raw.headers[name];
  } else if (raw.headers['x-forwarded-for'] !== undefined) raw.headers['x-forwarded-for'] = address;
}

/** The furthest address that somebody we believe vouches for; a proxy that passes on garbage is itself the last one known. */
function clientAddress(request: FastifyRequest): string {
  const chain = request.ips ?? [request.raw.socket.remoteAddress];
  for (let place = chain.length - 1; place >= 0; place -= 1) {
    const address = plainAddress(chain[place]);
    if (address !== null) return address;
  }
  // A connection that has gone does not tell any more.
  return 'gone';
}
