import { isActive, type People } from '#people/index.ts';
import type { StoredAccount } from '../accounts.ts';
import type { TenantHosts } from '../tenant-hosts.ts';
import { accessTokenSeconds } from '../types.ts';

/** How long a sign-in holds. */
export interface SessionRule {
  /** From the sign-in on, active or not. */
  readonly seconds: number;
  /** Without a renewal it locks after so many, and opens again by a PIN; null: it does not. */
  readonly unusedSeconds: number | null;
}

/** Sessions end 12 hours after the password was given, active or not (NIST SP 800-63B §4.2.3, AAL2). */
export const usualSessionRule: SessionRule = { seconds: 12 * 3600, unusedSeconds: null };

/**
 * A member who has set a PIN stays signed in for as many days as their tenants allow (30 at one factor: NIST SP 800-63B §4.1.3), while
 * the session locks whenever nothing is done. Whoever is anything else than a member anywhere, or has no PIN, has the usual session.
 */
export function createSessionRules(people: Pick<People, 'membershipsOf'>, hosts: Pick<TenantHosts, 'memberSessionsOf'>) {
  /** Whether the account may have a PIN, and what its sessions would be then; null where it may not. */
  async function withPin({ userId }: Pick<StoredAccount, 'userId'>): Promise<SessionRule | null> {
    if (userId === null) return null;
    const memberships = (await people.membershipsOf(userId)).filter(isActive);
    if (memberships.length === 0 || memberships.some(({ roles }) => roles.some((role) => role !== 'patient'))) return null;
    const { days, idleMs } = await hosts.memberSessionsOf(memberships.map(({ tenantId }) => tenantId));
    if (days === 0) return null;
    // An open page renews its token while it is not idle, shortly before it expires.
    return { seconds: days * 86_400, unusedSeconds: Math.ceil(idleMs / 1000) + accessTokenSeconds };
  }

  return {
    withPin,
    of: async (account: StoredAccount): Promise<SessionRule> =>
      (account.pinSetMs === null ? null : await withPin(account)) ?? usualSessionRule,
  };
}
export type SessionRules = ReturnType<typeof createSessionRules>;
