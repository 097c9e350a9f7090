import { exportPageRows, isoTime, jsonListFile } from '#platform/personal-data/exported-files.ts';
import type { PersonalData } from '#platform/personal-data/personal-data.ts';
import type { Database } from '#platform/postgres/database.ts';

interface ExportedHandoff {
  readonly handoffId: string;
  readonly writtenBy: string;
  readonly handedTo: string | null;
  readonly handedOverAt: string | null;
  readonly summary: string;
  readonly toDo: string;
  readonly contingency: string;
  /** What was known of the person then. */
  readonly facts: unknown;
}

/** What the care team told each other about a person at the end of shifts: part of the clinical record. */
export function handoffsPersonalData(database: Database): PersonalData {
  return {
    tables: {
      handoff_members: { exported: ['handoffs.json'], erased: 'record' },
      handoffs: {
        exported: { not: 'It says who handed over to whom, which stands beside what was told about the person.' },
        erased: { kept: 'It names staff alone: who answered for the members of a shift.' },
      },
    },
    exportOf: ({ tenantId, userId }) => [
      jsonListFile<ExportedHandoff>(
        { name: 'handoffs.json', about: 'what the care team told each other about you at the end of shifts.' },
        async (last) => {
          const rows = await database.tenant(tenantId, (sql) =>
            sql.query<Omit<ExportedHandoff, 'handedOverAt'> & { handedOverAt: number | null }>(
              `select m.handoff_id, h.by_id as written_by, h.to_id as handed_to, h.handed_over_at, m.summary, m.to_do, m.contingency, m.facts
               from vigil.handoff_members m join vigil.handoffs h on h.tenant_id = m.tenant_id and h.id = m.handoff_id
               where m.tenant_id = $1 and m.user_id = $2 and ($3::uuid is null or m.handoff_id > $3)
               order by m.handoff_id limit ${exportPageRows}`,
              [tenantId, userId, last?.handoffId ?? null],
            ),
          );
          return rows.map((row) => ({ ...row, handedOverAt: row.handedOverAt === null ? null : isoTime(row.handedOverAt) }));
        },
      ),
    ],
    async erase({ tenantId, userId }, step) {
      if (step === 'record') await database.tenant(tenantId, (sql) => sql.query('select vigil.erase_handoffs($1)', [userId]));
    },
  };
}
