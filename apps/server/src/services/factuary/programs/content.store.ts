import type { InsightDoing, PledgeReport } from '@vigil/contract/factuary-programs.forms';
import { type ItemEvent, type ItemStatus, isOver, type StepType, statusAfter } from '@vigil/domain/programs/life-cycles';
import type { Database, Sql } from '#platform/postgres/database.ts';
import type { StoredStep } from './programs.rules.ts';
import { settleRuns } from './runs.store.ts';

/** A pledge, insight or survey of a member, with the step that it came of. Times in milliseconds since 1970. */
export interface ItemRow {
  readonly id: string;
  readonly type: StepType;
  readonly status: ItemStatus;
  readonly step: StoredStep;
  readonly programId: string;
  readonly programTitle: string;
  readonly createdAt: number;
  readonly dueAt: number;
  readonly deliveredAt: number | null;
  readonly expiresAt: number | null;
  readonly readAt: number | null;
  readonly ratedAt: number | null;
  readonly rating: number | null;
  readonly optedAt: number | null;
  readonly doneAt: number | null;
  /** Days on which a pledge was kept. */
  readonly kept: number;
  /** What was said of the asked day; null before anything was. */
  readonly today: boolean | null;
}

export interface ContentQuestion {
  readonly userId: string;
  readonly type: StepType;
  readonly statuses: readonly ItemStatus[] | null;
  /** Leaves out what is still to be delivered. */
  readonly onlyDelivered: boolean;
  /** The member's day, yyyy-MM-dd. */
  readonly today: string;
  /** From 0. */
  readonly page: number;
  readonly perPage: number;
}

export interface Doing {
  readonly userId: string;
  readonly itemId: string;
  readonly type: StepType;
  readonly event: ItemEvent;
  readonly rating?: InsightDoing['rating'];
}

/** What became of something that a member did; `unchanged` where it was so already. */
export type Done = 'done' | 'unchanged' | 'no-such' | 'expired' | 'not-opted' | 'used-before';

const from = `vigil.program_items i
  join vigil.program_modules m on m.tenant_id = $1 and m.id = i.module_id
  join vigil.program_versions v on v.tenant_id = $1 and v.program_id = m.program_id and v.version = m.version`;
/** `today`: the parameter that holds the day. */
const columns = (today: string) => `i.id, i.type, i.status, m.steps -> i.step_index as step, v.program_id, v.title as program_title,
  i.created_at, i.due_at, i.delivered_at, i.expires_at, i.read_at, i.rated_at, i.rating, i.opted_at, i.done_at,
  (select count(*)::int from (${lastWords}) said where said.did) as kept,
  (select said.did from (${lastWords}) said where said.day = ${today}::date) as today`;
const lastWords = `select distinct on (day) day, did from vigil.pledge_reports
  where tenant_id = $1 and item_id = i.id order by day, reported_at desc, id`;

