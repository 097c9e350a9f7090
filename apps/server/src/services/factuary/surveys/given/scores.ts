import { scoreOf } from '@vigil/domain/surveys/score';
import type { SurveyAnswer } from '@vigil/domain/surveys/survey';
import type { Database } from '#platform/postgres/database.ts';
import { counted, type Side } from './answering.rules.ts';
import { type AnsweredRow, completedBetween, everyAnswerOf, type GivenRow } from './given.store.ts';

export interface ScoresQuestion {
  readonly tenantId: string;
  readonly userIds: readonly string[];
  readonly surveyIds: readonly string[];
  /** [fromMs, toMs), milliseconds since 1970. */
  readonly fromMs: number;
  readonly toMs: number;
}

/** A score that a member's answers came to at a moment in Unix seconds. */
export interface ScoreAt {
  readonly userId: string;
  readonly surveyId: string;
  readonly seconds: number;
  readonly score: number;
}

/**
 * What completed surveys came to: when each was completed, and again when the care team has said something beside it. An answer that
 * has no score is none here. Nothing that was answered is ever written over, so that the past can be told as it was.
 */
export async function readScores(database: Database, question: ScoresQuestion): Promise<ScoreAt[]> {
  const { tenantId, fromMs, toMs } = question;
  const { rows, answers } = await database.tenant(tenantId, async (sql) => {
    const given = await completedBetween(sql, tenantId, question);
    const ids = given.map(({ id }) => id);
    return { rows: given, answers: await everyAnswerOf(sql, tenantId, ids) };
  });
  const ofSurvey = Map.groupBy(answers, ({ userSurveyId }) => userSurveyId);
  return rows
    .flatMap((row) => scoresOf(row, ofSurvey.get(row.id) ?? []))
    .filter(({ seconds }) => seconds * 1000 >= fromMs && seconds * 1000 < toMs)
    .sort((one, other) => one.seconds - other.seconds);
}

function scoresOf({ userId, surveyId, origin, content, completedAt }: GivenRow, answers: readonly AnsweredRow[]): ScoreAt[] {
  if (completedAt === null) return [];
  // What comes from elsewhere was answered there, and is of then.
  const timed = answers.map((one) => ({ ...one, atMs: origin === 'imported' ? one.answeredAt : one.storedAt }));
  const moments = new Set([completedAt, ...timed.map(({ atMs }) => atMs).filter((atMs) => atMs > completedAt)]);
  return [...moments].flatMap((moment): ScoreAt[] => {
    const sides: Record<Side, Map<string, SurveyAnswer>> = { member: new Map(), team: new Map() };
    for (const { side, questionName, answer, atMs } of timed) {
      if (atMs > moment) continue;
      if (answer) sides[side].set(questionName, answer);
      else sides[side].delete(questionName);
    }
    const score = scoreOf(content, counted(sides));
    return score.known ? [{ userId, surveyId, seconds: moment / 1000, score: score.score }] : [];
  });
}
