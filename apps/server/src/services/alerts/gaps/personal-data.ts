import { exportPageRows, isoTime, jsonListFile } from '#platform/personal-data/exported-files.ts';
import type { PersonalData } from '#platform/personal-data/personal-data.ts';
import type { Database } from '#platform/postgres/database.ts';

interface ExportedGap {
  readonly id: string;
  readonly kind: string;
  readonly metric: string | null;
  readonly since: string | null;
  readonly toldAt: string | null;
  readonly endedAt: string | null;
}

/** When a person's data was missing; part of the clinical record, since it says what nobody could have seen. */
export function gapsPersonalData(database: Database): PersonalData {
  return {
    tables: {
      gaps: { exported: ['data-gaps.json'], erased: 'record' },
      gap_checks: {
        exported: { not: 'when the server looks again, and how often each reading comes, which the readings themselves tell' },
        erased: 'record',
      },
    },
    exportOf: ({ tenantId, userId }) => [
      jsonListFile<ExportedGap>(
        {
          name: 'data-gaps.json',
          about: 'when your band or another device sent nothing, or nothing that could be used, as your care team saw it.',
        },
        async (last) => {
          const rows = await database.tenant(tenantId, (sql) =>
            sql.query<Omit<ExportedGap, 'since' | 'toldAt' | 'endedAt'> & { since: number; toldAt: number; endedAt: number | null }>(
              `select id, kind, nullif(metric, '') as metric, since, told_at, ended_at from vigil.gaps
               where tenant_id = $1 and user_id = $2 and ($3::uuid is null or id > $3) order by id limit ${exportPageRows}`,
              [tenantId, userId, last?.id ?? null],
            ),
          );
          return rows.map((row) => ({ ...row, since: isoTime(row.since), toldAt: isoTime(row.toldAt), endedAt: isoTime(row.endedAt) }));
        },
      ),
    ],
    async erase({ tenantId, userId }, step) {
      if (step !== 'record') return;
      await database.tenant(tenantId, async (sql) => {
        await sql.query('delete from vigil.gaps where tenant_id = $1 and user_id = $2', [tenantId, userId]);
        await sql.query('delete from vigil.gap_checks where tenant_id = $1 and user_id = $2', [tenantId, userId]);
      });
    },
  };
}
