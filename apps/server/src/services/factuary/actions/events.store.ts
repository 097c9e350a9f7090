import type { Alert } from '@vigil/contract/factuary-actions.contract';
import type {
  ActionCategoryId,
  ActionEventKind,
  ActionRole,
  ActionStatus,
  AssignmentOp,
  InterventionOutcome,
  InterventionType,
  Priority,
} from '@vigil/contract/factuary-actions.values';
import { interventionOutcomes, outcomeMeaning } from '@vigil/domain/actions/interventions';
import type { Role } from '@vigil/domain/roles';
import type { Database, Sql } from '#platform/postgres/database.ts';
import { type Counted, newestFirst, pageOf, type Stretch, type StretchPage } from '#platform/postgres/newest-first.ts';
import type { ActionsEnded } from './endings.ts';

/** The state that an event leaves. Times in milliseconds since 1970. */
export interface ActionState {
  readonly status: ActionStatus;
  readonly title: string;
  readonly priority: Priority;
  readonly assigneeId: string | null;
  readonly assigneeRole: ActionRole;
  readonly op: AssignmentOp | null;
  readonly dueAt: number | null;
  readonly expiresAt: number;
}

/** Who did something; null where it was the server. */
export interface EventAuthor {
  readonly byId: string | null;
  /** The roles held then. */
  readonly byRoles: readonly Role[];
}

/** What is said with an event. */
export interface EventWords {
  readonly note: string | null;
  readonly interventionType: InterventionType | null;
  readonly outcome: InterventionOutcome | null;
  readonly minutes: number | null;
}

export interface ActionEventRow extends ActionState, EventAuthor, EventWords {
  readonly id: string;
  readonly actionId: string;
  readonly sequence: number;
  readonly kind: ActionEventKind;
  readonly at: number;
  readonly userId: string;
}

/** An event with what it is about. */
export interface MemberActionEventRow extends ActionEventRow {
  readonly category: ActionCategoryId;
  /** What a rule saw that opened the action or joined it with this event. */
  readonly alert: Alert | null;
  /** Whoever did it has undone it. */
  readonly isUndone: boolean;
}

export interface NewEvent extends ActionState, EventAuthor {
  readonly actionId: string;
  readonly userId: string;
  /** One more than the version that it follows. */
  readonly sequence: number;
  readonly kind: ActionEventKind;
  /** Null: now, by the database's clock. */
  readonly atMs: number | null;
  readonly requestId?: string | null;
  /** What a rule saw by which the action is told from now on. */
  readonly alert?: Alert | null;
  readonly words?: Partial<EventWords>;
}

/** What an event says about what somebody did, without saying for whom. */
export interface DoneRow {
  readonly id: string;
  readonly userId: string;
  readonly type: string;
  readonly performedAt: number;
  readonly seconds: number | null;
}

/** An action whose time to live is over. */
export interface EndedRow
  extends Pick<ActionEventRow, 'actionId' | 'userId' | 'kind' | 'byId' | 'title' | 'priority' | 'assigneeId' | 'assigneeRole'> {
  /** A rule opened it. */
  readonly hasAlert: boolean;
}

export interface EventsStore {
  /** Everything that became of an action, oldest first. */
  historyOf(tenantId: string, actionId: string): Promise<ActionEventRow[]>;
  /** What each of these people did last. */
  lastDoneBy(tenantId: string, userIds: readonly string[]): Promise<DoneRow[]>;
  /** What became of a member's actions. */
  ofPatient(tenantId: string, patientId: string, stretch: Stretch): Promise<StretchPage<Counted<MemberActionEventRow>>>;
  /** When somebody intervened clinically for these members in actions of a category, from `fromMs` (inclusive) until `toMs` (exclusive). */
  clinicalInterventions(
    tenantId: string,
    userIds: readonly string[],
    which: { readonly category: ActionCategoryId; readonly fromMs: number; readonly toMs: number },
  ): Promise<{ readonly userId: string; readonly at: number }[]>;
  /** Tenants with live actions whose time to live is over. */
  tenantsWithDue(): Promise<string[]>;
  /** Ends those of a tenant, some at a time, and does `follow` within the same transaction; how many it was. */
  expireDue(tenantId: string, most: number, follow: (sql: Sql, ended: readonly EndedRow[]) => Promise<void>): Promise<number>;
}

const columns = `e.id, e.action_id, e.sequence, e.kind, e.at, e.by_id, e.by_roles, e.user_id, e.status, e.title, e.priority, e.assignee_id,
  e.assignee_role, e.op, e.due_at, e.expires_at, e.note, e.intervention_type, e.outcome, e.minutes`;

