import { answerWords } from '@vigil/domain/surveys/answer';
import { inOrder } from '@vigil/domain/surveys/survey';
import type { Database } from '#platform/postgres/database.ts';
import { answersOf, givenTo } from './given.store.ts';

/** An answer in words. Time in Unix seconds. */
export interface ScreenedAnswer {
  readonly user_survey_id: string;
  readonly survey_id: string;
  readonly survey_name: string;
  readonly question_name: string;
  readonly question_text: string;
  readonly answer_text: string;
  readonly time_answered: number;
  readonly as_ctm: boolean;
}

/** Surveys of a member whose answers are told, the last ones. */
const mostSurveysScreened = 500;

/**
 * What a member has answered, in words, the last surveys first; the care team's answers stand beside the member's. Deduplicated it is
 * the last answer to each question of a survey, by either side.
 */
export async function screenMember(database: Database, tenantId: string, userId: string, deduplicate: boolean): Promise<ScreenedAnswer[]> {
  const all = await database.tenant(tenantId, async (sql) => {
    const { rows } = await givenTo(sql, tenantId, { userId, status: null, limit: mostSurveysScreened, offset: 0 });
    const answers = await answersOf(
      sql,
      tenantId,
      rows.map(({ id }) => id),
    );
    return rows.flatMap((row) =>
      inOrder(row.content.questions).flatMap((question) =>
        (['member', 'team'] as const).flatMap((side): ScreenedAnswer[] => {
          const kept = answers(row.id)[side].get(question.name);
          if (!kept) return [];
          const about = { user_survey_id: row.id, survey_id: row.surveyId, survey_name: row.name };
          const said = { question_text: question.text, answer_text: answerWords(question, kept), time_answered: kept.atMs / 1000 };
          return [{ ...about, question_name: question.name, ...said, as_ctm: side === 'team' }];
        }),
      ),
    );
  });
  if (!deduplicate) return all;
  const keyOf = (one: ScreenedAnswer) => `${one.survey_id} ${one.question_name}`;
  const last = new Map<string, ScreenedAnswer>();
  for (const one of all) if (one.time_answered > (last.get(keyOf(one))?.time_answered ?? -1)) last.set(keyOf(one), one);
  return all.filter((one) => last.get(keyOf(one)) === one);
}
