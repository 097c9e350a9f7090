import type { ResponseOf } from '@vigil/contract';
import type { listCohortMembers, postPreview } from '@vigil/contract/factuary-cohorts.contract';
import type { CohortPreview } from '@vigil/contract/factuary-cohorts.forms';
import { cohortStatuses, totalPopulation } from '@vigil/contract/factuary-cohorts.values';
import { completeConditions, factsAsked } from '@vigil/domain/cohorts/conditions';
import { tally } from '@vigil/domain/cohorts/matching';
import type { People } from '#people/index.ts';
import type { Population } from '#services/events-processor/index.ts';
import { isDraft, noSuchCohort, noSuchTenant, totalHasNoStays } from './cohort-faults.ts';
import { mayRead, type StaffMember } from './cohorts.rules.ts';
import type { CohortsStore } from './cohorts.store.ts';
import type { StaysQuestion, StaysStore } from './stays.store.ts';

type Scope = StaysQuestion['scope'];

export interface CohortMembers {
  /** Who would belong now, of those in scope. Throws not_found for another tenant. */
  preview(tenantId: string, asked: CohortPreview, scope: Scope): Promise<ResponseOf<typeof postPreview>>;
  /** Who belongs, or belonged at a moment. Throws not_found, and conflict for drafts and the Total Population. */
  page(
    tenantId: string,
    question: StaysQuestion,
    reader: StaffMember,
  ): Promise<Omit<ResponseOf<typeof listCohortMembers>, 'page' | 'size'>>;
  /** Ids of those in scope who belong now, for something that is done to each of them. Throws not_found, and conflict for drafts. */
  now(tenantId: string, cohortId: string, reader: StaffMember, scope: Scope): Promise<readonly string[]>;
}

export interface CohortMembersDeps {
  readonly store: Pick<CohortsStore, 'read'>;
  readonly stays: Pick<StaysStore, 'page'>;
  readonly population: Pick<Population, 'preview'>;
  readonly people: Pick<People, 'privacy'>;
  /** Ids of all who belong now, of a cohort that there is. */
  readonly membersOf: (tenantId: string, cohortId: string) => Promise<readonly string[]>;
}

export function createCohortMembers({ store, stays, population, people, membersOf }: CohortMembersDeps): CohortMembers {
  async function requireReadable(tenantId: string, cohortId: string, reader: StaffMember) {
    const cohort = await store.read(tenantId, cohortId);
    if (!cohort || !mayRead(reader, cohort)) throw noSuchCohort();
    if (cohort.isDraft) throw isDraft();
    return cohort;
  }

  return {
    async preview(tenantId, { tenant_id: saidTenant = tenantId, type, json_conditions: asked, filters, display_facts: shown }, scope) {
      if (saidTenant !== tenantId) throw noSuchTenant();
      const conditions = completeConditions(asked);
      const facts = [...new Set([...factsAsked(conditions), ...shown.map(({ name }) => name)])];
      const userStatus = filters.userStatus ?? cohortStatuses;
      const { alike, rows, asOf } = await population.preview({ tenantId, conditions, userStatus, scope, facts });
      const counted = tally(conditions, alike);
      return {
        cohort: { tenant_id: tenantId, type, json_conditions: asked, filters },
        meta: {
          ...{ population: counted.population, count: counted.count, unknown: counted.unknown },
          conditions: counted.groups.map(({ any, ...group }) => ({ ...group, any: any && [...any] })),
          ...{ rows, as_of: asOf / 1000 },
        },
      };
    },

    async page(tenantId, question, reader) {
      if (question.cohortId === totalPopulation.id) throw totalHasNoStays();
      const cohort = await requireReadable(tenantId, question.cohortId, reader);
      const { content, total } = await stays.page(tenantId, question);
      const names = await people.privacy.knownNames(
        tenantId,
        content.map(({ userId }) => userId),
      );
      return {
        content: content.map(({ userId, joinedAt, leftAt }) => ({
          user_id: userId,
          firstName: names.get(userId)?.givenName ?? '',
          lastName: names.get(userId)?.familyName ?? '',
          joined_at: joinedAt / 1000,
          left_at: leftAt === null ? null : leftAt / 1000,
        })),
        as_of: cohort.followedAt === null ? null : cohort.followedAt / 1000,
        totalElements: total,
      };
    },

    async now(tenantId, cohortId, reader, scope) {
      if (cohortId !== totalPopulation.id) await requireReadable(tenantId, cohortId, reader);
      const members = await membersOf(tenantId, cohortId);
      const inScope = scope === 'tenant' ? null : new Set(scope);
      return inScope === null ? members : members.filter((id) => inScope.has(id));
    },
  };
}