/** Of an event `e`: nobody has undone it, and it undoes nothing itself. Nothing else counts in a figure. */
export const stands = `e.kind <> 'UNDONE' and not exists (
  select from vigil.action_events undo
  where undo.tenant_id = e.tenant_id and undo.action_id = e.action_id and undo.sequence = e.sequence + 1 and undo.kind = 'UNDONE')`;

const clinicalOutcomes = interventionOutcomes.filter((outcome) => outcomeMeaning[outcome] === 'clinical');

export function createEventsStore(database: Database, followEnded: ActionsEnded): EventsStore {
  return {
    historyOf: (tenantId, actionId) =>
      database.tenant(tenantId, (sql) =>
        sql.query<ActionEventRow>(
          `select ${columns} from vigil.action_events e where e.tenant_id = $1 and e.action_id = $2 order by e.sequence limit 1000`,
          [tenantId, actionId],
        ),
      ),

    lastDoneBy: (tenantId, userIds) =>
      database.tenant(tenantId, (sql) =>
        sql.query<DoneRow>(
          `select last.* from unnest($2::uuid[]) as someone (id)
           cross join lateral (
             select e.id, e.by_id as user_id, 'ACTION_' || e.kind as type, e.at as performed_at, e.minutes * 60 as seconds
             from vigil.action_events e where e.tenant_id = $1 and e.by_id = someone.id and ${stands} order by e.at desc limit 1
           ) last`,
          [tenantId, userIds],
        ),
      ),

    ofPatient: (tenantId, patientId, stretch) =>
      database.tenant(tenantId, async (sql) => {
        // Of one moment the last event of an action first.
        const asked = newestFirst(
          `select ${columns}, a.category, e.action_id || '/' || lpad((1000000 - e.sequence)::text, 7, '0') as key,
             coalesce(e.alert, case when e.kind = 'OPENED' then a.alert end) as alert, e.kind <> 'UNDONE' and not (${stands}) as is_undone
           from vigil.action_events e
           join vigil.actions a on a.tenant_id = e.tenant_id and a.id = e.action_id
           where e.tenant_id = $1 and e.at >= $2 and e.at < $3 and e.user_id = $4`,
          stretch,
          [patientId],
        );
        return pageOf(await sql.query<Counted<MemberActionEventRow>>(asked.statement, asked.valuesFor(tenantId)));
      }),

    clinicalInterventions: (tenantId, userIds, { category, fromMs, toMs }) =>
      database.tenant(tenantId, (sql) =>
        sql.query<{ userId: string; at: number }>(
          `select e.user_id, e.at from vigil.action_events e
           join vigil.actions a on a.tenant_id = e.tenant_id and a.id = e.action_id
           where e.tenant_id = $1 and e.user_id = any($2::uuid[]) and e.at >= $3 and e.at < $4 and e.outcome = any($5) and a.category = $6 and ${stands}
           order by e.at`,
          [tenantId, userIds, new Date(fromMs), new Date(toMs), clinicalOutcomes, category],
        ),
      ),

    tenantsWithDue: async () =>
      (await database.ask<{ tenantId: string }>('select tenant_id from vigil.tenants_with_due_actions()')).map(({ tenantId }) => tenantId),

    expireDue: (tenantId, most, follow) =>
      database.tenant(tenantId, async (sql) => {
        // An action is locked before its event is written, by whoever writes it: in two orders they would wait for each other.
        const due = await sql.query<{ id: string }>('select id from vigil.hold_due_actions($1) as due (id)', [most]);
        if (due.length === 0) return 0;
        const ended = await sql.query<EndedRow>(
          `insert into vigil.action_events (tenant_id, action_id, sequence, kind, user_id, status, title, priority, assignee_id,
             assignee_role, op, due_at, expires_at)
           select a.tenant_id, a.id, a.version + 1, 'EXPIRED', a.user_id, 'EXPIRED', a.title, a.priority, a.assignee_id,
             a.assignee_role, a.op, a.due_at, a.expires_at
           from vigil.actions a
           where a.tenant_id = $1 and a.id = any($2::uuid[])
           returning action_id, user_id, kind, by_id, title, priority, assignee_id, assignee_role,
             (select a.alert is not null from vigil.actions a where a.tenant_id = $1 and a.id = action_id) as has_alert`,
          [tenantId, due.map(({ id }) => id)],
        );
        const ids = ended.map(({ actionId }) => actionId);
        if (ids.length > 0) await followEnded(sql, tenantId, ids, 'expired', () => follow(sql, ended));
        return ended.length;
      }),
  };
}

/** What an action is opened with; the rest its first event says. */
export interface NewActionRow {
  readonly id: string;
  readonly userId: string;
  readonly category: ActionCategoryId;
  readonly parentId: string | null;
  readonly openKey: string | null;
  readonly alert: Alert | null;
  /** When that happened which it is opened for, where a rule has not seen it. */
  readonly causedAtMs: number | null;
  /** Null: now, by the database's clock. */
  readonly atMs: number | null;
}

