import type { People } from '#people/index.ts';
import { exportPageRows, isoTime, jsonListFile } from '#platform/personal-data/exported-files.ts';
import type { PersonalData } from '#platform/personal-data/personal-data.ts';
import type { Database } from '#platform/postgres/database.ts';

interface ExportedNote {
  readonly noteId: string;
  readonly version: number;
  readonly id: string;
  readonly writtenBy: string;
  readonly author: string | null;
  readonly text: string;
  readonly replacesId: string | null;
  readonly reason: string | null;
  readonly createdAt: string | null;
}

/** Notes about a person with all their versions; they are part of the clinical record. */
export function notesPersonalData(database: Database, people: Pick<People, 'privacy'>): PersonalData {
  return {
    tables: { notes: { exported: ['notes.json'], erased: 'record' } },
    exportOf: ({ tenantId, userId }) => [
      jsonListFile<ExportedNote>(
        {
          name: 'notes.json',
          about: 'notes that the care team wrote about you. Each row is a version; a later version of the same noteId amends it.',
        },
        async (last) => {
          const rows = await database.tenant(tenantId, (sql) =>
            sql.query<Omit<ExportedNote, 'createdAt'> & { createdAt: number }>(
              `select note_id, version, id, clinician_id as written_by, text, replaces_id, reason, created_at
               from vigil.notes
               where tenant_id = $1 and user_id = $2 and ($3::uuid is null or (note_id, version) > ($3, $4::int))
               order by note_id, version limit ${exportPageRows}`,
              [tenantId, userId, last?.noteId ?? null, last?.version ?? null],
            ),
          );
          const names = await people.privacy.knownNames(tenantId, [...new Set(rows.map(({ writtenBy }) => writtenBy))]);
          return rows.map((row) => {
            const name = names.get(row.writtenBy);
            return { ...row, author: name ? `${name.givenName} ${name.familyName}` : null, createdAt: isoTime(row.createdAt) };
          });
        },
      ),
    ],
    async erase({ tenantId, userId }, step) {
      if (step === 'record') await database.tenant(tenantId, (sql) => sql.query('select vigil.erase_notes($1)', [userId]));
    },
  };
}
