import type { SurveyOrigin } from '@vigil/contract/factuary-surveys.values';
import { answerWords } from '@vigil/domain/surveys/answer';
import { type SurveyScore, scoreOf, urgentlyAnswered } from '@vigil/domain/surveys/score';
import type { SurveyContent } from '@vigil/domain/surveys/survey';
import type { Database } from '#platform/postgres/database.ts';
import { type Counted, newestFirst, pageOf, type Stretch, type StretchPage } from '#platform/postgres/newest-first.ts';
import { counted } from './answering.rules.ts';
import { answersOf } from './given.store.ts';

interface EventRow {
  /** Of the given survey. */
  readonly id: string;
  readonly event: 'GIVEN' | 'COMPLETED';
  readonly at: number;
  readonly name: string;
  readonly content: SurveyContent;
  readonly origin: SurveyOrigin;
  readonly givenBy: string | null;
}

/** That a member was given a survey, or that it was completed, with what it came to as it is answered now. Milliseconds since 1970. */
export interface SurveyEvent extends Omit<EventRow, 'content' | 'givenBy'> {
  /** Who gave it, or answered it; null where it came by itself. */
  readonly byId: string | null;
  /** Null of one that was given. */
  readonly score: SurveyScore | null;
  readonly flagged: readonly { readonly question: string; readonly answer: string }[];
}

/** Which surveys was a member given, and which were completed? */
export function readSurveyEvents(
  database: Pick<Database, 'tenant'>,
  tenantId: string,
  userId: string,
  stretch: Stretch,
): Promise<StretchPage<Counted<SurveyEvent>>> {
  return database.tenant(tenantId, async (sql) => {
    const asked = newestFirst(
      `select u.id, v.name, v.content, u.origin, u.given_by, moment.event, moment.at, u.id || '/' || moment.event as key
       from vigil.user_surveys u
       join vigil.survey_versions v on v.tenant_id = u.tenant_id and v.survey_id = u.survey_id and v.version = u.version
       cross join lateral (values ('GIVEN', u.delivered_at), ('COMPLETED', u.completed_at)) as moment (event, at)
       where u.tenant_id = $1 and u.user_id = $4 and moment.at >= $2 and moment.at < $3 and (moment.event = 'COMPLETED' or u.origin <> 'imported')`,
      stretch,
      [userId],
    );
    const { rows, total } = pageOf(await sql.query<Counted<EventRow>>(asked.statement, asked.valuesFor(tenantId)));
    const completed = rows.filter(({ event }) => event === 'COMPLETED');
    const answers = completed.length === 0 ? null : await answersOf(sql, tenantId, [...new Set(completed.map(({ id }) => id))]);
    return {
      total,
      rows: rows.map(({ content, givenBy, ...row }) => {
        if (row.event === 'GIVEN' || !answers) return { ...row, byId: givenBy, score: null, flagged: [] };
        const kept = answers(row.id);
        const [first] = kept.member.size > 0 ? kept.member.values() : kept.team.values();
        return {
          ...{ ...row, byId: first?.by ?? null, score: scoreOf(content, counted(kept)) },
          flagged: urgentlyAnswered(content.questions, kept.member).flatMap((question) => {
            const answer = kept.member.get(question.name);
            return answer ? [{ question: question.text, answer: answerWords(question, answer) }] : [];
          }),
        };
      }),
    };
  });
}
