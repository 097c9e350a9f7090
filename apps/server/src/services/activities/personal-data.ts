import type { People } from '#people/index.ts';
import { exportPageRows, isoTime, jsonListFile } from '#platform/personal-data/exported-files.ts';
import type { PersonalData } from '#platform/personal-data/personal-data.ts';
import type { Database } from '#platform/postgres/database.ts';
import type { LoggedActivity } from './activities.store.ts';
import type { ReadingsFollowed } from './readings-followed.ts';

type Row = Omit<LoggedActivity, 'userId'> & { readonly takenBackAt: number | null; readonly takenBackReason: string | null };
type ExportedActivity = Omit<Row, 'at' | 'loggedAt' | 'takenBackAt'> & {
  readonly at: string | null;
  readonly loggedAt: string | null;
  readonly takenBackAt: string | null;
  readonly loggedByName: string | null;
};

/** What a person logged, or had logged for them; it is part of the clinical record. */
export function activitiesPersonalData(
  database: Database,
  people: Pick<People, 'privacy'>,
  followReadings: ReadingsFollowed,
): PersonalData {
  return {
    tables: { activities: { exported: ['activities.json'], erased: 'record' } },
    exportOf: ({ tenantId, userId }) => [
      jsonListFile<ExportedActivity>(
        {
          name: 'activities.json',
          about: 'what you logged: weights (kg), blood pressure (mmHg), glucose (mg/dL), meals, medication, workouts.',
        },
        async (last) => {
          const after = last?.id ?? null;
          let rows = await exportedRows(database, tenantId, userId, after);
          if (await followReadings(tenantId, userId, rows)) rows = await exportedRows(database, tenantId, userId, after);
          const names = await people.privacy.knownNames(tenantId, [...new Set(rows.map(({ loggedBy }) => loggedBy))]);
          return rows.map((row) => {
            const name = names.get(row.loggedBy);
            return {
              ...row,
              ...{ at: isoTime(row.at), loggedAt: isoTime(row.loggedAt), takenBackAt: isoTime(row.takenBackAt) },
              loggedByName: name ? `${name.givenName} ${name.familyName}` : null,
            };
          });
        },
      ),
    ],
    async erase({ tenantId, userId }, step) {
      if (step === 'record') await database.tenant(tenantId, (sql) => sql.query('select vigil.erase_activities($1)', [userId]));
    },
  };
}

const exportedRows = (database: Database, tenantId: string, userId: string, after: string | null) =>
  database.tenant(tenantId, (sql) =>
    sql.query<Row>(
      `select id, activity_type, status, content_type, from_date::text as from_date, to_date::text as to_date, at, time_zone, title,
         subtitle, description, frequency, day_part, time_of_day, details, parts, logged_by, logged_at, taken_back_at, taken_back_reason
       from vigil.activities where tenant_id = $1 and user_id = $2 and ($3::uuid is null or id > $3) order by id limit ${exportPageRows}`,
      [tenantId, userId, after],
    ),
  );
