import { exportPageRows, isoTime, jsonListFile } from '#platform/personal-data/exported-files.ts';
import type { PersonalData } from '#platform/personal-data/personal-data.ts';
import type { Database } from '#platform/postgres/database.ts';
import type { PanelSetRow } from './panel-sets.store.ts';

type Row = PanelSetRow & { readonly createdAt: number; readonly changedAt: number };
type ExportedPanelSet = PanelSetRow & { readonly createdAt: string | null; readonly changedAt: string | null };

/** Panels that a person keeps. They are no part of anybody's record and go at once. */
export function panelSetsPersonalData(database: Database): PersonalData {
  return {
    tables: { panel_sets: { exported: ['panels.json'], erased: 'contact' } },
    exportOf: ({ tenantId, userId }) => [
      jsonListFile<ExportedPanelSet>(
        { name: 'panels.json', about: 'panels that you keep: which measures you see of each member.' },
        async (last) => {
          const rows = await database.tenant(tenantId, (sql) =>
            sql.query<Row>(
              `select id, name, measures, created_at, changed_at from vigil.panel_sets
               where tenant_id = $1 and user_id = $2 and ($3::text is null or id > $3) order by id limit ${exportPageRows}`,
              [tenantId, userId, last?.id ?? null],
            ),
          );
          return rows.map((row) => ({ ...row, createdAt: isoTime(row.createdAt), changedAt: isoTime(row.changedAt) }));
        },
      ),
    ],
    async erase({ tenantId, userId }, step) {
      if (step !== 'contact') return;
      await database.tenant(tenantId, (sql) =>
        sql.query('delete from vigil.panel_sets where tenant_id = $1 and user_id = $2', [tenantId, userId]),
      );
    },
  };
}
