import type { QueryOf } from '@vigil/contract';
import type { listMembers } from '@vigil/contract/events-processor.contract';
import type { Sql } from '#platform/postgres/database.ts';
import { searchPatterns } from '#platform/postgres/search-patterns.ts';
import { assignedCondition } from './assigned-members.ts';
import { filterConditions, type LookUp } from './measure-conditions.ts';

/** Which members a question is about. */
export interface WhichMembers
  extends Partial<Pick<QueryOf<typeof listMembers>, 'userStatus' | 'partOfName' | 'clinicianId' | 'assignmentType' | 'filters'>> {
  /** All members of the tenant, or only these. */
  readonly scope: 'tenant' | readonly string[];
}

/** Memory for what a condition looks up in a hash: 50 bytes each of a million members. Without it the table is gone through each time. */
export const roomForHashes = (sql: Sql) => sql.query("select set_config('work_mem', '64MB', true)");

/** Of rows `u` of vigil.users: since when somebody is a member, and the status of the account. */
export const memberSince = 'vigil.member_since(u.created_at, u.onboarded_at, u.first_band_sync_at)';
export const memberStatusSql = `vigil.account_status(u.is_in_the_tenant, u.is_on_hold, ${memberSince} is not null, u.removed_at, u.deactivated_at)`;

/** Conditions on a row `u` of vigil.users: a member that a question is about, now. `parameter` takes a value and names it. */
export function membersWhere(
  question: WhichMembers,
  nowSeconds: number,
  parameter: (value: unknown) => string,
  lookUp: LookUp = 'at-once',
): string {
  const { scope, userStatus, partOfName, filters = [] } = question;
  const conditions = ['u.tenant_id = $1', "u.roles @> '{patient}'"];
  if (scope !== 'tenant') conditions.push(`u.id = any(${parameter([...scope])}::uuid[])`);
  if (!userStatus) conditions.push('u.removed_at is null');
  if (userStatus) conditions.push(`${memberStatusSql} = any(${parameter(userStatus)}::text[])`);
  for (const pattern of searchPatterns(partOfName)) conditions.push(`u.search_text like ${parameter(pattern)}`);
  conditions.push(...assignedCondition(question, lookUp, parameter));
  conditions.push(...filterConditions(filters, nowSeconds, lookUp, parameter));
  return conditions.join(' and ');
}