/** Within a transaction: when it was created, in milliseconds; undefined where its id is taken, or its key has a live one. */
export async function insertAction(sql: Sql, tenantId: string, action: NewActionRow): Promise<number | undefined> {
  const [made] = await sql.query<{ createdAt: number }>(
    `insert into vigil.actions (tenant_id, id, user_id, category, parent_id, open_key, alert, created_at, caused_at)
     values ($1, $2, $3, $4, $5, $6, $7, coalesce($8::timestamptz, now()), $9) on conflict do nothing returning created_at`,
    [
      ...[tenantId, action.id, action.userId, action.category, action.parentId, action.openKey],
      ...[action.alert === null ? null : JSON.stringify(action.alert), dateOf(action.atMs), dateOf(action.causedAtMs)],
    ],
  );
  return made?.createdAt;
}

/**
 * Within a transaction: waits for whoever is changing an action, and keeps it live until the transaction ends; false where it has ended or its time
 * is over. Before an event is written of what may be live: who writes one while another has the action locked waits for them, and they for the event.
 */
export async function holdLive(sql: Sql, actionId: string): Promise<boolean> {
  const [held] = await sql.query<{ isLive: boolean }>('select vigil.hold_live_action($1) as is_live', [actionId]);
  return held?.isLive ?? false;
}

/** Within a transaction: false where somebody was faster, or the same request is there already. See `holdLive`. */
export async function appendEvent(sql: Sql, tenantId: string, event: NewEvent): Promise<boolean> {
  const { words = {} } = event;
  const rows = await sql.query(
    `insert into vigil.action_events (tenant_id, action_id, sequence, request_id, kind, at, by_id, by_roles, user_id, status, title,
       priority, assignee_id, assignee_role, op, due_at, expires_at, note, intervention_type, outcome, minutes, alert)
     values ($1, $2, $3, $4, $5, coalesce($6::timestamptz, now()), $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22)
     on conflict do nothing returning id`,
    [
      ...[tenantId, event.actionId, event.sequence, event.requestId ?? null, event.kind, dateOf(event.atMs), event.byId, event.byRoles],
      ...[event.userId, event.status, event.title, event.priority, event.assigneeId, event.assigneeRole, event.op, dateOf(event.dueAt)],
      ...[new Date(event.expiresAt), words.note ?? null, words.interventionType ?? null, words.outcome ?? null, words.minutes ?? null],
      event.alert ? JSON.stringify(event.alert) : null,
    ],
  );
  return rows.length > 0;
}

/** Within a transaction: what a request has done to an action already. */
export async function doneByRequest(sql: Sql, tenantId: string, actionId: string, requestId: string): Promise<ActionEventRow | undefined> {
  const [row] = await sql.query<ActionEventRow>(
    `select ${columns} from vigil.action_events e where e.tenant_id = $1 and e.action_id = $2 and e.request_id = $3`,
    [tenantId, actionId, requestId],
  );
  return row;
}

/** Within a transaction: what a request has done to actions, whoever sent it. */
export const doneByRequestToAny = (sql: Sql, tenantId: string, requestId: string): Promise<ActionEventRow[]> =>
  sql.query<ActionEventRow>(
    `select ${columns} from vigil.action_events e where e.tenant_id = $1 and e.request_id = $2 order by e.at, e.action_id, e.sequence limit 1000`,
    [tenantId, requestId],
  );

/** Within a transaction: what became of an action from the event before `sequence` on, oldest first. */
export const eventsFrom = (sql: Sql, tenantId: string, actionId: string, sequence: number): Promise<ActionEventRow[]> =>
  sql.query<ActionEventRow>(
    `select ${columns} from vigil.action_events e where e.tenant_id = $1 and e.action_id = $2 and e.sequence >= $3 order by e.sequence limit 1000`,
    [tenantId, actionId, sequence],
  );

/** Within a transaction: how the action was opened that this key has opened after another, live or not. */
export async function openedAfter(sql: Sql, tenantId: string, parentId: string, openKey: string): Promise<ActionEventRow | undefined> {
  const [row] = await sql.query<ActionEventRow>(
    `select ${columns} from vigil.actions a join vigil.action_events e on e.tenant_id = a.tenant_id and e.action_id = a.id and e.sequence = 1
     where a.tenant_id = $1 and a.parent_id = $2 and a.open_key = $3 limit 1`,
    [tenantId, parentId, openKey],
  );
  return row;
}

/** Within a transaction: the present, by the database's clock, in milliseconds. */
export async function databaseNow(sql: Sql): Promise<number> {
  const [row] = await sql.query<{ at: number }>('select now() as at');
  return row?.at ?? Number.NaN;
}

const dateOf = (ms: number | null) => (ms === null ? null : new Date(ms));
