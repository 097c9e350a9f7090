import type { QueryOf } from '@vigil/contract';
import type { listMembers } from '@vigil/contract/events-processor.contract';
import { searchPatterns } from '#platform/postgres/search-patterns.ts';

/** Which members a question is about. */
export interface WhichMembers extends Pick<QueryOf<typeof listMembers>, 'userStatus' | 'partOfName'> {
  /** All members of the tenant, or only these. */
  readonly scope: 'tenant' | readonly string[];
}

/** Of rows `u` of vigil.users: since when somebody is a member, and the status of the account. */
export const memberSince = 'vigil.member_since(u.created_at, u.onboarded_at, u.first_band_sync_at)';
export const memberStatusSql = `vigil.account_status(u.is_in_the_tenant, u.is_on_hold, ${memberSince} is not null, u.removed_at, u.deactivated_at)`;

/** Conditions on a row `u` of vigil.users: a member that a question is about. `parameter` takes a value and names it. */
export function membersWhere({ scope, userStatus, partOfName }: WhichMembers, parameter: (value: unknown) => string): string {
  const conditions = ['u.tenant_id = $1', "u.roles @> '{patient}'"];
  if (scope !== 'tenant') conditions.push(`u.id = any(${parameter([...scope])}::uuid[])`);
  if (!userStatus) conditions.push('u.removed_at is null');
  if (userStatus) conditions.push(`${memberStatusSql} = any(${parameter(userStatus)}::text[])`);
  for (const pattern of searchPatterns(partOfName)) conditions.push(`u.search_text like ${parameter(pattern)}`);
  return conditions.join(' and ');
}
