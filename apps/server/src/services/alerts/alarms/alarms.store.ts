import { randomUUID } from 'node:crypto';
import type { Alarm, AlarmState } from '@vigil/domain/alerts/alarm';
import type { AlarmPart } from '@vigil/domain/alerts/alarm-parts';
import type { BeforeAnswer, FoldedAlarm } from '@vigil/domain/alerts/folded';
import type { AlertSeverity } from '@vigil/domain/alerts/rule';
import type { Database, Sql } from '#platform/postgres/database.ts';

/** An alarm as it is kept. Times in milliseconds since 1970, but for those inside `alarm` and `parts`, which are Unix seconds. */
export interface StoredAlarm extends FoldedAlarm {
  readonly id: string;
  readonly userId: string;
  readonly topic: string;
  readonly raisedAt: number;
  readonly changedAt: number;
  readonly version: number;
}

/** Alarms that are locked until the transaction ends, and the present by the database's clock, in Unix seconds. */
export interface LockedAlarms {
  readonly alarms: readonly StoredAlarm[];
  readonly nowSeconds: number;
}

/** What became of an alarm, and how that left it. */
export interface AlarmEventRow extends Pick<Alarm, 'state' | 'severity' | 'level' | 'isJudged'> {
  readonly alarmId: string;
  readonly kind: string;
  readonly ruleId: string | null;
  readonly byId: string | null;
  readonly requestId: string | null;
  readonly rang: boolean;
  readonly told: readonly string[];
  readonly inStorm: boolean;
  /** Of an answer, and of an end: what an undo restores. */
  readonly before: BeforeAnswer | null;
}

interface AlarmRow {
  readonly id: string;
  readonly userId: string;
  readonly topic: string;
  readonly state: AlarmState;
  readonly severity: AlertSeverity;
  readonly level: number;
  readonly isJudged: boolean;
  readonly byId: string | null;
  readonly dueAt: number | null;
  readonly raisedAt: number;
  readonly changedAt: number;
  readonly version: number;
}

/** `judgedAt`: milliseconds. */
interface PartRow extends Omit<AlarmPart, 'noted'> {
  readonly alarmId: string;
  readonly notedSeverity: AlertSeverity | null;
  readonly notedValue: number | null;
}

const columns =
  'a.id, a.user_id, a.topic, a.state, a.severity, a.level, a.is_judged, a.by_id, a.due_at, a.raised_at, a.changed_at, a.version';

/** Alarms that are not resolved or gone: of a tenant, or of these members; those that ask for somebody first. */
export async function readStanding(sql: Sql, tenantId: string, userIds: readonly string[] | null): Promise<readonly StoredAlarm[]> {
  const rows = await sql.query<AlarmRow>(
    `select ${columns} from vigil.alarms a where a.tenant_id = $1 and a.is_live and ($2::uuid[] is null or a.user_id = any($2))
     order by a.state = 'raised' desc, a.raised_at desc, a.id`,
    [tenantId, userIds],
  );
  return withParts(sql, tenantId, rows);
}

export async function readById(sql: Sql, tenantId: string, id: string): Promise<readonly StoredAlarm[]> {
  const rows = await sql.query<AlarmRow>(`select ${columns} from vigil.alarms a where a.tenant_id = $1 and a.id = $2`, [tenantId, id]);
  return withParts(sql, tenantId, rows);
}

/** An action whose alert begins, and under what its alarm is filed where it has none yet. */
export interface BegunAction {
  readonly userId: string;
  readonly actionId: string;
  readonly topic: string;
  readonly severity: AlertSeverity;
}

export interface LockedForActions extends LockedAlarms {
  /** The alarms of actions that had none, by action. */
  readonly alarmOfAction: ReadonlyMap<string, string>;
}

/**
 * Within a transaction: the live alarms of these members. For actions that no live alarm has yet one is made, or taken where the member has one of
 * the same topic.
 */
