import { measureOf } from '@vigil/domain/facts/measures';
import { careTeamRoles, type Role } from '@vigil/domain/roles';
import type { AccountStatus } from '@vigil/domain/status/account-status';

/** `custom`: its maker's own. `shared`: the tenant's, read by all of the staff. */
export const cohortTypes = ['custom', 'shared'] as const;
export type CohortType = (typeof cohortTypes)[number];

/** Longest title and description, in characters. */
export const longestCohortTitle = 100;
export const longestCohortDescription = 1_000;

/** Facts that a cohort shows as columns. */
export const mostDisplayFacts = 20;

/** Cohorts that one person can keep, and that a tenant can share. */
export const mostOwnCohorts = 50;
export const mostSharedCohorts = 100;

/** Members that a preview shows. */
export const previewRows = 20;

/** Account statuses of whom a cohort may be made: members under care, as in the Total Population. */
export const cohortStatuses = ['ACTIVE', 'CREATED', 'HOLDING'] as const satisfies readonly AccountStatus[];

/** The cohort of every member under care. It is the same in every tenant, never stored, and cannot be changed. */
export const totalPopulation = { id: '00000000-0000-4000-8000-000000000001', title: 'Total Population' } as const;

/** Who makes, changes and deletes cohorts of one's own: the care team. */
export const customCohortRoles = careTeamRoles;
/** The same of shared ones. */
export const sharedCohortRoles = ['tenant_admin', 'md'] as const satisfies readonly Role[];

/** Whether somebody with these roles may make and change cohorts of a type. */
export function mayWriteCohort(held: readonly Role[], type: CohortType): boolean {
  const allowed: readonly Role[] = type === 'shared' ? sharedCohortRoles : customCohortRoles;
  return held.some((role) => allowed.includes(role));
}

/** A fact that a cohort shows: the name of a measure, what it is made from, and the words that the catalogue has for it now. */
export interface DisplayFact {
  readonly base: string;
  readonly name: string;
  readonly display_name: string;
}

/** Facts with the names that the catalogue has for them now; one that it no longer has is left out. */
export function displayFactsOf(names: readonly string[]): DisplayFact[] {
  return names.flatMap((name) => {
    const measure = measureOf(name);
    if (!measure) return [];
    const { origin, label } = measure;
    return [{ base: origin.from === 'latest' ? origin.metric : name, name, display_name: label }];
  });
}
