import { randomUUID } from 'node:crypto';
import { VigilError } from '@vigil/contract/errors';
import type { FailedAnswer } from '@vigil/contract/factuary-surveys.contract';
import type { SentAnswer, UserSurveyAnswers } from '@vigil/contract/factuary-surveys.forms';
import type { SurveyOrigin, UserSurveyStatus } from '@vigil/contract/factuary-surveys.values';
import { type SaidInSurvey, saidInSurvey } from '@vigil/domain/news2/survey-words';
import { urgentlyAnswered } from '@vigil/domain/surveys/score';
import type { SurveyAnswers, SurveyContent } from '@vigil/domain/surveys/survey';
import type { Clock } from '#platform/clock.ts';
import type { Database, Sql } from '#platform/postgres/database.ts';
import type { ActionRequests } from '../action-requests.ts';
import { liveVersion, publishedVersion } from '../survey-versions.store.ts';
import { type AnsweringResult, applyAnswers, counted, type KeptAnswer, type Side } from './answering.rules.ts';
import * as store from './given.store.ts';
import type { ProgramsOfSurveys } from './of-programs.ts';

/** Who answers for whom. */
export interface Answerer {
  /** The member. */
  readonly userId: string;
  readonly by: string;
  /** Whose words they are; where it is not said, the member's if the member answers. */
  readonly side?: Side;
}

export interface Answering {
  /**
   * Stores answers to a given survey, and answers what could not be taken. What must follow is written in the same transaction. Sent
   * again it changes nothing. Throws not_found, invalid_input, and conflict for a survey that is over.
   */
  answer(tenantId: string, who: Answerer, id: string, sent: UserSurveyAnswers): Promise<readonly FailedAnswer[]>;
  /** The same to a survey of the tenant: to the one that the member was given and has not sent yet, else to one that is given now. */
  answerSurvey(tenantId: string, who: Answerer, surveyId: string, sent: UserSurveyAnswers): Promise<readonly FailedAnswer[]>;
  /**
   * Takes in a whole answer from elsewhere under an id of its own; the same again is stored once. Throws not_found, also for a version
   * that was never published, and conflict.
   */
  bringIn(tenantId: string, who: Answerer, survey: BroughtSurvey, sent: BroughtAnswers): Promise<readonly FailedAnswer[]>;
}

export interface BroughtSurvey {
  readonly id: string;
  readonly surveyId: string;
  /** Which version was answered; without it the live one. */
  readonly version?: number | null;
}

/** Answers from elsewhere, as they are read with what the survey asks in the version that was answered. */
export interface BroughtAnswers extends Omit<UserSurveyAnswers, 'answers'> {
  readonly read: (content: SurveyContent) => readonly SentAnswer[];
}

export interface AnsweringDeps {
  readonly database: Database;
  readonly actions: ActionRequests;
  readonly programs: ProgramsOfSurveys;
  readonly onScored: OnScored;
  readonly onSaid: OnSaid;
  readonly clock: Clock;
}

/** Told, in the transaction of the answer, what the answers of a completed survey say for NEWS2. Said again it is the same. */
export type OnSaid = (
  sql: Sql,
  tenantId: string,
  said: SaidInSurvey & {
    readonly userId: string;
    readonly userSurveyId: string;
    readonly by: string;
    /** When it was answered. Milliseconds since 1970. */
    readonly atMs: number;
  },
) => Promise<void>;

/** Told, in the transaction of the answer, that a survey which is completed has been answered. */
export type OnScored = (sql: Sql, tenantId: string, scored: { readonly userId: string; readonly surveyId: string }) => Promise<void>;

/** A phone's clock may be ahead by so much; what it says is then read as now. */
const mostAheadMs = 86_400_000;
/** Within so long after a survey was sent, the same survey sent again is the one that was sent. */
const sentAgainMs = 5 * 60_000;

