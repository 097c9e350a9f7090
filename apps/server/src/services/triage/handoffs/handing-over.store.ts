import { randomUUID } from 'node:crypto';
import type { HandoffFacts } from '@vigil/contract/triage-handoffs.contract';
import type { Sql } from '#platform/postgres/database.ts';
import { type HandoffRow, handoffColumns } from './drafts.store.ts';

/** Within a transaction: a handoff that nobody else changes until it ends. */
export async function holdHandoff(sql: Sql, tenantId: string, id: string): Promise<HandoffRow | null> {
  const [row] = await sql.query<HandoffRow>(
    `select ${handoffColumns} from vigil.handoffs h where h.tenant_id = $1 and h.id = $2 for update`,
    [tenantId, id],
  );
  return row ?? null;
}

/** What is kept with a handoff of one member: null where the author cannot see the member any more. */
export type KeptFacts = readonly [userId: string, facts: HandoffFacts | null];

/**
 * Within a transaction that holds the draft: hands it over with what was known at `asOfMs`, in this order. That is its time, so that
 * whatever happened after it stands in the next one.
 */
export async function handOver(
  sql: Sql,
  tenantId: string,
  id: string,
  {
    toId,
    sinceMs,
    asOfMs,
    kept,
  }: { readonly toId: string; readonly sinceMs: number; readonly asOfMs: number; readonly kept: readonly KeptFacts[] },
): Promise<void> {
  await sql.query(
    `insert into vigil.handoff_members as m (tenant_id, handoff_id, user_id, severity, facts, place)
     select $1, $2, one.user_id, one.severity, one.facts, one.place
     from jsonb_to_recordset($3) as one (user_id uuid, severity text, facts jsonb, place int)
     on conflict (tenant_id, handoff_id, user_id) do update set severity = excluded.severity, facts = excluded.facts, place = excluded.place`,
    [
      ...[tenantId, id],
      JSON.stringify(kept.map(([userId, facts], place) => ({ user_id: userId, severity: facts?.severity ?? null, facts, place }))),
    ],
  );
  await sql.query(
    `update vigil.handoffs set state = 'handed_over', to_id = $3, since = $4, handed_over_at = $5 where tenant_id = $1 and id = $2`,
    [tenantId, id, toId, new Date(sinceMs), new Date(asOfMs)],
  );
}

/** Within a transaction that holds it. */
export const acknowledge = (sql: Sql, tenantId: string, id: string, readBack: string) =>
  sql.query(`update vigil.handoffs set state = 'acknowledged', acknowledged_at = now(), read_back = $3 where tenant_id = $1 and id = $2`, [
    tenantId,
    id,
    readBack,
  ]);

/**
 * Within a transaction that holds it: withdraws it. What was handed over is the author's draft again, under an id of its own, unless
 * the author has begun another one.
 */
export async function withdrawHandoff(sql: Sql, tenantId: string, { id, state }: Pick<HandoffRow, 'id' | 'state'>): Promise<void> {
  await sql.query(`update vigil.handoffs set state = 'withdrawn', withdrawn_at = now() where tenant_id = $1 and id = $2`, [tenantId, id]);
  if (state === 'draft') return;
  const [draft] = await sql.query<{ id: string }>(
    `insert into vigil.handoffs (tenant_id, id, by_id, since, scope, situation)
     select tenant_id, $3, by_id, since, scope, situation from vigil.handoffs where tenant_id = $1 and id = $2
     on conflict do nothing returning id`,
    [tenantId, id, randomUUID()],
  );
  if (!draft) return;
  await sql.query(
    `insert into vigil.handoff_members (tenant_id, handoff_id, user_id, summary, to_do, contingency)
     select tenant_id, $3, user_id, summary, to_do, contingency from vigil.handoff_members
     where tenant_id = $1 and handoff_id = $2 and summary || to_do || contingency <> ''`,
    [tenantId, id, draft.id],
  );
}
