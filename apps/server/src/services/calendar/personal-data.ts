import { exportPageRows, isoTime, jsonListFile } from '#platform/personal-data/exported-files.ts';
import type { PersonalData } from '#platform/personal-data/personal-data.ts';
import type { Database } from '#platform/postgres/database.ts';

interface ExportedEvent {
  readonly id: string;
  readonly isOwner: boolean;
  readonly isAboutYou: boolean;
  readonly type: string;
  /** As it was called when the person last took part; null where that is not known. */
  readonly title: string | null;
  readonly description: string | null;
  readonly startsAt: string | null;
  readonly durationMinutes: number;
  readonly timeZone: string;
  readonly takesPart: boolean;
  readonly read: boolean | null;
}

interface ExportedSubscription {
  readonly createdAt: string | null;
  readonly showTitles: boolean;
  readonly lastReadAt: string | null;
  readonly revokedAt: string | null;
}

/** Whoever takes part no more is not told what the event has become for others, unless it is about them. */
const isTold = '(p.gone is null or e.patient_id = $2)';

/** Events of a person's calendar and about them; appointments with members are part of the record. */
export function calendarPersonalData(database: Database): PersonalData {
  return {
    tables: {
      calendar_events: { exported: ['calendar.json'], erased: 'record' },
      calendar_participants: { exported: ['calendar.json'], erased: 'record' },
      calendar_mails: { exported: { not: 'gone within the hour in which it was written' }, erased: 'contact' },
      calendar_subscriptions: { exported: ['calendar-addresses.json'], erased: 'contact' },
    },
    exportOf: ({ tenantId, userId }) => [
      jsonListFile<ExportedEvent>(
        { name: 'calendar.json', about: 'events of your calendar, and those about you. Times are in UTC; durations in minutes.' },
        async (last) => {
          const rows = await database.tenant(tenantId, (sql) =>
            sql.query<Omit<ExportedEvent, 'startsAt'> & { startsAt: number }>(
              `select e.id, e.owner_id = $2 as is_owner, e.patient_id is not distinct from $2 as is_about_you, e.type,
                 case when ${isTold} then e.title else p.known_title end as title, case when ${isTold} then e.description end as description,
                 e.starts_at, e.duration_minutes, e.time_zone, p.user_id is not null and p.gone is null as takes_part, p.read
               from vigil.calendar_events e
               left join vigil.calendar_participants p on p.tenant_id = e.tenant_id and p.event_id = e.id and p.user_id = $2
               where e.tenant_id = $1 and e.deleted_at is null and (p.user_id is not null or e.patient_id = $2)
                 and ($3::uuid is null or e.id > $3) order by e.id limit ${exportPageRows}`,
              [tenantId, userId, last?.id ?? null],
            ),
          );
          return rows.map((row) => ({ ...row, startsAt: isoTime(row.startsAt) }));
        },
      ),
      jsonListFile<ExportedSubscription>(
        { name: 'calendar-addresses.json', about: 'private addresses of your calendar, without what opens them.' },
        async (last) => {
          if (last) return [];
          const rows = await database.tenant(tenantId, (sql) =>
            sql.query<{ createdAt: number; showTitles: boolean; lastReadAt: number | null; revokedAt: number | null }>(
              `select created_at, show_titles, last_read_at, revoked_at from vigil.calendar_subscriptions
               where tenant_id = $1 and user_id = $2 order by created_at desc limit ${exportPageRows - 1}`,
              [tenantId, userId],
            ),
          );
          return rows.map(({ createdAt, showTitles, lastReadAt, revokedAt }) => ({
            ...{ createdAt: isoTime(createdAt), showTitles, lastReadAt: isoTime(lastReadAt), revokedAt: isoTime(revokedAt) },
          }));
        },
      ),
    ],
    async erase({ tenantId, userId }, step) {
      await database.tenant(tenantId, async (sql) => {
        if (step === 'contact') {
          await sql.query('delete from vigil.calendar_mails where tenant_id = $1 and user_id = $2', [tenantId, userId]);
          await sql.query('delete from vigil.calendar_subscriptions where tenant_id = $1 and user_id = $2', [tenantId, userId]);
          await sql.query('update vigil.calendar_participants set remind_at = null where tenant_id = $1 and user_id = $2', [
            tenantId,
            userId,
          ]);
          return;
        }
        await sql.query('delete from vigil.calendar_events where tenant_id = $1 and owner_id = $2', [tenantId, userId]);
        // Others keep that something was at that time; their own words may tell of the person.
        await sql.query(
          `update vigil.calendar_events e set title = 'Appointment', description = null, version = version + 1, changed_at = now(),
             patient_id = nullif(patient_id, $2), booked_for = nullif(booked_for, $2)
           where e.tenant_id = $1 and (e.patient_id = $2 or e.booked_for = $2
             or exists (select from vigil.calendar_participants p where p.tenant_id = $1 and p.event_id = e.id and p.user_id = $2))`,
          [tenantId, userId],
        );
        await sql.query(
          `update vigil.calendar_participants p set known_title = null where p.tenant_id = $1 and p.known_title is not null
             and exists (select from vigil.calendar_participants t where t.tenant_id = $1 and t.event_id = p.event_id and t.user_id = $2)`,
          [tenantId, userId],
        );
        await sql.query('delete from vigil.calendar_participants where tenant_id = $1 and user_id = $2', [tenantId, userId]);
      });
    },
  };
}