export function createAnswering({ database, actions, programs, onScored, onSaid, clock }: AnsweringDeps): Answering {
  async function answer(sql: Sql, tenantId: string, who: Answerer, id: string, sent: UserSurveyAnswers): Promise<readonly FailedAnswer[]> {
    const { userId, by, side = userId === by ? 'member' : 'team' } = who;
    const nowMs = clock.now();
    requireSide(side, sent.as_ctm);
    if (sent.time_answered * 1000 > nowMs + mostAheadMs) throw inTheFuture();
    const answeredAtMs = Math.min(sent.time_answered * 1000, nowMs);
    await programs.hold(sql, tenantId, userId, id);
    const row = await store.givenOne(sql, tenantId, id, 'for update of u');
    if (row?.userId !== userId) throw new VigilError('not_found', 'There is no such survey of this member’s. Nothing was stored.');
    const before = (await store.answersOf(sql, tenantId, [id]))(id);
    const discards = sent.status === 'discarded';
    const asked = discards ? [...before[side].keys()].map((questionName) => ({ questionName })) : sent.answers;
    const result = applyAnswers(row.content, before, side, asked);
    refuseOver(row, side, result, discards);
    const from = { side, userId: by, answeredAtMs, nowMs };
    if (result.changes.length > 0) await store.addAnswers(sql, tenantId, id, result.changes, from);
    const status = statusAfter(row.status, side, sent, result);
    // What comes from elsewhere was completed when it was answered there.
    const atMs = row.origin === 'imported' ? answeredAtMs : nowMs;
    if (status !== row.status) await store.changeStatus(sql, tenantId, id, { status, atMs });
    if (status === 'completed' && status !== row.status && row.origin === 'program') await programs.completed(sql, tenantId, userId, id);
    // Whoever is judged is held before an action is: in the order in which rules do.
    if (status === 'completed' && (status !== row.status || result.changes.length > 0)) {
      await onScored(sql, tenantId, { userId, surveyId: row.surveyId });
      await tellSaid(sql, tenantId, row, counted(await latestAnswers(sql, tenantId, id)));
    }
    await askForActions(sql, tenantId, row, result, from);
    return result.failed;
  }

  const latestAnswers = async (sql: Sql, tenantId: string, id: string) => (await store.answersOf(sql, tenantId, [id]))(id);

  /** What NEWS2 asks and no sensor tells, as of when each was answered. */
  async function tellSaid(sql: Sql, tenantId: string, { id, userId, content }: store.GivenRow, answers: ReadonlyMap<string, KeptAnswer>) {
    for (const { questionName, ...said } of saidInSurvey(content.questions, answers)) {
      const answer = answers.get(questionName);
      if (answer) await onSaid(sql, tenantId, { ...said, userId, userSurveyId: id, by: answer.by, atMs: answer.atMs });
    }
  }

  /** Of the answers that came now, those after which somebody has to look: whatever else becomes of the survey. */
  async function askForActions(
    sql: Sql,
    tenantId: string,
    row: store.GivenRow,
    { changes }: AnsweringResult,
    { side, answeredAtMs }: { readonly side: Side; readonly answeredAtMs: number },
  ): Promise<void> {
    const changed: SurveyAnswers = new Map(changes.flatMap(({ questionName, answer: kept }) => (kept ? [[questionName, kept]] : [])));
    // What the care team notes beside an answer that somebody has looked at already tells it nothing new.
    for (const { name } of urgentlyAnswered(row.content.questions, changed))
      await actions.ask(sql, tenantId, { userId: row.userId, userSurveyId: row.id, questionName: name, answeredAtMs }, side === 'member');
  }

  return {
    answer: (tenantId, who, id, sent) => database.tenant(tenantId, (sql) => answer(sql, tenantId, who, id, sent)),

    answerSurvey: (tenantId, who, surveyId, sent) =>
      database.tenant(tenantId, async (sql) => {
        const id = await openOne(sql, tenantId, who, surveyId);
        return answer(sql, tenantId, who, id, sent);
      }),

    bringIn: (tenantId, who, { id, surveyId, version = null }, { read, ...sent }) =>
      database.tenant(tenantId, async (sql) => {
        // Sent again it is there, also where the survey is asked no more.
        if (!(await store.givenOne(sql, tenantId, id)))
          await give(sql, tenantId, who, { id, surveyId, version, origin: 'imported', atMs: sent.time_answered * 1000 });
        const row = await store.givenOne(sql, tenantId, id);
        const isIt = row?.userId === who.userId && row.surveyId === surveyId.toLowerCase() && (version ?? row.version) === row.version;
        if (!row || !isIt)
          throw new VigilError('conflict', 'Another answer was stored before under this id. It stays as it is; send a new id.');
        return answer(sql, tenantId, who, id, { ...sent, answers: [...read(row.content)] });
      }),
  };

  async function give(
    sql: Sql,
    tenantId: string,
    { userId, by }: Answerer,
    { id, surveyId, version: asked = null, origin, atMs }: BroughtSurvey & { readonly origin: SurveyOrigin; readonly atMs?: number },
  ): Promise<void> {
    const nowMs = clock.now();
    const live = await liveVersion(sql, tenantId, surveyId, nowMs);
    const version = live && asked !== null && asked !== live.version ? await publishedVersion(sql, tenantId, surveyId, asked) : live;
    if (!version) throw new VigilError('not_found', 'There is no such survey, or it is not published. Nothing was stored.');
    await store.insertGiven(sql, tenantId, {
      ...{ id, userId, surveyId: version.surveyId, version: version.version, origin, by: userId === by ? null : by },
      ...{ createdAtMs: nowMs, deliveredAtMs: Math.min(nowMs, atMs ?? nowMs) },
    });
  }

  /** The member's survey that these answers are for. Of two that come at a time the second finds the first. */
  async function openOne(sql: Sql, tenantId: string, who: Answerer, surveyId: string): Promise<string> {
    await sql.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`vigil.user_surveys ${who.userId}`]);
    const [open] = await sql.query<{ id: string }>(
      `select id from vigil.user_surveys where tenant_id = $1 and user_id = $2 and survey_id = $3 and status in ('delivered', 'opened', 'discarded')
       order by delivered_at desc, id limit 1`,
      [tenantId, who.userId, surveyId],
    );
    if (open) return open.id;
    // Sent again because the answer got lost: it is the one that is completed, and stays so.
    const [last] = await sql.query<{ id: string; completedAt: number | null }>(
      `select id, completed_at from vigil.user_surveys where tenant_id = $1 and user_id = $2 and survey_id = $3
       order by delivered_at desc, id limit 1`,
      [tenantId, who.userId, surveyId],
    );
    if (last && last.completedAt !== null && clock.now() - last.completedAt < sentAgainMs) return last.id;
    const id = randomUUID();
    await give(sql, tenantId, who, { id, surveyId, origin: 'assigned' });
    return id;
  }
}

