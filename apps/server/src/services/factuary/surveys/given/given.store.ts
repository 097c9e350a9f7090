import type { SurveyOrigin, UserSurveyStatus } from '@vigil/contract/factuary-surveys.values';
import type { SurveySchedule } from '@vigil/domain/surveys/schedule';
import type { SurveyAnswer, SurveyContent } from '@vigil/domain/surveys/survey';
import type { Sql } from '#platform/postgres/database.ts';
import type { KeptAnswer, KeptAnswers, Side } from './answering.rules.ts';

/** A survey that a member was given, with what it asks. Times in milliseconds since 1970. */
export interface GivenRow {
  readonly id: string;
  readonly userId: string;
  readonly surveyId: string;
  readonly version: number;
  readonly name: string;
  readonly content: SurveyContent;
  readonly origin: SurveyOrigin;
  readonly status: UserSurveyStatus;
  readonly createdAt: number;
  readonly deliveredAt: number;
  readonly openedAt: number | null;
  readonly completedAt: number | null;
}

export interface ScheduleRow {
  readonly id: string;
  readonly surveyId: string;
  readonly name: string;
  readonly schedule: SurveySchedule;
  readonly createdAt: number;
  readonly endedAt: number | null;
}

const columns = `u.id, u.user_id, u.survey_id, u.version, v.name, v.content, u.origin, u.status, u.created_at, u.delivered_at, u.opened_at,
  u.completed_at`;
const joined = `vigil.user_surveys u
  join vigil.survey_versions v on v.tenant_id = u.tenant_id and v.survey_id = u.survey_id and v.version = u.version`;

/** One given survey; with `lock` nobody else changes it before the transaction ends. */
export async function givenOne(sql: Sql, tenantId: string, id: string, lock: '' | 'for update of u' = ''): Promise<GivenRow | undefined> {
  const [row] = await sql.query<GivenRow>(`select ${columns} from ${joined} where u.tenant_id = $1 and u.id = $2 ${lock}`, [tenantId, id]);
  return row;
}

/** Where a given survey stands among its member's. */
export type GivenPlace = Pick<GivenRow, 'deliveredAt' | 'id'>;

export interface GivenQuestion {
  readonly userId: string;
  readonly status: UserSurveyStatus | null;
  readonly limit: number;
  readonly offset?: number;
  readonly behind?: GivenPlace | null;
}

/** The surveys that a member was given, the last first, and how many there are. */
export async function givenTo(
  sql: Sql,
  tenantId: string,
  { userId, status, limit, offset = 0, behind = null }: GivenQuestion,
): Promise<{ readonly rows: GivenRow[]; readonly total: number }> {
  const values = [tenantId, userId, status];
  const where = 'u.tenant_id = $1 and u.user_id = $2 and ($3::text is null or u.status = $3)';
  const rows = await sql.query<GivenRow>(
    `select ${columns} from ${joined} where ${where} and ($6::timestamptz is null or u.delivered_at < $6 or (u.delivered_at = $6 and u.id > $7))
     order by u.delivered_at desc, u.id limit $4 offset $5`,
    [...values, limit, offset, behind && new Date(behind.deliveredAt), behind?.id ?? null],
  );
  const [counted] = await sql.query<{ total: number }>(`select count(*)::int as total from vigil.user_surveys u where ${where}`, values);
  return { rows, total: counted?.total ?? 0 };
}

/** Every completed answer of a member to a survey, the first ones first. */
export const completedOf = (sql: Sql, tenantId: string, userId: string, surveyId: string) =>
  sql.query<GivenRow>(
    `select ${columns} from ${joined} where u.tenant_id = $1 and u.user_id = $2 and u.survey_id = $3 and u.status = 'completed'
     order by u.completed_at, u.id limit 1000`,
    [tenantId, userId, surveyId],
  );

export interface NewGiven {
  readonly id: string;
  readonly userId: string;
  readonly surveyId: string;
  readonly version: number;
  readonly origin: SurveyOrigin;
  readonly by: string | null;
  readonly scheduleId?: string;
  readonly dueAtMs?: number;
  readonly createdAtMs: number;
  readonly deliveredAtMs: number;
}

/** Gives a survey; nothing where the same delivery, or the intake, was given before. */
/** Which of these given surveys there are. */
export async function givenAmong(sql: Sql, tenantId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await sql.query<{ id: string }>('select id from vigil.user_surveys where tenant_id = $1 and id = any($2::uuid[])', [
    tenantId,
    ids,
  ]);
  return new Set(rows.map(({ id }) => id));
}