export async function lockForActions(
  sql: Sql,
  tenantId: string,
  begun: readonly BegunAction[],
  userIds: readonly string[],
): Promise<LockedForActions> {
  const isOf = 'a.user_id = any($2::uuid[]) and a.is_live';
  if (begun.length === 0) return { ...(await locked(sql, tenantId, isOf, [userIds])), alarmOfAction: new Map() };
  const has = await actionsOfLiveAlarms(sql, tenantId, [...new Set(begun.map(({ actionId }) => actionId))]);
  // Of an action that several rules begin at once the first decides.
  const toMake = new Map(begun.toReversed().flatMap((one) => (has.has(one.actionId) ? [] : [[one.actionId, one] as const])));
  for (;;) {
    if (toMake.size > 0) await makeAlarms(sql, tenantId, [...toMake.values()]);
    const all = await locked(sql, tenantId, isOf, [userIds]);
    const byTopic = new Map(all.alarms.map(({ id, userId, topic }) => [`${userId} ${topic}`, id]));
    const found = [...toMake].map(([actionId, { userId, topic }]) => [actionId, byTopic.get(`${userId} ${topic}`)] as const);
    const alarmOfAction = new Map(found.flatMap(([actionId, id]) => (id === undefined ? [] : [[actionId, id] as const])));
    // An alarm that stood in the way may have been over by the time that it could be locked: then nothing does any more.
    if (alarmOfAction.size === toMake.size) return { ...all, alarmOfAction };
  }
}

const makeAlarms = (sql: Sql, tenantId: string, begun: readonly BegunAction[]) =>
  sql.query(
    `insert into vigil.alarms (tenant_id, id, user_id, topic, state, severity, level, is_judged, raised_at, changed_at, version)
     select $1, one.id, one."userId", one.topic, 'pending', one.severity, 0, true, now(), now(), 1
     from jsonb_to_recordset($2) as one (id uuid, "userId" uuid, topic text, severity text)
     order by one."userId", one.topic on conflict do nothing`,
    [tenantId, JSON.stringify(begun.map((one) => ({ ...one, id: randomUUID() })))],
  );

async function actionsOfLiveAlarms(sql: Sql, tenantId: string, actionIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await sql.query<{ actionId: string }>(
    `select distinct p.action_id from vigil.alarm_parts p join vigil.alarms a on a.tenant_id = p.tenant_id and a.id = p.alarm_id
     where p.tenant_id = $1 and p.action_id = any($2::uuid[]) and a.is_live`,
    [tenantId, actionIds],
  );
  return new Set(rows.map(({ actionId }) => actionId));
}

/** Within a transaction: live alarms that one of these actions belongs to. */
export const lockByActions = (sql: Sql, tenantId: string, actionIds: readonly string[]): Promise<LockedAlarms> =>
  locked(
    sql,
    tenantId,
    'a.is_live and a.id in (select p.alarm_id from vigil.alarm_parts p where p.tenant_id = $1 and p.action_id = any($2::uuid[]))',
    [actionIds],
  );

/** The same, of alarms that are over as well. */
export const lockAllByActions = (sql: Sql, tenantId: string, actionIds: readonly string[]): Promise<LockedAlarms> =>
  locked(sql, tenantId, 'a.id in (select p.alarm_id from vigil.alarm_parts p where p.tenant_id = $1 and p.action_id = any($2::uuid[]))', [
    actionIds,
  ]);

export const lockByMember = (sql: Sql, tenantId: string, userId: string): Promise<LockedAlarms> =>
  locked(sql, tenantId, 'a.is_live and a.user_id = $2', [userId]);

export const lockById = (sql: Sql, tenantId: string, id: string): Promise<LockedAlarms> => locked(sql, tenantId, 'a.id = $2', [id]);

/** Within a transaction: these alarms of a member; those that are not the member's are left out. */
export const lockOfMember = (sql: Sql, tenantId: string, userId: string, ids: readonly string[]): Promise<LockedAlarms> =>
  locked(sql, tenantId, 'a.user_id = $2 and a.id = any($3::uuid[])', [userId, ids]);

/** Within a transaction: some of those whose time has come, the longest overdue first; what another process is at is left to it. */
export const lockDue = (sql: Sql, tenantId: string, most: number): Promise<LockedAlarms> =>
  locked(sql, tenantId, 'a.due_at <= now()', [], `order by a.due_at limit ${most} for update skip locked`);

