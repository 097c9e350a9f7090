import type { People } from '#people/index.ts';
import { exportPageRows, isoTime, jsonListFile } from '#platform/personal-data/exported-files.ts';
import type { PersonalData } from '#platform/personal-data/personal-data.ts';
import type { Database } from '#platform/postgres/database.ts';
import type { TaskRow } from './tasks.store.ts';

type ExportedTask = Omit<TaskRow, 'performedAt' | 'patientId'> & { readonly by: string | null; readonly performedAt: string | null };

/** What was done for a person; it is part of the clinical record. */
export function tasksPersonalData(database: Database, people: Pick<People, 'privacy'>): PersonalData {
  return {
    tables: { tasks: { exported: ['tasks.json'], erased: 'record' } },
    exportOf: ({ tenantId, userId }) => [
      jsonListFile<ExportedTask>(
        { name: 'tasks.json', about: 'what the care team noted as done for you, and how many seconds it took.' },
        async (last) => {
          const rows = await database.tenant(tenantId, (sql) =>
            sql.query<Omit<TaskRow, 'patientId'>>(
              `select id, user_id, type, performed_at, seconds from vigil.tasks
               where tenant_id = $1 and (patient_id = $2 or (user_id = $2 and patient_id is null)) and ($3::uuid is null or id > $3)
               order by id limit ${exportPageRows}`,
              [tenantId, userId, last?.id ?? null],
            ),
          );
          const names = await people.privacy.knownNames(tenantId, [...new Set(rows.map((row) => row.userId))]);
          return rows.map((row) => {
            const name = names.get(row.userId);
            return { ...row, by: name ? `${name.givenName} ${name.familyName}` : null, performedAt: isoTime(row.performedAt) };
          });
        },
      ),
    ],
    async erase({ tenantId, userId }, step) {
      if (step === 'record') await database.tenant(tenantId, (sql) => sql.query('select vigil.erase_tasks($1)', [userId]));
    },
  };
}