export async function insertGiven(sql: Sql, tenantId: string, one: NewGiven): Promise<void> {
  await sql.query(
    `insert into vigil.user_surveys
       (tenant_id, id, user_id, survey_id, version, origin, given_by, schedule_id, due_at, created_at, delivered_at, status)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'delivered') on conflict do nothing`,
    [
      ...[tenantId, one.id, one.userId, one.surveyId, one.version, one.origin, one.by, one.scheduleId ?? null],
      one.dueAtMs === undefined ? null : new Date(one.dueAtMs),
      ...[new Date(one.createdAtMs), new Date(one.deliveredAtMs)],
    ],
  );
}

export async function changeStatus(
  sql: Sql,
  tenantId: string,
  id: string,
  { status, atMs }: { readonly status: UserSurveyStatus; readonly atMs: number },
): Promise<void> {
  await sql.query(
    `update vigil.user_surveys set status = $3, opened_at = coalesce(opened_at, $4), completed_at = case when $3 = 'completed' then $4 end
     where tenant_id = $1 and id = $2`,
    [tenantId, id, status, new Date(atMs)],
  );
}

interface AnswerRow {
  readonly userSurveyId: string;
  readonly questionName: string;
  readonly side: Side;
  readonly answer: SurveyAnswer | null;
  readonly answeredBy: string;
  readonly answeredAt: number;
}

/** The answers of given surveys as they are now, by the ids of these. */
export async function answersOf(sql: Sql, tenantId: string, ids: readonly string[]): Promise<(id: string) => KeptAnswers> {
  const rows = await sql.query<AnswerRow>(
    `select distinct on (user_survey_id, question_name, side) user_survey_id, question_name, side, answer, answered_by, answered_at
     from vigil.survey_answers where tenant_id = $1 and user_survey_id = any($2::uuid[])
     order by user_survey_id, question_name, side, number desc`,
    [tenantId, ids],
  );
  const found = new Map<string, Record<Side, Map<string, KeptAnswer>>>();
  for (const { userSurveyId, questionName, side, answer, answeredBy: by, answeredAt: atMs } of rows) {
    const sides = found.get(userSurveyId) ?? { member: new Map(), team: new Map() };
    found.set(userSurveyId, sides);
    if (answer) sides[side].set(questionName, { ...answer, by, atMs });
  }
  return (id) => found.get(id) ?? { member: new Map(), team: new Map() };
}

/** Adds answers of one side; what was there before stays in the record. */
export async function addAnswers(
  sql: Sql,
  tenantId: string,
  id: string,
  changes: readonly { readonly questionName: string; readonly answer: SurveyAnswer | null }[],
  by: { readonly side: Side; readonly userId: string; readonly answeredAtMs: number; readonly nowMs: number },
): Promise<void> {
  await sql.query(
    `insert into vigil.survey_answers (tenant_id, user_survey_id, number, question_name, side, answer, answered_by, answered_at, stored_at)
     select $1, $2, coalesce((select max(number) from vigil.survey_answers where tenant_id = $1 and user_survey_id = $2), 0) + one.place,
       one.question_name, $4, one.answer, $5, $6, $7
     from rows from (jsonb_to_recordset($3) as (question_name text, answer jsonb)) with ordinality as one (question_name, answer, place)`,
    [
      ...[tenantId, id, JSON.stringify(changes.map(({ questionName, answer }) => ({ question_name: questionName, answer })))],
      ...[by.side, by.userId, new Date(by.answeredAtMs), new Date(by.nowMs)],
    ],
  );
}

const scheduleColumns = 's.id, s.survey_id, s.schedule, s.created_at, s.ended_at';

export const schedulesOf = (sql: Sql, tenantId: string, userId: string) =>
  sql.query<ScheduleRow>(
    `select ${scheduleColumns}, coalesce(v.name, '') as name from vigil.survey_schedules s
     left join lateral (
       select name from vigil.survey_versions where tenant_id = $1 and survey_id = s.survey_id order by version desc limit 1
     ) v on true
     where s.tenant_id = $1 and s.user_id = $2 order by s.created_at desc, s.id limit 200`,
    [tenantId, userId],
  );

export async function scheduleOne(
  sql: Sql,
  tenantId: string,
  id: string,
): Promise<(ScheduleRow & { readonly userId: string }) | undefined> {
  const [row] = await sql.query<ScheduleRow & { readonly userId: string }>(
    `select ${scheduleColumns}, s.user_id, '' as name from vigil.survey_schedules s where s.tenant_id = $1 and s.id = $2`,
    [tenantId, id],
  );
  return row;
}

