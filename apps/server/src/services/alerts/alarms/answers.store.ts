import type { BeforeAnswer } from '@vigil/domain/alerts/folded';
import type { Sql } from '#platform/postgres/database.ts';

/** Somebody acknowledged or snoozed an alarm, or undid that. `at`: milliseconds. */
export interface StoredAnswer {
  readonly alarmId: string;
  readonly sequence: number;
  readonly kind: string;
  readonly at: number;
  readonly byId: string | null;
  readonly before: BeforeAnswer | null;
}

/** Within a transaction: what a request did to alarms, those of one member; in the order in which it did. */
export const answersOfRequest = (sql: Sql, tenantId: string, userId: string, requestId: string): Promise<StoredAnswer[]> =>
  sql.query<StoredAnswer>(
    `select e.alarm_id, e.sequence, e.kind, e.at, e.by_id, e.before from vigil.alarm_events e
     join vigil.alarms a on a.tenant_id = e.tenant_id and a.id = e.alarm_id
     where e.tenant_id = $1 and a.user_id = $2 and e.request_id = $3 order by e.sequence`,
    [tenantId, userId, requestId],
  );

/** Within a transaction: the newest answer of each of these alarms. */
export async function lastAnswers(sql: Sql, tenantId: string, alarmIds: readonly string[]): Promise<ReadonlyMap<string, StoredAnswer>> {
  const rows = await sql.query<StoredAnswer>(
    `select distinct on (e.alarm_id) e.alarm_id, e.sequence, e.kind, e.at, e.by_id, e.before from vigil.alarm_events e
     where e.tenant_id = $1 and e.alarm_id = any($2::uuid[]) and e.by_id is not null order by e.alarm_id, e.sequence desc`,
    [tenantId, alarmIds],
  );
  return new Map(rows.map((row) => [row.alarmId, row]));
}
