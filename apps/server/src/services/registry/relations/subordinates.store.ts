import type { Database } from '#platform/postgres/database.ts';

/** Who works for whom. Times in milliseconds since 1970. */
export interface SubordinateRow {
  readonly clinicianId: string;
  readonly subordinateId: string;
  readonly since: number;
}

export interface SubordinatesStore {
  of(tenantId: string, clinicianId: string): Promise<SubordinateRow[]>;
  add(tenantId: string, row: SubordinateRow): Promise<void>;
  /** The row that was removed; undefined where there was none. */
  remove(tenantId: string, clinicianId: string, subordinateId: string): Promise<SubordinateRow | undefined>;
}

export function createSubordinatesStore(database: Database): SubordinatesStore {
  return {
    of: (tenantId, clinicianId) =>
      database.tenant(tenantId, (sql) =>
        sql.query<SubordinateRow>(
          'select clinician_id, subordinate_id, since from vigil.subordinates where tenant_id = $1 and clinician_id = $2',
          [tenantId, clinicianId],
        ),
      ),
    add: (tenantId, { clinicianId, subordinateId, since }) =>
      database.tenant(tenantId, async (sql) => {
        await sql.query(
          'insert into vigil.subordinates (tenant_id, clinician_id, subordinate_id, since) values ($1, $2, $3, $4) on conflict do nothing',
          [tenantId, clinicianId, subordinateId, new Date(since)],
        );
      }),
    remove: (tenantId, clinicianId, subordinateId) =>
      database.tenant(tenantId, async (sql) => {
        const [removed] = await sql.query<SubordinateRow>(
          `delete from vigil.subordinates where tenant_id = $1 and clinician_id = $2 and subordinate_id = $3
           returning clinician_id, subordinate_id, since`,
          [tenantId, clinicianId, subordinateId],
        );
        return removed;
      }),
  };
}
