import { type AccountStatus, memberSince, memberStatus, staffStatus } from '@vigil/domain/status/account-status';
import type { UserRow } from '#people/index.ts';

export const isMember = ({ roles }: Pick<UserRow, 'roles'>): boolean => roles.includes('patient');

/** Status of an account, by the member's or the staff's rule. */
export function statusOf(user: UserRow): AccountStatus | null {
  return isMember(user) ? memberStatus(user) : staffStatus(user);
}

/** Since when somebody is a member; null for staff, and before a first sign of life. Milliseconds since 1970. */
export function memberSinceOf(user: UserRow): number | null {
  return isMember(user) ? memberSince(user) : null;
}
