import type { Role } from '@vigil/domain/roles';
import { createStore, useStore } from '../store.ts';

/** Tokens of the identity provider, as the portal uses them. */
export interface Tokens {
  readonly accessToken: string;
  readonly idToken: string;
  /** Unix seconds. */
  readonly expiresAt: number;
}

/** The chosen tenant, with the roles held there; stored locally in this shape. */
export interface TenantSelection {
  readonly tenant: string;
  readonly tenant_ID: string;
  readonly role_ID: Role;
  readonly roles: readonly Role[];
}

export interface Session {
  readonly userId: string;
  readonly tenant: TenantSelection;
  /** The person may change to another tenant. */
  readonly severalTenants: boolean;
}

/** Renewed every few minutes; kept apart from the session so that a renewal renders nothing again. */
export const tokens = createStore<Tokens | null>(null);
export const session = createStore<Session | null>(null);

let renewal: (() => Promise<void>) | null = null;

/** Names what renews an expired token before a call is made with it. */
export function renewExpiredWith(renew: (() => Promise<void>) | null): void {
  renewal = renew;
}

let extension: (() => Promise<void>) | null = null;

/** Names what makes this browser's session last as long as sessions of its account do now. */
export function extendSessionWith(extend: (() => Promise<void>) | null): void {
  extension = extend;
}

/** Once that has changed, as by a PIN. A session that could not be extended ends when it would have, and the next one is longer. */
export function extendSession(): void {
  extension?.().catch((reason) => console.error('The session was not extended', reason));
}

/**
 * Headers of a call: the bearer token, and the tenant's id and code once chosen. A token that ran out while the computer
 * slept is renewed first, so that waking up does not look like a refused session.
 */
export async function sessionHeaders(): Promise<Record<string, string>> {
  const held = tokens.get();
  if (!held) return {};
  if (held.expiresAt * 1000 <= Date.now()) await renewal?.();
  const tenant = session.get()?.tenant;
  return {
    authorization: `Bearer ${(tokens.get() ?? held).accessToken}`,
    ...(tenant && { 'x-tenant-id': tenant.tenant_ID, 'x-tenant-code': tenant.tenant }),
  };
}

/** The session of the signed-in person. Only for components under the main app, which opens once there is one. */
export function useSession(): Session {
  const current = useStore(session);
  if (!current) throw new Error('useSession was used before sign-in');
  return current;
}