async function locked(
  sql: Sql,
  tenantId: string,
  which: string,
  values: readonly unknown[],
  how = 'order by a.user_id, a.topic for update',
): Promise<LockedAlarms> {
  const rows = await sql.query<AlarmRow>(`select ${columns} from vigil.alarms a where a.tenant_id = $1 and ${which} ${how}`, [
    tenantId,
    ...values,
  ]);
  const [clock] = await sql.query<{ at: number }>('select now() as at');
  return { alarms: await withParts(sql, tenantId, rows), nowSeconds: (clock?.at ?? Number.NaN) / 1000 };
}

async function withParts(sql: Sql, tenantId: string, rows: readonly AlarmRow[]): Promise<readonly StoredAlarm[]> {
  if (rows.length === 0) return [];
  const parts = await sql.query<PartRow>(
    `select p.alarm_id, p.rule_id, p.version, p.firing_id, p.action_id, p.title, p.severity, p.subject, p.direction, p.role, p.measured,
       p.judged_at, p.holds, p.noted_severity, p.noted_value, p.shown_value, p.is_unanswered, p.ended
     from vigil.alarm_parts p left join vigil.alert_firings f on f.tenant_id = p.tenant_id and f.id = p.firing_id
     where p.tenant_id = $1 and p.alarm_id = any($2::uuid[]) order by p.alarm_id, f.told_at, p.rule_id`,
    [tenantId, rows.map(({ id }) => id)],
  );
  const ofAlarm = Map.groupBy(parts, ({ alarmId }) => alarmId);
  return rows.map(({ id, userId, topic, raisedAt, changedAt, version, byId: by, dueAt, state, severity, level, isJudged }) => ({
    ...{ id, userId, topic, raisedAt, changedAt, version },
    alarm: { state, severity, level, isJudged, by, dueAt: dueAt === null ? null : dueAt / 1000 },
    parts: (ofAlarm.get(id) ?? []).map(partOf),
  }));
}

function partOf({ alarmId: _, notedSeverity, notedValue, judgedAt, ...part }: PartRow): AlarmPart {
  return { ...part, judgedAt: judgedAt / 1000, noted: notedSeverity === null ? null : { severity: notedSeverity, value: notedValue } };
}

/** How an alarm is to be kept after something became of it. */
export interface AlarmWriting {
  readonly id: string;
  readonly alarm: Alarm;
  readonly version: number;
  /** It is raised anew: from now on it is as old as that. */
  readonly raisedAnew: boolean;
}

/** Within the transaction that has locked them. */
export async function writeAlarms(sql: Sql, tenantId: string, writings: readonly AlarmWriting[], nowSeconds: number): Promise<void> {
  if (writings.length === 0) return;
  await sql.query(
    `update vigil.alarms a set state = one.state, severity = one.severity, level = one.level, is_judged = one."isJudged", by_id = one.by,
       due_at = to_timestamp(one."dueAt"), changed_at = to_timestamp($3), version = one.version,
       raised_at = case when one."raisedAnew" then to_timestamp($3) else a.raised_at end
     from jsonb_to_recordset($2) as one (id uuid, state text, severity text, level int, "isJudged" boolean, by uuid, "dueAt" float8,
       version int, "raisedAnew" boolean)
     where a.tenant_id = $1 and a.id = one.id`,
    [tenantId, JSON.stringify(writings.map(({ alarm, ...rest }) => ({ ...alarm, ...rest }))), nowSeconds],
  );
}

