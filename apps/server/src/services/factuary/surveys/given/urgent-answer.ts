import { VigilError } from '@vigil/contract/errors';
import { answerWords } from '@vigil/domain/surveys/answer';
import type { SurveyAnswer, SurveyContent } from '@vigil/domain/surveys/survey';
import type { Database } from '#platform/postgres/database.ts';

/** The answer that called for an action, in words. Time in Unix seconds. */
export interface UrgentAnswer {
  readonly user_survey_id: string;
  readonly survey_name: string;
  readonly question_name: string;
  readonly question_text: string;
  /** Null where it has been taken back since. */
  readonly answer_text: string | null;
  readonly time_answered: number;
}

interface RequestRow {
  readonly userSurveyId: string;
  readonly questionName: string;
  readonly answeredAt: number;
  readonly name: string;
  readonly content: SurveyContent;
  readonly answer: SurveyAnswer | null;
}

/** The member's answer that called for an action about them, as it was given then. Throws not_found where none did. */
export async function readUrgentAnswer(database: Database, tenantId: string, userId: string, actionId: string): Promise<UrgentAnswer> {
  const [row] = await database.tenant(tenantId, (sql) =>
    sql.query<RequestRow>(
      `select r.user_survey_id, r.question_name, r.answered_at, v.name, v.content, given.answer
       from vigil.survey_action_requests r
       join vigil.user_surveys u on u.tenant_id = r.tenant_id and u.id = r.user_survey_id
       join vigil.survey_versions v on v.tenant_id = u.tenant_id and v.survey_id = u.survey_id and v.version = u.version
       left join lateral (
         select a.answer from vigil.survey_answers a
         where a.tenant_id = r.tenant_id and a.user_survey_id = r.user_survey_id and a.question_name = r.question_name and a.side = 'member'
           and a.answered_at <= r.answered_at
         order by a.number desc limit 1
       ) given on true
       where r.tenant_id = $1 and r.user_id = $2 and r.action_id = $3`,
      [tenantId, userId, actionId],
    ),
  );
  const question = row?.content.questions.find(({ name }) => name === row.questionName);
  if (!row || !question) throw new VigilError('not_found', 'No answer to a survey called for this action.');
  return {
    ...{ user_survey_id: row.userSurveyId, survey_name: row.name, question_name: row.questionName, question_text: question.text },
    answer_text: row.answer && answerWords(question, row.answer),
    time_answered: row.answeredAt / 1000,
  };
}
