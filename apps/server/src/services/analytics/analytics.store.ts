import type { Database } from '#platform/postgres/database.ts';

/** One event as it is kept. */
export interface EventRow {
  readonly sessionId: string;
  readonly atMs: number;
  readonly name: string;
  readonly category: string;
  readonly subcategory: string;
  readonly visitPath: string;
  readonly patientId: string | null;
  readonly value: number | null;
}

export interface AnalyticsStore {
  /**
   * Keeps events of one person, those that are there already once. A patient who is no member of the tenant, or not among
   * `scope`, is left out of the event; nobody is told.
   */
  insert(tenantId: string, userId: string, events: readonly EventRow[], scope: 'tenant' | readonly string[]): Promise<void>;
  /** Which of these stretches of time, [from, to) in Unix seconds, have an event of the person's, in their order. */
  usedOn(tenantId: string, userId: string, days: readonly { readonly from: number; readonly to: number }[]): Promise<boolean[]>;
  /** Removes the tenant's events from before then. */
  removeBefore(tenantId: string, beforeMs: number): Promise<void>;
}

export function createAnalyticsStore(database: Database): AnalyticsStore {
  return {
    async insert(tenantId, userId, events, scope) {
      const columnOf = <K extends keyof EventRow>(name: K) => events.map((event) => event[name]);
      await database.tenant(tenantId, (sql) =>
        sql.query(
          `insert into vigil.analytics_events
             (tenant_id, user_id, session_id, at, name, category, subcategory, visit_path, patient_id, value)
           select $1, $2, sent.session_id, to_timestamp(sent.at_ms / 1000), sent.name, sent.category, sent.subcategory, sent.visit_path,
             case when $11::uuid[] is null or sent.patient_id = any($11) then sent.patient_id end, sent.value
           from unnest($3::uuid[], $4::float8[], $5::text[], $6::text[], $7::text[], $8::text[], $9::uuid[], $10::float8[])
             as sent (session_id, at_ms, name, category, subcategory, visit_path, patient_id, value)
           on conflict do nothing`,
          [
            ...[tenantId, userId, columnOf('sessionId'), columnOf('atMs'), columnOf('name'), columnOf('category'), columnOf('subcategory')],
            ...[columnOf('visitPath'), columnOf('patientId'), columnOf('value'), scope === 'tenant' ? null : scope],
          ],
        ),
      );
    },

    async usedOn(tenantId, userId, days) {
      const times = (of: 'from' | 'to') => days.map((day) => new Date(day[of] * 1000));
      const rows = await database.tenant(tenantId, (sql) =>
        sql.query<{ used: boolean }>(
          `select exists (
             select from vigil.analytics_events e where e.tenant_id = $1 and e.user_id = $2 and e.at >= day.from_at and e.at < day.to_at
           ) as used
           from unnest($3::timestamptz[], $4::timestamptz[]) with ordinality as day (from_at, to_at, place) order by day.place`,
          [tenantId, userId, times('from'), times('to')],
        ),
      );
      return rows.map(({ used }) => used);
    },

    async removeBefore(tenantId, beforeMs) {
      await database.tenant(tenantId, (sql) =>
        sql.query('delete from vigil.analytics_events where tenant_id = $1 and at < $2', [tenantId, new Date(beforeMs)]),
      );
    },
  };
}
