import { mostPanels } from '@vigil/contract/metaresources.values';
import type { Database } from '#platform/postgres/database.ts';

export interface PanelSetRow {
  readonly id: string;
  readonly name: string;
  /** Ids of measures, in the order of their columns. */
  readonly measures: readonly string[];
}

export interface PanelSetsStore {
  /** By name. */
  list(tenantId: string, userId: string): Promise<PanelSetRow[]>;
  /** Makes or changes a panel. False where it would be one too many: then nothing was stored. */
  put(tenantId: string, userId: string, panel: PanelSetRow, atMs: number): Promise<boolean>;
  /** What was deleted; undefined where the person has no such panel. */
  remove(tenantId: string, userId: string, id: string): Promise<PanelSetRow | undefined>;
}

export function createPanelSetsStore(database: Database): PanelSetsStore {
  return {
    list: (tenantId, userId) =>
      database.tenant(tenantId, (sql) =>
        sql.query<PanelSetRow>(
          'select id, name, measures from vigil.panel_sets where tenant_id = $1 and user_id = $2 order by lower(name), created_at, id',
          [tenantId, userId],
        ),
      ),

    put: (tenantId, userId, { id, name, measures }, atMs) =>
      database.tenant(tenantId, async (sql) => {
        // Of two new panels at a time the second sees the first, and is not one too many.
        await sql.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`vigil.panel_sets ${userId}`]);
        const stored = await sql.query(
          `insert into vigil.panel_sets (tenant_id, user_id, id, name, measures, created_at, changed_at)
           select $1, $2, $3, $4, $5, $6, $6
           where (select count(*) from vigil.panel_sets where tenant_id = $1 and user_id = $2 and id <> $3) < ${mostPanels}
           on conflict (tenant_id, user_id, id)
             do update set name = excluded.name, measures = excluded.measures, changed_at = excluded.changed_at
           returning id`,
          [tenantId, userId, id, name, [...measures], new Date(atMs)],
        );
        return stored.length > 0;
      }),

    remove: (tenantId, userId, id) =>
      database.tenant(tenantId, async (sql) => {
        const [row] = await sql.query<PanelSetRow>(
          'delete from vigil.panel_sets where tenant_id = $1 and user_id = $2 and id = $3 returning id, name, measures',
          [tenantId, userId, id],
        );
        return row;
      }),
  };
}
