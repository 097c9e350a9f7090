import { cohortStatuses } from '@vigil/contract/factuary-cohorts.values';
import type { Conditions } from '@vigil/domain/cohorts/conditions';
import type { Role } from '@vigil/domain/roles';
import type { AccountStatus } from '@vigil/domain/status/account-status';
import type { WhichMembers } from '../queries/which-members.ts';

/** Who asks about a cohort. */
export interface CohortReader {
  readonly userId: string;
  readonly roles: readonly Role[];
}

/** What a cohort asks of its members. */
export interface CohortAsked {
  readonly conditions: Conditions;
  /** Account statuses; undefined: all that a cohort can be made of. */
  readonly userStatus?: readonly AccountStatus[] | undefined;
}

/** Throws not_found for a cohort that the tenant does not have or the person may not read, and conflict for a draft. */
export type CohortOf = (tenantId: string, cohortId: string, reader: CohortReader) => Promise<CohortAsked>;

export type InCohort = <Q extends WhichMembers & { readonly tenantId: string; readonly cohort?: string | undefined }>(
  question: Q,
  reader: CohortReader,
) => Promise<Omit<Q, 'cohort'>>;

/** A question about a cohort as one about its conditions now: the list never shows somebody whose values beside the name say otherwise. */
export function createInCohort(cohortOf: CohortOf): InCohort {
  return async ({ cohort, ...question }, reader) => {
    if (cohort === undefined) return question;
    const { conditions, userStatus: counted = cohortStatuses } = await cohortOf(question.tenantId, cohort, reader);
    const userStatus = question.userStatus?.filter((status) => counted.includes(status)) ?? [...counted];
    return { ...question, conditions, userStatus };
  };
}
