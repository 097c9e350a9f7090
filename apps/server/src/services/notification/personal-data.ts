import { exportPageRows, isoTime, jsonListFile } from '#platform/personal-data/exported-files.ts';
import type { PersonalData } from '#platform/personal-data/personal-data.ts';
import type { Database } from '#platform/postgres/database.ts';

interface ExportedPush {
  readonly id: string;
  readonly contentType: string;
  readonly description: string;
  readonly patientId: string | null;
  readonly createdAt: string | null;
}

interface ExportedReading {
  readonly pushId: string;
  readonly readAt: string | null;
  readonly clicked: boolean;
}

/** What was told to people about a member, or to the member, as long as it is kept; and what a person has read in the bell. */
export function pushesPersonalData(database: Database): PersonalData {
  return {
    tables: {
      pushes: { exported: ['pushes.json'], erased: 'contact' },
      bell_reads: { exported: ['bell-reads.json'], erased: 'contact' },
    },
    exportOf: ({ tenantId, userId }) => [
      jsonListFile<ExportedPush>(
        { name: 'pushes.json', about: 'what browsers and bells were told about you, or told you, lately; older ones are not kept.' },
        async (last) => {
          const rows = await database.tenant(tenantId, (sql) =>
            sql.query<Omit<ExportedPush, 'createdAt'> & { createdAt: number }>(
              `select id, content_type, description, patient_id, created_at from vigil.pushes
               where tenant_id = $1 and (patient_id = $2 or user_ids @> array[$2::uuid]) and ($3::uuid is null or id > $3)
               order by id limit ${exportPageRows}`,
              [tenantId, userId, last?.id ?? null],
            ),
          );
          return rows.map((row) => ({ ...row, createdAt: isoTime(row.createdAt) }));
        },
      ),
      jsonListFile<ExportedReading>(
        { name: 'bell-reads.json', about: 'which of the things that the bell told you, you have read, and when.' },
        async (last) => {
          const rows = await database.tenant(tenantId, (sql) =>
            sql.query<Omit<ExportedReading, 'readAt'> & { readAt: number }>(
              `select push_id, read_at, clicked from vigil.bell_reads
               where tenant_id = $1 and user_id = $2 and ($3::uuid is null or push_id > $3) order by push_id limit ${exportPageRows}`,
              [tenantId, userId, last?.pushId ?? null],
            ),
          );
          return rows.map((row) => ({ ...row, readAt: isoTime(row.readAt) }));
        },
      ),
    ],
    async erase({ tenantId, userId }, step) {
      if (step !== 'contact') return;
      await database.tenant(tenantId, async (sql) => {
        await sql.query('delete from vigil.bell_reads where tenant_id = $1 and user_id = $2', [tenantId, userId]);
        await sql.query('delete from vigil.pushes where tenant_id = $1 and (patient_id = $2 or user_ids = array[$2::uuid])', [
          tenantId,
          userId,
        ]);
        await sql.query(
          'update vigil.pushes set user_ids = array_remove(user_ids, $2) where tenant_id = $1 and user_ids @> array[$2::uuid]',
          [tenantId, userId],
        );
      });
    },
  };
}
