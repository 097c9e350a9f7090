import type { Database, Sql } from '#platform/postgres/database.ts';

/**
 * Where a cohort is used, in words for the person who would delete it: "Rule “Low SpO2” (live)". Asked within a transaction of the
 * tenant that holds the cohort: whoever begins to use it meanwhile (`Cohorts.hold`) waits for its end.
 */
export type CohortPlaces = (sql: Sql, tenantId: string, cohortId: string) => Promise<readonly string[]>;

export interface Places {
  register(places: CohortPlaces): void;
  within(sql: Sql, tenantId: string, cohortId: string): Promise<readonly string[]>;
  of(tenantId: string, cohortId: string): Promise<readonly string[]>;
}

/** The places of every module that uses cohorts, in the order in which they registered. */
export function createPlaces(database: Database): Places {
  const registered: CohortPlaces[] = [];

  async function within(sql: Sql, tenantId: string, cohortId: string): Promise<readonly string[]> {
    const found: string[] = [];
    for (const places of registered) found.push(...(await places(sql, tenantId, cohortId)));
    return found;
  }

  return {
    register: (places) => void registered.push(places),
    within,
    of: (tenantId, cohortId) =>
      registered.length === 0 ? Promise.resolve([]) : database.tenant(tenantId, (sql) => within(sql, tenantId, cohortId)),
  };
}
