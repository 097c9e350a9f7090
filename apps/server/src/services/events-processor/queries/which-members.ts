import type { QueryOf } from '@vigil/contract';
import type { listMembers } from '@vigil/contract/events-processor.contract';
import type { Conditions } from '@vigil/domain/cohorts/conditions';
import type { Sql } from '#platform/postgres/database.ts';
import { searchPatterns } from '#platform/postgres/search-patterns.ts';
import { assignedCondition } from './assigned-members.ts';
import { cohortConditions, filterConditions, type LookUp } from './measure-conditions.ts';

/** Which members a question is about. */
export interface WhichMembers
  extends Partial<Pick<QueryOf<typeof listMembers>, 'userStatus' | 'partOfName' | 'clinicianId' | 'assignmentType' | 'filters'>> {
  /** All members of the tenant, or only these. */
  readonly scope: 'tenant' | readonly string[];
  /** Those of a cohort. */
  readonly conditions?: Conditions | undefined;
}

/** A page of members: whom it is about, what is told of each, and in which order. */
export type MembersQuestion = Omit<QueryOf<typeof listMembers>, keyof WhichMembers | 'teamType' | 'cohort'> &
  WhichMembers & { readonly tenantId: string };

/** Whom a question is about at a moment, in a transaction. */
export interface MembersNow {
  readonly sql: Sql;
  readonly question: MembersQuestion;
  readonly nowSeconds: number;
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
  const ofTenant = question.userStatus ? [] : ['u.removed_at is null'];
  return ['u.tenant_id = $1', "u.roles @> '{patient}'", ...ofTenant, ...narrowed(question, nowSeconds, parameter, lookUp)].join(' and ');
}

/** Whether a question is about all members of the tenant, whatever is known of them. */
export const isAboutEverybody = (question: WhichMembers): boolean => narrowed(question, 0, () => '$0', 'at-once').length === 0;

/** The ids of those who are no members: they are few, and telling by them who is one takes a tenth of looking everybody up. */
export const whoIsNoMember = 'select vigil.no_members()';

function narrowed(question: WhichMembers, nowSeconds: number, parameter: (value: unknown) => string, lookUp: LookUp): string[] {
  const { scope, userStatus, partOfName, filters = [], conditions: ofCohort = [] } = question;
  const conditions: string[] = [];
  if (scope !== 'tenant') conditions.push(`u.id = any(${parameter([...scope])}::uuid[])`);
  if (userStatus) conditions.push(`${memberStatusSql} = any(${parameter(userStatus)}::text[])`);
  for (const pattern of searchPatterns(partOfName)) conditions.push(`u.search_text like ${parameter(pattern)}`);
  conditions.push(...assignedCondition(question, lookUp, parameter));
  conditions.push(...filterConditions(filters, nowSeconds, lookUp, parameter));
  conditions.push(...cohortConditions(ofCohort, nowSeconds, lookUp, parameter));
  return conditions;
}
