import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { Clock } from '#platform/clock.ts';

/** How far the platform's clock is ahead of this machine's, by which alone the provider goes. Whole seconds. */
export const aheadOfMachine = (clock: Clock): number => Math.round((clock.now() - Date.now()) / 1000);

/**
 * What the provider writes down with its own idea of the present is kept by the platform's clock, and handed back by this machine's:
 * a code that one server gave is redeemed at another, whose machine may have another time.
 */
export function byPlatformClock(stored: Adapter, clock: Clock): Adapter {
  const handedBack = async (found: ReturnType<Adapter['find']>) => {
    const payload = await found;
    return payload ? moved(payload, -aheadOfMachine(clock)) : undefined;
  };
  return {
    ...stored,
    upsert: (id, payload, expiresIn) => stored.upsert(id, moved(payload, aheadOfMachine(clock)), expiresIn),
    find: (id) => handedBack(stored.find(id)),
    findByUid: (uid) => handedBack(stored.findByUid(uid)),
  };
}

function moved(payload: AdapterPayload, seconds: number): AdapterPayload {
  const { iat, exp } = payload;
  return { ...payload, ...(iat !== undefined && { iat: iat + seconds }), ...(exp !== undefined && { exp: exp + seconds }) };
}
