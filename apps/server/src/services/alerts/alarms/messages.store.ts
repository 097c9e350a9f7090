import type { OutboxChannel } from '#platform/outbox/outbox.ts';
import type { Sql } from '#platform/postgres/database.ts';
import type { NewAlarmMessage } from './rings.store.ts';

/** A message that one process has taken on. */
export interface ClaimedMessage extends NewAlarmMessage {
  readonly id: string;
  /** How often it was taken on, this time counted in. */
  readonly tries: number;
  /** The ways by which it was carried before. */
  readonly carried: readonly OutboxChannel[];
  /** Its time is over when it cannot be carried now. */
  readonly isLast: boolean;
}

/** Within a transaction: takes some messages on, the oldest first, which nobody else does within so many seconds. */
export function claimMessages(
  sql: Sql,
  tenantId: string,
  { most, forSeconds, keepMinutes }: { readonly most: number; readonly forSeconds: number; readonly keepMinutes: number },
): Promise<ClaimedMessage[]> {
  return sql.query<ClaimedMessage>(
    `update vigil.alarm_messages m set next_try_at = now() + make_interval(secs => $3), tries = tries + 1 from (
       select id from vigil.alarm_messages where tenant_id = $1 and next_try_at <= now() order by created_at limit $2 for update skip locked
     ) oldest where m.tenant_id = $1 and m.id = oldest.id
     returning m.id, m.user_id, m.kind, m.severity, m.tries, m.carried, m.created_at < now() - make_interval(mins => $4) as is_last`,
    [tenantId, most, forSeconds, keepMinutes],
  );
}

/** Within a transaction: takes messages off. */
export async function removeMessages(sql: Sql, tenantId: string, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await sql.query('delete from vigil.alarm_messages where tenant_id = $1 and id = any($2::uuid[])', [tenantId, ids]);
}

/** A message that was not carried by every way. */
export interface Postponed {
  readonly id: string;
  readonly carried: readonly OutboxChannel[];
  readonly afterSeconds: number;
}

/** Within a transaction: messages that are to be tried again. */
export async function postponeMessages(sql: Sql, tenantId: string, messages: readonly Postponed[]): Promise<void> {
  if (messages.length === 0) return;
  await sql.query(
    `update vigil.alarm_messages m set next_try_at = now() + make_interval(secs => one."afterSeconds"),
       carried = array(select jsonb_array_elements_text(one.carried))
     from jsonb_to_recordset($2) as one (id uuid, carried jsonb, "afterSeconds" float8) where m.tenant_id = $1 and m.id = one.id`,
    [tenantId, JSON.stringify(messages)],
  );
}
