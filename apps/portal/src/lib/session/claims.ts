import type { User } from 'oidc-client-ts';
import { defaultLifetimeSeconds } from './renewal.ts';
import type { Tokens } from './session.ts';

/** Claims of a JWT, unverified: the portal only reads its own; the server verifies every one it is sent. */
export function claimsOf(jwt: string): Readonly<Record<string, unknown>> {
  try {
    const payload = (jwt.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(payload), (character) => character.charCodeAt(0));
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof claims === 'object' && claims !== null ? (claims as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** The user id: the health id where the token has one, else its subject. */
export function userIdOf(accessToken: string): string {
  const claims = claimsOf(accessToken);
  return String(claims.extension_healthId ?? claims.sub ?? '');
}

/** Seconds; 900 from now where neither the token nor its envelope says. */
export function expiryOf(accessToken: string, envelope: number | undefined, nowMs: number): number {
  const { exp } = claimsOf(accessToken);
  return typeof exp === 'number' ? exp : (envelope ?? Math.floor(nowMs / 1000) + defaultLifetimeSeconds);
}

export function tokensOf(user: User, nowMs = Date.now()): Tokens {
  return {
    accessToken: user.access_token,
    idToken: user.id_token ?? '',
    expiresAt: expiryOf(user.access_token, user.expires_at, nowMs),
  };
}
