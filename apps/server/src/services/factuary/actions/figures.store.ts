import type { ActionCategoryId, ActionEventKind, ActionRole, ActionStatus, Priority } from '@vigil/contract/factuary-actions.values';
import type { Database, Sql } from '#platform/postgres/database.ts';
import { stands } from './events.store.ts';

/** An event that a counter counts, or what is live at the end of a stretch, with the action as it was then. Times in milliseconds. */
export interface FigureRow {
  readonly actionId: string;
  readonly userId: string;
  readonly category: ActionCategoryId;
  readonly createdAt: number;
  /** Null: live at the end of the stretch. */
  readonly kind: ActionEventKind | null;
  readonly at: number;
  /** Who did it, or of what is live and what expired, who had it; null for nobody. */
  readonly whose: string | null;
  readonly title: string;
  readonly priority: Priority;
}

/** An action as it was at the end of a stretch. */
export interface StandingRow {
  readonly actionId: string;
  readonly userId: string;
  readonly category: ActionCategoryId;
  readonly createdAt: number;
  readonly status: ActionStatus;
  readonly statusOriginal: ActionStatus | null;
  readonly statusAt: number;
  readonly title: string;
  readonly priority: Priority;
  readonly assigneeId: string | null;
  readonly assigneeRole: ActionRole;
  /** When it first had each status. */
  readonly times: Partial<Record<ActionStatus, number>>;
}

export interface FiguresQuestion {
  readonly scope: 'tenant' | readonly string[];
  /** Inclusive. */
  readonly fromMs: number;
  /** Exclusive. */
  readonly toMs: number;
  /** Rows that one list holds. */
  readonly most: number;
}

export interface FiguresStore {
  /** What is counted of a stretch of time, and every action that it is about: both derived from events alone. */
  figures(tenantId: string, question: FiguresQuestion): Promise<{ counted: FigureRow[]; standing: StandingRow[] }>;
}

const inScope = '($2::uuid[] is null or a.user_id = any($2))';

export function createFiguresStore(database: Database): FiguresStore {
  return {
    figures: (tenantId, question) =>
      database.tenant(tenantId, async (sql) => {
        const { scope, fromMs, toMs, most } = question;
        const values = [tenantId, scope === 'tenant' ? null : scope, new Date(fromMs), new Date(toMs), most];
        const [happened, live] = [await readHappened(sql, values), await readLive(sql, values)];
        const ids = [...new Set([...happened, ...live].map(({ actionId }) => actionId))];
        const counted = [...happened.filter(({ kind }) => kind !== null && countedKinds.has(kind)), ...live];
        return { counted, standing: await readStanding(sql, tenantId, ids, toMs) };
      }),
  };
}

const countedKinds: ReadonlySet<string> = new Set([
  'ESCALATED',
  'DEESCALATED',
  'REASSIGNED',
  'INTERVENED',
  'CONFIRMED',
  'CLOSED',
  'EXPIRED',
]);

/** What became of actions in the stretch? What expired is its holder's; anything else is whose who did it. */
const readHappened = (sql: Sql, values: readonly unknown[]) =>
  sql.query<FigureRow>(
    `select e.action_id, e.user_id, a.category, a.created_at, e.kind, e.at,
       case when e.kind = 'EXPIRED' then e.assignee_id else e.by_id end as whose, e.title, e.priority
     from vigil.action_events e join vigil.actions a on a.tenant_id = e.tenant_id and a.id = e.action_id
     where e.tenant_id = $1 and ${inScope} and e.at >= $3 and e.at < $4 and ${stands}
     order by e.at, e.action_id, e.sequence limit $5`,
    values,
  );

/** Which actions are live at its end, and who has them? Those that ended later were live then. */
const readLive = (sql: Sql, [tenantId, scope, , to, most]: readonly unknown[]) =>
  sql.query<FigureRow>(
    `select a.id as action_id, a.user_id, a.category, a.created_at, null as kind, least($3::timestamptz, now()) as at,
       last.assignee_id as whose, last.title, last.priority
     from vigil.actions a
     cross join lateral (
       select e.status, e.assignee_id, e.title, e.priority from vigil.action_events e
       where e.tenant_id = a.tenant_id and e.action_id = a.id and e.at < $3 and ${stands}
       order by e.sequence desc limit 1
     ) last
     where a.tenant_id = $1 and ${inScope} and a.created_at < $3 and (a.is_live or a.status_at >= $3)
       and last.status in ('OPEN', 'ESCALATED', 'DEESCALATED', 'REASSIGNED')
     order by a.created_at, a.id limit $4`,
    [tenantId, scope, to, most],
  );

/** How did these actions stand at that moment, and when did each first have which status? */
async function readStanding(sql: Sql, tenantId: string, ids: readonly string[], toMs: number): Promise<StandingRow[]> {
  if (ids.length === 0) return [];
  const rows = await sql.query<
    Omit<StandingRow, 'statusOriginal' | 'statusAt' | 'times'> & { happened: { status: ActionStatus; kind: ActionEventKind; at: number }[] }
  >(
    `select a.id as action_id, a.user_id, a.category, a.created_at, last.status, last.title, last.priority, last.assignee_id,
       last.assignee_role, all_events.happened
     from vigil.actions a
     cross join lateral (
       select e.* from vigil.action_events e
       where e.tenant_id = a.tenant_id and e.action_id = a.id and e.at < $3 and ${stands}
       order by e.sequence desc limit 1
     ) last
     cross join lateral (
       select jsonb_agg(jsonb_build_object('status', e.status, 'kind', e.kind, 'at', extract(epoch from e.at) * 1000) order by e.sequence) as happened
       from vigil.action_events e where e.tenant_id = a.tenant_id and e.action_id = a.id and e.at < $3 and ${stands}
     ) all_events
     where a.tenant_id = $1 and a.id = any($2::uuid[])
     order by a.created_at, a.id`,
    [tenantId, ids, new Date(toMs)],
  );
  return rows.map(({ happened, ...row }) => ({ ...row, ...lifeOf(happened) }));
}

/** What the events of one action say of its statuses, oldest first. */
function lifeOf(
  happened: readonly { status: ActionStatus; kind: ActionEventKind; at: number }[],
): Pick<StandingRow, 'statusOriginal' | 'statusAt' | 'times'> {
  const times: Partial<Record<ActionStatus, number>> = {};
  let [statusOriginal, statusAt, status]: [ActionStatus | null, number, ActionStatus | null] = [null, 0, null];
  for (const event of happened) {
    const at = Math.round(event.at);
    const isMove = event.kind === event.status && ['ESCALATED', 'DEESCALATED', 'REASSIGNED'].includes(event.kind);
    if (isMove) statusOriginal ??= status;
    if (isMove || event.status !== status) statusAt = at;
    times[event.status] ??= at;
    status = event.status;
  }
  return { statusOriginal, statusAt, times };
}
