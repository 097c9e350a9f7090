/** Every account status of the specification. */
export const accountStatuses = ['ACTIVE', 'CREATED', 'HOLDING', 'INACTIVE', 'REMOVED', 'DISCHARGED'] as const;
export type AccountStatus = (typeof accountStatuses)[number];

/** What a member may be who has not been removed: only staff are switched off. */
export const memberStatuses = ['ACTIVE', 'CREATED', 'HOLDING', 'DISCHARGED'] as const satisfies readonly AccountStatus[];

/** Whether a member's readings are held against limits: those of somebody who has left are nobody's to act on. */
export const isJudged = (status: AccountStatus | null): boolean => status !== 'DISCHARGED' && status !== 'REMOVED';

/** What decides a member's account status. Times in any one unit, milliseconds or seconds. */
export interface Membership {
  /** Null: not known, and then there is no status. */
  readonly isInTheTenant: boolean | null;
  readonly isOnHold: boolean;
  readonly createdAt: number;
  readonly onboardedAt: number | null;
  readonly firstBandSyncAt: number | null;
  /** When an administrator took the person out of the tenant for good; absent or null: nobody did. */
  readonly removedAt?: number | null;
  /** When a staff account was switched off; absent or null: it is on. */
  readonly deactivatedAt?: number | null;
}

/**
 * Since when the person is a member: null until a first sign of life (onboarding, or the first band sync), then the
 * earliest of that and the creation of the account. Both of the specification's readings of the first sign hold.
 */
export function memberSince(membership: Membership): number | null {
  const signs = [membership.onboardedAt, membership.firstBandSyncAt].filter((time) => time !== null);
  return signs.length === 0 ? null : Math.min(...signs, membership.createdAt);
}

/**
 * A member's account status: removed REMOVED; else not in the tenant DISCHARGED; else switched off INACTIVE; else on hold
 * HOLDING; else ACTIVE with a member-since date and CREATED without one. Null where nobody knows whether the person is in the tenant: unknown is not discharged.
 */
export function memberStatus(membership: Membership): AccountStatus | null {
  return decide(membership, memberSince(membership) !== null);
}

/**
 * A staff account's status: the member's rule without a member-since date. Staff wear no band and are not onboarded as
 * members are, so the condition falls away and whoever is in the tenant and not on hold is ACTIVE.
 */
export function staffStatus(account: Standing): AccountStatus | null {
  return decide(account, true);
}

type Standing = Pick<Membership, 'isInTheTenant' | 'isOnHold' | 'removedAt' | 'deactivatedAt'>;

function decide(account: Standing, isActive: boolean): AccountStatus | null {
  if (typeof account.removedAt === 'number') return 'REMOVED';
  if (account.isInTheTenant === null) return null;
  if (!account.isInTheTenant) return 'DISCHARGED';
  if (typeof account.deactivatedAt === 'number') return 'INACTIVE';
  if (account.isOnHold) return 'HOLDING';
  return isActive ? 'ACTIVE' : 'CREATED';
}