/** Within the transaction that has locked their alarms. */
export async function writeParts(sql: Sql, tenantId: string, parts: readonly (AlarmPart & { readonly alarmId: string })[]): Promise<void> {
  if (parts.length === 0) return;
  await sql.query(
    `with one as materialized (
       select * from jsonb_to_recordset($2) as one ("alarmId" uuid, "ruleId" uuid, version int, "firingId" uuid, "actionId" uuid,
         title text, severity text, subject jsonb, direction text, role text, measured float8, "judgedAt" float8, holds boolean,
         "notedSeverity" text, "notedValue" float8, "shownValue" float8, "isUnanswered" boolean, ended boolean)
     ), kept as (
       insert into vigil.alarm_actions (tenant_id, action_id, alarm_id, rule_id)
       select $1, one."actionId", one."alarmId", one."ruleId" from one on conflict do nothing
     )
     insert into vigil.alarm_parts (tenant_id, alarm_id, rule_id, version, firing_id, action_id, title, severity, subject, direction, role,
       measured, judged_at, holds, noted_severity, noted_value, shown_value, is_unanswered, ended)
     select $1, one."alarmId", one."ruleId", one.version, one."firingId", one."actionId", one.title, one.severity, one.subject,
       one.direction, one.role, one.measured, to_timestamp(one."judgedAt"), one.holds, one."notedSeverity", one."notedValue",
       one."shownValue", one."isUnanswered", one.ended
     from one
     on conflict (tenant_id, alarm_id, rule_id) do update set version = excluded.version, firing_id = excluded.firing_id,
       action_id = excluded.action_id, title = excluded.title, severity = excluded.severity, subject = excluded.subject,
       direction = excluded.direction, role = excluded.role, measured = excluded.measured, judged_at = excluded.judged_at,
       holds = excluded.holds, noted_severity = excluded.noted_severity, noted_value = excluded.noted_value,
       shown_value = excluded.shown_value, is_unanswered = excluded.is_unanswered, ended = excluded.ended`,
    [
      tenantId,
      JSON.stringify(
        parts.map(({ noted, ...part }) => ({ ...part, notedSeverity: noted?.severity ?? null, notedValue: noted?.value ?? null })),
      ),
    ],
  );
}

/** Within a transaction: what became of alarms. */
export async function addEvents(sql: Sql, tenantId: string, events: readonly AlarmEventRow[]): Promise<void> {
  if (events.length === 0) return;
  await sql.query(
    `insert into vigil.alarm_events (tenant_id, alarm_id, kind, rule_id, state, severity, level, is_judged, by_id, request_id, rang, told, in_storm, before)
     select $1, one."alarmId", one.kind, one."ruleId", one.state, one.severity, one.level, one."isJudged", one."byId", one."requestId",
       one.rang, array(select jsonb_array_elements_text(one.told)::uuid), one."inStorm",
       nullif(one.before, 'null')
     from jsonb_to_recordset($2) as one ("alarmId" uuid, kind text, "ruleId" uuid, state text, severity text, level int, "isJudged" boolean,
       "byId" uuid, "requestId" uuid, rang boolean, told jsonb, "inStorm" boolean, before jsonb)`,
    [tenantId, JSON.stringify(events)],
  );
}

/** Within a transaction: which of these actions belong to an alarm that is over. */
export async function actionsThatAreOver(sql: Sql, tenantId: string, actionIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await sql.query<{ actionId: string }>(
    'select action_id from vigil.alarm_parts where tenant_id = $1 and action_id = any($2::uuid[]) and ended',
    [tenantId, actionIds],
  );
  return new Set(rows.map(({ actionId }) => actionId));
}

/** Within a transaction: what this request has done to the alarm already, whose it was and when, in milliseconds. */
export async function doneByRequest(
  sql: Sql,
  tenantId: string,
  alarmId: string,
  requestId: string,
): Promise<(Pick<AlarmEventRow, 'kind' | 'byId'> & { readonly at: number }) | undefined> {
  const [done] = await sql.query<Pick<AlarmEventRow, 'kind' | 'byId'> & { at: number }>(
    'select kind, by_id, at from vigil.alarm_events where tenant_id = $1 and alarm_id = $2 and request_id = $3',
    [tenantId, alarmId, requestId],
  );
  return done;
}

/** Whose an alarm is; null where the tenant has none of this id. */
export async function memberOf(database: Database, tenantId: string, id: string): Promise<string | null> {
  const [row] = await database.tenant(tenantId, (sql) =>
    sql.query<{ userId: string }>('select user_id from vigil.alarms where tenant_id = $1 and id = $2', [tenantId, id]),
  );
  return row?.userId ?? null;
}
