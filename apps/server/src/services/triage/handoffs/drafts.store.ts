import type { HandoffText, SavedHandoff } from '@vigil/contract/triage-handoffs.forms';
import type { HandoffScope, HandoffState } from '@vigil/contract/triage-handoffs.values';
import { leastMembersTold } from '@vigil/domain/figures/withholding';
import type { Database, Sql } from '#platform/postgres/database.ts';

/** A handoff as it is stored. Times in milliseconds since 1970. */
export interface HandoffRow {
  readonly id: string;
  readonly byId: string;
  readonly state: HandoffState;
  readonly revision: number;
  readonly since: number | null;
  readonly scope: HandoffScope | null;
  readonly situation: string;
  readonly savedAt: number;
  readonly toId: string | null;
  readonly handedOverAt: number | null;
  readonly acknowledgedAt: number | null;
  readonly readBack: string | null;
  readonly withdrawnAt: number | null;
}

export const handoffColumns = `h.id, h.by_id, h.state, h.revision, h.since, h.scope, h.situation, h.saved_at, h.to_id, h.handed_over_at,
  h.acknowledged_at, h.read_back, h.withdrawn_at`;

type Texts = Omit<HandoffText, 'user_id'>;

export interface StoredDraft {
  readonly row: HandoffRow | null;
  /** What was written, by member. */
  readonly texts: ReadonlyMap<string, Texts>;
}

export interface DraftsStore {
  /** What somebody is writing. */
  draftOf(tenantId: string, byId: string): Promise<StoredDraft>;
  /** When that was handed over which somebody acknowledged last, and when the person handed over last. */
  lastTimes(tenantId: string, userId: string): Promise<{ readonly received: number | null; readonly handedOver: number | null }>;
  /** Stores a draft or what is new of it. Null where it is not at the revision that was read; see `row`. */
  save(tenantId: string, byId: string, id: string, sent: SavedHandoff): Promise<HandoffRow | null>;
  row(tenantId: string, id: string): Promise<HandoffRow | null>;
  /** How many members are looked after now, of all or of these; and who they are where that is about few. */
  countMembers(tenantId: string, scope: 'tenant' | readonly string[]): Promise<{ readonly count: number; readonly few: readonly string[] }>;
}

export function createDraftsStore(database: Pick<Database, 'tenant'>): DraftsStore {
  return {
    draftOf: (tenantId, byId) =>
      database.tenant(tenantId, async (sql) => {
        const [row] = await sql.query<HandoffRow>(
          `select ${handoffColumns} from vigil.handoffs h where h.tenant_id = $1 and h.by_id = $2 and h.state = 'draft'`,
          [tenantId, byId],
        );
        return { row: row ?? null, texts: row ? await readTexts(sql, tenantId, row.id) : new Map() };
      }),

    lastTimes: (tenantId, userId) =>
      database.tenant(tenantId, async (sql) => {
        const [row] = await sql.query<{ received: number | null; handedOver: number | null }>(
          `select
             (select max(handed_over_at) from vigil.handoffs where tenant_id = $1 and to_id = $2 and state = 'acknowledged') as received,
             (select max(handed_over_at) from vigil.handoffs where tenant_id = $1 and by_id = $2 and state in ('handed_over', 'acknowledged'))
               as handed_over`,
          [tenantId, userId],
        );
        return row ?? { received: null, handedOver: null };
      }),

    save: (tenantId, byId, id, sent) => database.tenant(tenantId, (sql) => save(sql, tenantId, byId, id, sent)),

    row: (tenantId, id) => database.tenant(tenantId, (sql) => readHandoff(sql, tenantId, id)),

    countMembers: async (tenantId, scope) => {
      const [counted] = await database.tenant(tenantId, (sql) =>
        sql.query<{ count: number; few: string[] }>(
          `select count(*)::int as count, case when count(*) < ${leastMembersTold} then coalesce(array_agg(u.id), '{}') else '{}' end as few from vigil.users u
           where u.tenant_id = $1 and u.roles @> '{patient}' and ($2::uuid[] is null or u.id = any($2))
             and u.is_in_the_tenant is distinct from false and u.removed_at is null and u.deactivated_at is null`,
          [tenantId, scope === 'tenant' ? null : [...scope]],
        ),
      );
      return counted ?? { count: 0, few: [] };
    },
  };
}