function requireSide(side: Side, said: boolean | undefined): void {
  if (said === undefined || said === (side === 'team')) return;
  throw new VigilError('invalid_input', 'as_ctm: it follows from who answers. Nothing was stored.', {
    fields: [{ field: 'as_ctm', message: side === 'team' ? 'Has to be true for the care team' : 'Has to be false for the member' }],
  });
}

/** What the member has sent stays as it was sent; the care team may say something beside it. */
function refuseOver({ status, origin }: store.GivenRow, side: Side, { changes }: AnsweringResult, discards: boolean): void {
  if (side === 'team' || changes.length === 0) return;
  if (status === 'completed')
    throw new VigilError(
      'conflict',
      discards
        ? 'These answers were sent already and stay in the record.'
        : 'These answers were sent already. They stay as they are; tell your care team what has changed.',
    );
  if (status === 'expired')
    throw new VigilError(
      'conflict',
      origin === 'program'
        ? 'The time for this survey is over. Nothing was stored.'
        : 'A newer one has come since. Nothing was stored; answer that one.',
    );
}

function statusAfter(
  before: UserSurveyStatus,
  side: Side,
  { status }: Pick<UserSurveyAnswers, 'status'>,
  { after, failed, changes }: AnsweringResult,
): UserSurveyStatus {
  if (before === 'completed' || (before === 'expired' && side === 'member')) return before;
  if (status === 'discarded') return side === 'member' ? 'discarded' : before;
  if (status === 'answered' && failed.length === 0 && counted(after).size > 0) return 'completed';
  // Nothing was taken of what the care team sent: the member has not begun it.
  return side === 'team' && changes.length === 0 ? before : 'opened';
}

const inTheFuture = () =>
  new VigilError('invalid_input', 'time_answered: the answers are from the future. Nothing was stored; check the clock of the device.', {
    fields: [{ field: 'time_answered', message: 'Has to be in the past' }],
  });