export function createContentStore(database: Database) {
  return {
    /** A page of a member's content: delivered last first, then what is still to come in its order; and how much there is. */
    list: (tenantId: string, { userId, type, statuses, onlyDelivered, today, page, perPage }: ContentQuestion) =>
      database.tenant(tenantId, async (sql) => {
        const where = `i.tenant_id = $1 and i.user_id = $2 and i.type = $3 and i.withdrawn_at is null
          and ($4::text[] is null or i.status = any($4)) and not ($5 and i.status = 'created')`;
        const values = [tenantId, userId, type, statuses, onlyDelivered];
        const [counted] = await sql.query<{ total: number }>(
          `select count(*)::int as total from vigil.program_items i where ${where}`,
          values,
        );
        const rows = await sql.query<ItemRow>(
          `select ${columns('$6')} from ${from} where ${where}
           order by i.status = 'created', i.delivered_at desc, i.due_at, i.step_order, i.id limit $7 offset $8`,
          [...values, today, perPage, page * perPage],
        );
        return { rows, total: counted?.total ?? 0 };
      }),

    one: (tenantId: string, { userId, itemId, today }: { readonly userId: string; readonly itemId: string; readonly today: string }) =>
      database.tenant(tenantId, async (sql) => {
        const [row] = await sql.query<ItemRow>(
          `select ${columns('$4')} from ${from} where i.tenant_id = $1 and i.user_id = $2 and i.id = $3`,
          [...[tenantId, userId, itemId, today]],
        );
        return row;
      }),

    do: (tenantId: string, doing: Doing) =>
      database.tenant(tenantId, async (sql): Promise<Done> => {
        const item = await lockItem(sql, tenantId, doing);
        return item ? move(sql, tenantId, item, doing) : 'no-such';
      }),

    /** Keeps what was said of a day; a pledge that was kept often enough is achieved. */
    report: (tenantId: string, { userId, itemId, by, day, sent }: Reporting) =>
      database.tenant(tenantId, async (sql): Promise<Done> => {
        const item = await lockItem(sql, tenantId, { userId, itemId, type: 'pledge' });
        if (!item) return 'no-such';
        const before = await reportOf(sql, tenantId, sent.id);
        if (before) return isSame(before, itemId, sent) ? 'unchanged' : 'used-before';
        if (item.isPast || item.status === 'expired') return 'expired';
        if (item.status === 'delivered') return 'not-opted';
        await sql.query(
          `insert into vigil.pledge_reports (tenant_id, id, item_id, user_id, day, did, note, reported_by) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
          [tenantId, sent.id, itemId, userId, day, sent.did, sent.note ?? null, by],
        );
        const [counted] = await sql.query<{ isKept: boolean }>(
          `select (select count(*) from (${lastWords}) said where said.did) >= (m.steps -> i.step_index ->> 'times')::int as is_kept
           from vigil.program_items i join vigil.program_modules m on m.tenant_id = $1 and m.id = i.module_id
           where i.tenant_id = $1 and i.id = $2`,
          [tenantId, itemId],
        );
        if (counted?.isKept) await move(sql, tenantId, item, { userId, itemId, type: 'pledge', event: 'achieve' });
        return 'done';
      }),

    /** Within the transaction of an answer to a survey: the item's id is the survey's. What is none of a program changes nothing. */
    ofSurveys: {
      async delivered(sql: Sql, tenantId: string, userId: string) {
        return sql.query<{ id: string; userId: string; surveyId: string; atMs: number }>(
          `select id, user_id, survey_id, delivered_at as at_ms from vigil.program_items
           where tenant_id = $1 and user_id = $2 and type = 'survey' and status = 'delivered' and withdrawn_at is null
             and coalesce(expires_at > now(), true) order by id limit 1000`,
          [tenantId, userId],
        );
      },
      async hold(sql: Sql, tenantId: string, userId: string, itemId: string): Promise<void> {
        await lockItem(sql, tenantId, { userId, itemId, type: 'survey' });
      },
      async completed(sql: Sql, tenantId: string, userId: string, itemId: string): Promise<void> {
        const doing = { userId, itemId, type: 'survey', event: 'complete' } as const;
        const item = await lockItem(sql, tenantId, doing);
        if (item) await move(sql, tenantId, item, doing);
      },
    },
  };
}
export type ContentStore = ReturnType<typeof createContentStore>;

interface Reporting {
  readonly userId: string;
  readonly itemId: string;
  readonly by: string;
  /** yyyy-MM-dd. */
  readonly day: string;
  readonly sent: PledgeReport;
}

interface LockedItem {
  readonly id: string;
  readonly status: ItemStatus;
  readonly memberProgramId: string;
  /** Its time is over, whether that has been noted already or not. */
  readonly isPast: boolean;
}

async function lockItem(sql: Sql, tenantId: string, { userId, itemId, type }: Pick<Doing, 'userId' | 'itemId' | 'type'>) {
  const [item] = await sql.query<LockedItem>(
    `select id, status, member_program_id, status in ('delivered', 'opted') and coalesce(expires_at <= now(), false) as is_past
     from vigil.program_items
     where tenant_id = $1 and user_id = $2 and id = $3 and type = $4 and status <> 'created' and withdrawn_at is null for update`,
    [tenantId, userId, itemId, type],
  );
  return item;
}

/** Column of the moment at which something was done. A closed list, so it may stand in the statement. */
const momentOf = { opt: 'opted_at', achieve: 'done_at', read: 'read_at', rate: 'rated_at', complete: 'done_at' } as const;

async function move(sql: Sql, tenantId: string, item: LockedItem, { type, event, rating }: Doing): Promise<Done> {
  const after = item.isPast ? null : statusAfter(type, item.status, event);
  if (after === null) {
    if (item.isPast || item.status === 'expired') return 'expired';
    // Read before it was rated, opted before it was achieved: what is said again changes nothing.
    return event === 'achieve' && !isOver(item.status) ? 'not-opted' : 'unchanged';
  }
  const moment = momentOf[event as keyof typeof momentOf];
  await sql.query(
    `update vigil.program_items set status = $3, ${moment} = now(), rating = coalesce($4, rating)
     where tenant_id = $1 and id = $2`,
    [tenantId, item.id, after, rating ?? null],
  );
  await settleRuns(sql, tenantId, [item.memberProgramId]);
  return 'done';
}

async function reportOf(sql: Sql, tenantId: string, id: string) {
  const [report] = await sql.query<{ itemId: string; did: boolean; note: string | null }>(
    'select item_id, did, note from vigil.pledge_reports where tenant_id = $1 and id = $2',
    [tenantId, id],
  );
  return report;
}

const isSame = (stored: { itemId: string; did: boolean; note: string | null }, itemId: string, sent: PledgeReport) =>
  stored.itemId === itemId && stored.did === sent.did && stored.note === (sent.note ?? null);
