import { exportPageRows, isoTime, jsonListFile } from '#platform/personal-data/exported-files.ts';
import type { PersonalData } from '#platform/personal-data/personal-data.ts';
import type { Database } from '#platform/postgres/database.ts';

interface ExportedFact {
  readonly sequence: string;
  readonly fact: string;
  readonly validAt: string | null;
  readonly source: string;
  readonly value: number | null;
  readonly word: string | null;
  readonly receivedAt: string | null;
}

/** Risks and diagnoses that others sent about a person, and what is kept of their newest sleep; they are part of the clinical record. */
export function outsideFactsPersonalData(database: Database): PersonalData {
  return {
    tables: {
      outside_facts: { exported: ['outside-facts.json'], erased: 'record' },
      sleep_measures: { exported: { not: 'computed from the readings, which are exported' }, erased: 'record' },
    },
    exportOf: ({ tenantId, userId }) => [
      jsonListFile<ExportedFact>(
        {
          name: 'outside-facts.json',
          about: 'risks and diagnoses that others worked out about you and sent here, the oldest first; without a value: no longer known.',
        },
        async (last) => {
          const rows = await database.tenant(tenantId, (sql) =>
            sql.query<Omit<ExportedFact, 'validAt' | 'receivedAt'> & { validAt: number; receivedAt: number }>(
              `select sequence::text as sequence, fact, valid_at, source, value, word, received_at from vigil.outside_facts o
               where tenant_id = $1 and user_id = $2 and o.sequence > $3::bigint order by o.sequence limit ${exportPageRows}`,
              [tenantId, userId, last?.sequence ?? '0'],
            ),
          );
          return rows.map((row) => ({ ...row, validAt: isoTime(row.validAt), receivedAt: isoTime(row.receivedAt) }));
        },
      ),
    ],
    async erase({ tenantId, userId }, step) {
      if (step !== 'record') return;
      await database.tenant(tenantId, async (sql) => {
        await sql.query('delete from vigil.outside_facts where tenant_id = $1 and user_id = $2', [tenantId, userId]);
        await sql.query('delete from vigil.sleep_measures where tenant_id = $1 and user_id = $2', [tenantId, userId]);
      });
    },
  };
}
