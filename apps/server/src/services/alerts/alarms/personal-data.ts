import { exportPageRows, isoTime, jsonListFile } from '#platform/personal-data/exported-files.ts';
import type { PersonalData } from '#platform/personal-data/personal-data.ts';
import type { Database } from '#platform/postgres/database.ts';

interface ExportedAlarm {
  readonly id: string;
  readonly title: string | null;
  readonly state: string;
  readonly severity: string;
  readonly measured: number | null;
  readonly raisedAt: string | null;
  readonly changedAt: string | null;
}

const record = { exported: ['alarms.json'], erased: 'record' } as const;

/** What a member's readings rang for; it is part of the clinical record. Of the staff it holds who was told and who answered. */
export function alarmsPersonalData(database: Database): PersonalData {
  return {
    tables: {
      alarms: record,
      alarm_parts: record,
      alarm_actions: { exported: { not: 'which actions an alert has had; they are in the files of alerts and actions' }, erased: 'record' },
      alarm_events: {
        exported: { not: 'whom of the staff an alert notified, and when; that it was raised is in alarms.json' },
        erased: 'record',
      },
      alarm_storms: { exported: { not: 'whom of the staff a storm of a rule told; nothing of a member' }, erased: 'contact' },
      alarm_messages: { exported: { not: 'waits for some seconds until it is sent to somebody of the staff' }, erased: 'contact' },
    },
    exportOf: ({ tenantId, userId }) => [
      jsonListFile<ExportedAlarm>(
        {
          name: 'alarms.json',
          about: 'alerts that your readings raised for your care team: by which rule, how severe, and what was measured.',
        },
        async (last) => {
          const rows = await database.tenant(tenantId, (sql) =>
            sql.query<Omit<ExportedAlarm, 'raisedAt' | 'changedAt'> & { raisedAt: number; changedAt: number }>(
              `select a.id, lead.title, a.state, a.severity, lead.measured, a.raised_at, a.changed_at from vigil.alarms a
               left join lateral (
                 select p.title, p.measured from vigil.alarm_parts p where p.tenant_id = a.tenant_id and p.alarm_id = a.id
                 order by p.severity = a.severity desc, p.rule_id limit 1
               ) lead on true
               where a.tenant_id = $1 and a.user_id = $2 and ($3::uuid is null or a.id > $3) order by a.id limit ${exportPageRows}`,
              [tenantId, userId, last?.id ?? null],
            ),
          );
          return rows.map((row) => ({ ...row, raisedAt: isoTime(row.raisedAt), changedAt: isoTime(row.changedAt) }));
        },
      ),
    ],
    erase: ({ tenantId, userId }, step) =>
      database.tenant(tenantId, async (sql) => {
        await sql.query('delete from vigil.alarm_storms where tenant_id = $1 and user_id = $2', [tenantId, userId]);
        await sql.query('delete from vigil.alarm_messages where tenant_id = $1 and user_id = $2', [tenantId, userId]);
        // Parts, actions and events go with their alarm.
        if (step === 'record') await sql.query('delete from vigil.alarms where tenant_id = $1 and user_id = $2', [tenantId, userId]);
      }),
  };
}