/** Within a transaction. */
async function readHandoff(sql: Sql, tenantId: string, id: string): Promise<HandoffRow | null> {
  const [row] = await sql.query<HandoffRow>(`select ${handoffColumns} from vigil.handoffs h where h.tenant_id = $1 and h.id = $2`, [
    tenantId,
    id,
  ]);
  return row ?? null;
}

/** Within a transaction: what was written about each member, without those about whom nothing is. */
async function readTexts(sql: Sql, tenantId: string, id: string): Promise<Map<string, Texts>> {
  const rows = await sql.query<{ userId: string; summary: string; toDo: string; contingency: string }>(
    `select user_id, summary, to_do, contingency from vigil.handoff_members
     where tenant_id = $1 and handoff_id = $2 and summary || to_do || contingency <> ''`,
    [tenantId, id],
  );
  return new Map(rows.map(({ userId, summary, toDo, contingency }) => [userId, { summary, to_do: toDo, contingency }]));
}

/** Sent again because its answer was lost, it finds itself stored one revision later. */
async function save(sql: Sql, tenantId: string, byId: string, id: string, sent: SavedHandoff): Promise<HandoffRow | null> {
  const values = [tenantId, id, byId, sent.since === null ? null : new Date(sent.since * 1000), sent.scope, sent.situation];
  const [row] =
    sent.revision === 0
      ? await sql.query<HandoffRow>(
          `insert into vigil.handoffs as h (tenant_id, id, by_id, since, scope, situation) values ($1, $2, $3, $4, $5, $6)
           on conflict do nothing returning ${handoffColumns}`,
          values,
        )
      : await sql.query<HandoffRow>(
          `update vigil.handoffs h set revision = h.revision + 1, since = $4, scope = $5, situation = $6, saved_at = now()
           where h.tenant_id = $1 and h.id = $2 and h.by_id = $3 and h.state = 'draft' and h.revision = $7 returning ${handoffColumns}`,
          [...values, sent.revision],
        );
  if (!row) return storedByItself(sql, tenantId, byId, id, sent);
  if (sent.members.length > 0)
    await sql.query(
      `insert into vigil.handoff_members (tenant_id, handoff_id, user_id, summary, to_do, contingency)
       select $1, $2, one.* from unnest($3::uuid[], $4::text[], $5::text[], $6::text[]) as one
       on conflict (tenant_id, handoff_id, user_id) do update
         set summary = excluded.summary, to_do = excluded.to_do, contingency = excluded.contingency`,
      [
        ...[tenantId, id, sent.members.map(({ user_id }) => user_id), sent.members.map(({ summary }) => summary)],
        ...[sent.members.map(({ to_do }) => to_do), sent.members.map(({ contingency }) => contingency)],
      ],
    );
  return row;
}

async function storedByItself(sql: Sql, tenantId: string, byId: string, id: string, sent: SavedHandoff): Promise<HandoffRow | null> {
  const row = await readHandoff(sql, tenantId, id);
  if (!row || row.byId !== byId || row.state !== 'draft' || row.revision !== sent.revision + 1) return null;
  const texts = await readTexts(sql, tenantId, id);
  const empty = { summary: '', to_do: '', contingency: '' };
  const isSame =
    row.situation === sent.situation &&
    row.scope === sent.scope &&
    (row.since === null ? null : row.since / 1000) === sent.since &&
    sent.members.every(({ user_id, ...text }) => {
      const stored = texts.get(user_id) ?? empty;
      return stored.summary === text.summary && stored.to_do === text.to_do && stored.contingency === text.contingency;
    });
  return isSame ? row : null;
}
