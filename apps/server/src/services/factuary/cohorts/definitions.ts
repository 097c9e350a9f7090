import { totalPopulation } from '@vigil/contract/factuary-cohorts.values';
import { faultsOf } from '@vigil/domain/cohorts/conditions';
import type { CohortOf } from '#services/events-processor/index.ts';
import { asksOfWhatIsGone, isDraft, noSuchCohort } from './cohort-faults.ts';
import { mayRead } from './cohorts.rules.ts';
import type { CohortsStore } from './cohorts.store.ts';

/** What a cohort asks of its members, for whoever lists them. */
export function createCohortOf(store: Pick<CohortsStore, 'read'>): CohortOf {
  return async (tenantId, id, reader) => {
    if (id === totalPopulation.id) return { conditions: [] };
    const row = await store.read(tenantId, id);
    if (!row || !mayRead(reader, row)) throw noSuchCohort();
    if (row.isDraft) throw isDraft();
    // Conditions are checked when they are stored; a later version may know fewer facts.
    if (faultsOf(row.conditions).length > 0) throw asksOfWhatIsGone();
    return { conditions: row.conditions, userStatus: row.filters.userStatus };
  };
}
