import type { Cohort, CohortWithMeta } from '@vigil/contract/factuary-cohorts.contract';
import { displayFactsOf, mayWriteCohort, totalPopulation } from '@vigil/contract/factuary-cohorts.values';
import { type Conditions, factsAsked } from '@vigil/domain/cohorts/conditions';
import { measureOf } from '@vigil/domain/facts/measures';
import type { Role } from '@vigil/domain/roles';
import type { CohortCount } from './cohort-counts.ts';
import type { CohortRow } from './cohorts.store.ts';

/** Somebody of the staff. */
export interface StaffMember {
  readonly userId: string;
  readonly roles: readonly Role[];
}

/** Whether somebody reads a cohort: shared ones all of the staff, but drafts of them only those who may share; one's own oneself. */
export function mayRead({ userId, roles }: StaffMember, { type, createdBy, isDraft }: Pick<CohortRow, 'type' | 'createdBy' | 'isDraft'>) {
  return type === 'custom' ? createdBy === userId : !isDraft || mayWriteCohort(roles, 'shared');
}

/** Whether somebody changes or deletes a cohort. */
export function mayChange({ userId, roles }: StaffMember, { type, createdBy }: Pick<CohortRow, 'type' | 'createdBy'>): boolean {
  return mayWriteCohort(roles, type) && (type === 'shared' || createdBy === userId);
}

/** Whether a cohort asks for nothing but what administrators who are not of the clinical staff know of members anyway. */
export const asksNothingClinical = (conditions: Conditions): boolean =>
  factsAsked(conditions).every((fact) => measureOf(fact)?.origin.from === 'account');

/** A cohort as it is answered. */
export function shownCohort(
  tenantId: string,
  row: CohortRow,
  reader: StaffMember,
  nameOf: (userId: string) => string,
  count: CohortCount,
): CohortWithMeta {
  return {
    cohort: {
      ...{ id: row.id, tenant_id: tenantId, title: row.title, description: row.description, status: 'live', type: row.type },
      json_conditions: row.conditions as Cohort['json_conditions'],
      display_facts: displayFactsOf(row.displayFacts),
      ...{ filters: row.filters, isDraft: row.isDraft },
    },
    meta: {
      ...countMeta(count),
      version: row.version,
      created_by: { id: row.createdBy, name: nameOf(row.createdBy) },
      created_at: row.createdAt / 1000,
      changed_by: { id: row.changedBy, name: nameOf(row.changedBy) },
      changed_at: row.changedAt / 1000,
      can_change: mayChange(reader, row),
    },
  };
}

const countMeta = ({ members, unknown, asOf }: CohortCount) => ({ count: members, unknown, as_of: asOf === null ? null : asOf / 1000 });

/** The Total Population: everybody under care, counted now. */
export function shownTotal(tenantId: string, count: CohortCount): CohortWithMeta {
  return {
    cohort: {
      ...{ id: totalPopulation.id, tenant_id: tenantId, title: totalPopulation.title, status: 'live', type: 'shared' },
      description: 'Every member under care: active, created or on hold.',
      ...{ json_conditions: [], display_facts: [], filters: {}, isDraft: false },
    },
    meta: {
      ...countMeta(count),
      ...{ version: null, created_by: null, created_at: null, changed_by: null, changed_at: null, can_change: false },
    },
  };
}
