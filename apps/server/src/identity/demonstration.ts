import type { Database } from '#platform/postgres/database.ts';

/** What a demonstration has left in a database. */
export interface DemonstrationLeftovers {
  /** Sign-in accounts whose password everybody knows. */
  readonly accounts: number;
  /** Bands of demonstration members that are not revoked. */
  readonly devices: number;
  /** Accounts of others, who have a user in a demonstration's tenant. They are never off. */
  readonly otherAccounts: number;
}

export async function readDemonstrationLeftovers(database: Database): Promise<DemonstrationLeftovers> {
  const [row] = await database.global((sql) =>
    sql.query<{ accounts: number; devices: number; otherAccounts: number }>('select * from vigil.demonstration_leftovers()'),
  );
  return { accounts: row?.accounts ?? 0, devices: row?.devices ?? 0, otherAccounts: row?.otherAccounts ?? 0 };
}
