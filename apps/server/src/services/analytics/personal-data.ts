import { exportPageRows, jsonListFile } from '#platform/personal-data/exported-files.ts';
import type { PersonalData, PersonInTenant } from '#platform/personal-data/personal-data.ts';
import type { Database } from '#platform/postgres/database.ts';

interface ExportedEvent {
  readonly at: string;
  readonly userId: string;
  readonly sessionId: string;
  readonly name: string;
  readonly category: string;
  readonly subcategory: string;
  readonly visitPath: string;
  readonly value: number | null;
}

/** To the microsecond, since the next page begins behind it. */
const at = `to_char(e.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`;

/**
 * What a person did in the portal, which goes at once, and what staff did on the person's pages, which shows the time spent on
 * them: that stays as long as the record, or until all events of its age are removed.
 */
export function eventsPersonalData(database: Database): PersonalData {
  return {
    tables: { analytics_events: { exported: ['portal-use.json', 'portal-visits.json'], erased: 'record' } },
    exportOf: (person) => [
      jsonListFile<ExportedEvent>(
        { name: 'portal-use.json', about: 'pages of the portal that you opened and left, and how fast they were.' },
        (last) => eventsOf(database, person, 'user_id = $2', last),
      ),
      jsonListFile<ExportedEvent>({ name: 'portal-visits.json', about: 'pages about you that staff opened and left.' }, (last) =>
        eventsOf(database, person, 'patient_id = $2 and user_id <> $2', last),
      ),
    ],
    async erase({ tenantId, userId }, step) {
      // A path may name the member where no event was allowed to.
      const about = step === 'record' ? `or patient_id = $2 or position($2::text in lower(visit_path)) > 0` : '';
      await database.tenant(tenantId, (sql) =>
        sql.query(`delete from vigil.analytics_events where tenant_id = $1 and (user_id = $2 ${about})`, [tenantId, userId]),
      );
    },
  };
}

const eventsOf = (database: Database, { tenantId, userId }: PersonInTenant, whose: string, last: ExportedEvent | undefined) =>
  database.tenant(tenantId, (sql) =>
    sql.query<ExportedEvent>(
      `select ${at}, user_id, session_id, name, category, subcategory, visit_path, value from vigil.analytics_events e
       where tenant_id = $1 and ${whose}
         and ($3::timestamptz is null or (e.at, user_id, session_id, name, subcategory, visit_path) > ($3, $4::uuid, $5::uuid, $6, $7, $8))
       order by e.at, user_id, session_id, name, subcategory, visit_path limit ${exportPageRows}`,
      [
        ...[tenantId, userId, last?.at ?? null, last?.userId ?? null, last?.sessionId ?? null],
        ...[last?.name ?? null, last?.subcategory ?? null, last?.visitPath ?? null],
      ],
    ),
  );
