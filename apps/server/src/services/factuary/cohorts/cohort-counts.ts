import { cohortStatuses } from '@vigil/contract/factuary-cohorts.values';
import { isAboutFew, leastMembersTold } from '@vigil/domain/figures/withholding';
import type { FigureScope } from '#http/route.ts';
import type { Population } from '#services/events-processor/index.ts';
import type { CohortRow } from './cohorts.store.ts';
import type { StaysStore } from './stays.store.ts';

/** How many belong to a cohort, as its reader is told. */
export interface CohortCount {
  readonly members: number | null;
  readonly unknown: number | null;
  /** Milliseconds. */
  readonly asOf: number | null;
}

export interface CohortCounts {
  /** By cohort. `about`: whom the counts say something of, each of few. */
  of(
    tenantId: string,
    rows: readonly CohortRow[],
    figures: FigureScope,
  ): Promise<{ readonly of: (row: CohortRow) => CohortCount; readonly about: readonly string[] }>;
  /** Of everybody under care whom the reader may see, counted now. */
  ofEverybody(tenantId: string, figures: FigureScope): Promise<{ readonly count: CohortCount; readonly about: readonly string[] }>;
}

export interface CohortCountsDeps {
  readonly stays: Pick<StaysStore, 'cohortsOf' | 'membersAt'>;
  readonly population: Pick<Population, 'answers'>;
}

const untold: CohortCount = { members: null, unknown: null, asOf: null };

/**
 * Counts of cohorts for one reader: over the members whom they may see, and none for whoever may not see members, since anybody who
 * writes conditions could learn a value by asking often enough. Counts of a version before the last change are not told.
 */
export function createCohortCounts({ stays, population }: CohortCountsDeps): CohortCounts {
  const isCounted = ({ followedVersion, version, isDraft }: CohortRow) => followedVersion === version && !isDraft;

  return {
    async of(tenantId, rows, { scope, isExact }) {
      if (!isExact) return { of: () => untold, about: [] };
      const counted = rows.filter(isCounted);
      const isKnown = new Set(counted.map(({ id }) => id));
      if (scope !== 'tenant') {
        const cohortsOfEach = await stays.cohortsOf(tenantId, scope, null);
        const inEach = Map.groupBy(
          [...cohortsOfEach].flatMap(([userId, ids]) => ids.map((id) => ({ id, userId }))),
          ({ id }) => id,
        );
        const belong = (id: string) => (inEach.get(id) ?? []).map(({ userId }) => userId);
        return {
          of: ({ id, followedAt }) => (isKnown.has(id) ? { members: belong(id).length, unknown: null, asOf: followedAt } : untold),
          about: counted.flatMap(({ id }) => fewOf(belong(id))),
        };
      }
      const few = counted.filter(({ members }) => members !== null && members > 0 && isAboutFew(members));
      const about = await Promise.all(few.map(({ id }) => stays.membersAt(tenantId, id, null)));
      return {
        of: ({ id, members, unknown, followedAt }) => (isKnown.has(id) ? { members, unknown, asOf: followedAt } : untold),
        about: about.flat(),
      };
    },

    async ofEverybody(tenantId, { scope, isExact }) {
      if (!isExact) return { count: untold, about: [] };
      const { alike, matching, asOf } = await population.answers(
        { tenantId, conditions: [], userStatus: cohortStatuses, scope },
        leastMembersTold,
      );
      const members = alike.reduce((sum, one) => sum + one.members, 0);
      return { count: { members, unknown: 0, asOf }, about: fewOf(matching) };
    },
  };
}

const fewOf = (ids: readonly string[]): readonly string[] => (isAboutFew(ids.length) ? ids : []);