export async function insertSchedule(
  sql: Sql,
  tenantId: string,
  one: {
    readonly id: string;
    readonly userId: string;
    readonly surveyId: string;
    readonly schedule: SurveySchedule;
    readonly by: string;
    readonly nowMs: number;
  },
): Promise<void> {
  await sql.query(
    `insert into vigil.survey_schedules (tenant_id, id, user_id, survey_id, schedule, given_by, created_at)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
    [tenantId, one.id, one.userId, one.surveyId, JSON.stringify(one.schedule), one.by, new Date(one.nowMs)],
  );
}

export async function endSchedule(
  sql: Sql,
  tenantId: string,
  id: string,
  by: { readonly userId: string; readonly nowMs: number },
): Promise<void> {
  await sql.query('update vigil.survey_schedules set ended_by = $3, ended_at = $4 where tenant_id = $1 and id = $2 and ended_at is null', [
    ...[tenantId, id, by.userId],
    new Date(by.nowMs),
  ]);
}

/** The last moment of each schedule that was delivered, milliseconds since 1970. */
export async function lastDue(sql: Sql, tenantId: string, userId: string): Promise<ReadonlyMap<string, number>> {
  const rows = await sql.query<{ scheduleId: string; dueAt: number }>(
    `select schedule_id, max(due_at) as due_at from vigil.user_surveys
     where tenant_id = $1 and user_id = $2 and schedule_id is not null group by schedule_id`,
    [tenantId, userId],
  );
  return new Map(rows.map(({ scheduleId, dueAt }) => [scheduleId, dueAt]));
}

/** Deliveries that nobody opened before the next one of their schedule came are over. */
export async function expireOvertaken(sql: Sql, tenantId: string, scheduleId: string): Promise<void> {
  await sql.query(
    `update vigil.user_surveys u set status = 'expired' where u.tenant_id = $1 and u.schedule_id = $2 and u.status = 'delivered'
       and u.due_at < (select max(due_at) from vigil.user_surveys where tenant_id = $1 and schedule_id = $2)`,
    [tenantId, scheduleId],
  );
}

/** Live intake surveys for who arrives from some moment on, that the member was not given yet. */
export const intakesFor = (sql: Sql, tenantId: string, userId: string, arrivedAtMs: number) =>
  sql.query<{ surveyId: string; version: number }>(
    `select s.id as survey_id, s.version from vigil.surveys s
     where s.tenant_id = $1 and s.status = 'live' and s.intake_since <= $3
       and not exists (select from vigil.user_surveys u where u.tenant_id = $1 and u.user_id = $2 and u.survey_id = s.id)`,
    [tenantId, userId, new Date(arrivedAtMs)],
  );

/** Completed surveys of members that were completed, or of which something was said, in [fromMs, toMs) (milliseconds since 1970). */
export const completedBetween = (
  sql: Sql,
  tenantId: string,
  asked: { readonly userIds: readonly string[]; readonly surveyIds: readonly string[]; readonly fromMs: number; readonly toMs: number },
) =>
  sql.query<GivenRow>(
    `select ${columns} from ${joined} where u.tenant_id = $1 and u.user_id = any($2::uuid[]) and u.survey_id::text = any($3)
       and u.status = 'completed' and u.completed_at < $5 and (u.completed_at >= $4 or exists (
         select from vigil.survey_answers a where a.tenant_id = $1 and a.user_survey_id = u.id and a.stored_at >= $4))
     order by u.completed_at, u.id`,
    [tenantId, asked.userIds, asked.surveyIds, new Date(asked.fromMs), new Date(asked.toMs)],
  );

export interface CompletedQuestion {
  readonly scope: 'tenant' | readonly string[];
  /** [fromMs, toMs), milliseconds since 1970. */
  readonly fromMs: number;
  readonly toMs: number;
  /** Members that one answer tells of. */
  readonly most: number;
}

/** How many surveys each of the members in scope completed in a stretch of time; who completed none is absent. */
export const completedCounts = (sql: Sql, tenantId: string, asked: CompletedQuestion) =>
  sql.query<{ userId: string; surveys: number }>(
    `select user_id, count(*)::int as surveys from vigil.user_surveys
     where tenant_id = $1 and ($2::uuid[] is null or user_id = any($2)) and completed_at >= $3 and completed_at < $4
     group by user_id order by user_id limit $5`,
    [tenantId, asked.scope === 'tenant' ? null : [...asked.scope], new Date(asked.fromMs), new Date(asked.toMs), asked.most],
  );

/** An answer as it was given once. Times in milliseconds since 1970. */
export interface AnsweredRow {
  readonly userSurveyId: string;
  readonly questionName: string;
  readonly side: Side;
  /** Null: what was there before was taken back. */
  readonly answer: SurveyAnswer | null;
  readonly answeredAt: number;
  readonly storedAt: number;
}

/** Every answer that was ever given to some given surveys, in their order. */
export const everyAnswerOf = (sql: Sql, tenantId: string, ids: readonly string[]) =>
  sql.query<AnsweredRow>(
    `select user_survey_id, question_name, side, answer, answered_at, stored_at from vigil.survey_answers
     where tenant_id = $1 and user_survey_id = any($2::uuid[]) order by user_survey_id, number`,
    [tenantId, ids],
  );
