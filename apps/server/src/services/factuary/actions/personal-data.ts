import type { People } from '#people/index.ts';
import { exportPageRows, isoTime, jsonListFile } from '#platform/personal-data/exported-files.ts';
import type { PersonalData } from '#platform/personal-data/personal-data.ts';
import type { Database } from '#platform/postgres/database.ts';

interface ExportedAction {
  readonly id: string;
  readonly category: string;
  readonly parentId: string | null;
  readonly alert: unknown;
  readonly title: string;
  readonly status: string;
  readonly priority: string;
  readonly createdAt: string | null;
}

interface ExportedEvent {
  readonly actionId: string;
  readonly sequence: number;
  readonly kind: string;
  readonly at: string | null;
  readonly by: string | null;
  readonly status: string;
  readonly note: string | null;
  readonly interventionType: string | null;
  readonly outcome: string | null;
  readonly minutes: number | null;
  /** What a rule saw by which the action is told since. */
  readonly alert: unknown;
}

const both = { exported: ['actions.json', 'action-events.json'], erased: 'record' } as const;

/** What the care team was to do about a person and what became of it; part of the clinical record. */
export function actionsPersonalData(database: Database, people: Pick<People, 'privacy'>): PersonalData {
  return {
    tables: { actions: both, action_events: both },
    exportOf: ({ tenantId, userId }) => [
      jsonListFile<ExportedAction>(
        { name: 'actions.json', about: 'what your care team was to do about you, and the readings that called for it.' },
        async (last) => {
          const rows = await database.tenant(tenantId, (sql) =>
            sql.query<Omit<ExportedAction, 'createdAt'> & { createdAt: number }>(
              `select id, category, parent_id, alert, title, status, priority, created_at from vigil.actions
               where tenant_id = $1 and user_id = $2 and ($3::uuid is null or id > $3) order by id limit ${exportPageRows}`,
              [tenantId, userId, last?.id ?? null],
            ),
          );
          return rows.map((row) => ({ ...row, createdAt: isoTime(row.createdAt) }));
        },
      ),
      jsonListFile<ExportedEvent>(
        { name: 'action-events.json', about: 'what became of each of those actions: who did what, when, and how many minutes it took.' },
        async (last) => {
          const rows = await database.tenant(tenantId, (sql) =>
            sql.query<Omit<ExportedEvent, 'at' | 'by'> & { at: number; byId: string | null }>(
              `select action_id, sequence, kind, at, by_id, status, note, intervention_type, outcome, minutes, alert from vigil.action_events
               where tenant_id = $1 and user_id = $2 and ($3::uuid is null or (action_id, sequence) > ($3, $4::int))
               order by action_id, sequence limit ${exportPageRows}`,
              [tenantId, userId, last?.actionId ?? null, last?.sequence ?? null],
            ),
          );
          const names = await people.privacy.knownNames(tenantId, [...new Set(rows.flatMap(({ byId }) => byId ?? []))]);
          return rows.map(({ byId, ...row }) => {
            const name = byId === null ? undefined : names.get(byId);
            return { ...row, at: isoTime(row.at), by: name ? `${name.givenName} ${name.familyName}` : null };
          });
        },
      ),
    ],
    async erase({ tenantId, userId }, step) {
      if (step === 'record') await database.tenant(tenantId, (sql) => sql.query('select vigil.erase_actions($1)', [userId]));
    },
  };
}
