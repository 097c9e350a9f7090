import type { MemberRow } from '@vigil/contract/events-processor.contract';
import { previewRows } from '@vigil/contract/factuary-cohorts.values';
import { type Conditions, factsAsked } from '@vigil/domain/cohorts/conditions';
import type { AnsweredAlike } from '@vigil/domain/cohorts/matching';
import type { AccountStatus } from '@vigil/domain/status/account-status';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/postgres/database.ts';
import type { MemberList } from '../attention/member-list.ts';
import { readPopulationAnswers } from '../queries/cohort-answers.ts';
import { firstByName, listMemberIds } from '../queries/list-members.ts';
import type { WhichMembers } from '../queries/which-members.ts';
import { isOfSleep } from '../sleep-measures/measures-of-sleep.ts';
import type { SleepMeasures } from '../sleep-measures/sleep-measures.ts';

export interface PopulationDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly memberList: Pick<MemberList, 'rows'>;
  readonly sleepMeasures: Pick<SleepMeasures, 'follow'>;
}

/** Whose answers to which conditions. */
export interface ConditionsQuestion {
  readonly tenantId: string;
  readonly conditions: Conditions;
  readonly userStatus: readonly AccountStatus[];
}

export interface Population {
  /**
   * What members answer to conditions now, those alike counted together, and the ids of all, or of so many at `most`, who meet every one.
   * Of those in `scope`, or without it of all. `asOf`: milliseconds.
   */
  answers(
    question: ConditionsQuestion & Partial<Pick<WhichMembers, 'scope'>>,
    most?: number,
  ): Promise<{ alike: readonly AnsweredAlike[]; matching: readonly string[]; asOf: number }>;
  /** The same of those in `scope`, with the rows of the first by name who meet all, and the facts asked about and named. */
  preview(
    question: ConditionsQuestion & Pick<WhichMembers, 'scope'> & { readonly facts: readonly string[] },
  ): Promise<{ alike: readonly AnsweredAlike[]; rows: MemberRow[]; asOf: number }>;
}

/** So many are put in order by themselves. Where more match, the first are soon found among all members by name. */
const mostOrdered = 5_000;

export function createPopulation({ database, clock, memberList, sleepMeasures }: PopulationDeps): Population {
  async function followed({ tenantId, conditions }: ConditionsQuestion, facts: readonly string[] = []) {
    if ([...factsAsked(conditions), ...facts].some(isOfSleep)) await sleepMeasures.follow(tenantId);
  }

  return {
    async answers(question, most = Number.MAX_SAFE_INTEGER) {
      await followed(question);
      const asOf = clock.now();
      const which = { ...question, userStatus: [...question.userStatus], scope: question.scope ?? 'tenant' };
      return { ...(await readPopulationAnswers(database, which, asOf / 1000, most)), asOf };
    },

    async preview({ facts, ...asked }) {
      await followed(asked, facts);
      const asOf = clock.now();
      const which = { ...asked, userStatus: [...asked.userStatus] };
      const { alike, matching } = await readPopulationAnswers(database, which, asOf / 1000, mostOrdered + 1);
      const userIds =
        matching.length <= mostOrdered
          ? await firstByName(database, asked.tenantId, matching, previewRows)
          : await listMemberIds(database, { ...which, sortingField: 'lastName', sortOrder: 'ASC' }, previewRows, asOf / 1000);
      const rows = await memberList.rows({ tenantId: asked.tenantId, facts: [...facts] }, userIds, { reasons: false });
      return { alike, rows, asOf };
    },
  };
}
