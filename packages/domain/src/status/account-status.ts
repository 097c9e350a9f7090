/** Account states that an account's own fields decide. */
export const decidedStatuses = ['ACTIVE', 'CREATED', 'HOLDING', 'DISCHARGED'] as const;
export type DecidedStatus = (typeof decidedStatuses)[number];

/** Every status value of the specification; INACTIVE and REMOVED come from other systems and are never decided here. */
export type AccountStatus = DecidedStatus | 'INACTIVE' | 'REMOVED';

/** What decides a member's account status. Times in any one unit, milliseconds or seconds. */
export interface Membership {
  /** Null: not known, and then there is no status. */
  readonly isInTheTenant: boolean | null;
  readonly isOnHold: boolean;
  readonly createdAt: number;
  readonly onboardedAt: number | null;
  readonly firstBandSyncAt: number | null;
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
 * A member's account status: not in the tenant DISCHARGED; else on hold HOLDING; else ACTIVE with a member-since date and
 * CREATED without one. Null where nobody knows whether the person is in the tenant: unknown is not discharged.
 */
export function memberStatus(membership: Membership): DecidedStatus | null {
  return decide(membership, memberSince(membership) !== null);
}

/**
 * A staff account's status: the member's rule without a member-since date. Staff wear no band and are not onboarded as
 * members are, so the condition falls away and whoever is in the tenant and not on hold is ACTIVE.
 */
export function staffStatus(account: Pick<Membership, 'isInTheTenant' | 'isOnHold'>): DecidedStatus | null {
  return decide(account, true);
}

function decide(account: Pick<Membership, 'isInTheTenant' | 'isOnHold'>, isActive: boolean): DecidedStatus | null {
  if (account.isInTheTenant === null) return null;
  if (!account.isInTheTenant) return 'DISCHARGED';
  if (account.isOnHold) return 'HOLDING';
  return isActive ? 'ACTIVE' : 'CREATED';
}
