import { randomUUID } from 'node:crypto';
import type { Clock } from '#platform/clock.ts';
import type { Sql } from '#platform/postgres/database.ts';

/** An action that an answer asks for. `requestId` is the same however often it is asked. */
export interface SurveyAction {
  readonly requestId: string;
  /** The same for every request about this answer: while the action that one has opened is live, another opens none. */
  readonly openKey: string;
  readonly userId: string;
  readonly category: 'SURVEY';
  readonly priority: 'CRITICAL';
  /** For the care team: names survey and question, and no answer. */
  readonly title: string;
  readonly userSurveyId: string;
  readonly questionName: string;
  /** Milliseconds since 1970. */
  readonly answeredAtMs: number;
}

/** Opens an action within the transaction of its cause; answers its id. */
export type OpenAction = (sql: Sql, tenantId: string, action: SurveyAction) => Promise<string>;

type Waiting = { readonly id: string; readonly userId: string; readonly userSurveyId: string; readonly questionName: string } & {
  readonly priority: 'CRITICAL';
  readonly answeredAt: number;
  readonly name: string;
};

type Asked = Pick<SurveyAction, 'userId' | 'userSurveyId' | 'questionName' | 'answeredAtMs'>;

export interface ActionRequests {
  /**
   * Within the transaction of the answer: asks for an action. With `again` also where one was asked for before, as an answer that the
   * member has changed calls for somebody once more when the first action is over; otherwise once for a question of a given survey.
   */
  ask(sql: Sql, tenantId: string, about: Asked, again: boolean): Promise<void>;
}

/** Actions that answers ask for. A request is written with the answer and opened in the same transaction. */
export function createActionRequests(clock: Clock, openAction: OpenAction): ActionRequests {
  async function handOver(sql: Sql, tenantId: string): Promise<void> {
    const waiting = await sql.query<Waiting>(
      `select r.id, r.user_id, r.user_survey_id, r.question_name, r.priority, r.answered_at, v.name from vigil.survey_action_requests r
       join vigil.user_surveys u on u.tenant_id = $1 and u.id = r.user_survey_id
       join vigil.survey_versions v on v.tenant_id = $1 and v.survey_id = u.survey_id and v.version = u.version
       where r.tenant_id = $1 and r.action_id is null order by r.created_at limit 500 for update of r skip locked`,
      [tenantId],
    );
    for (const { id, name, answeredAt, ...about } of waiting) {
      const title = `${name}: answer needs review now`;
      const openKey = `survey:${about.userSurveyId}:${about.questionName}`;
      const request = { requestId: id, openKey, category: 'SURVEY', title, answeredAtMs: answeredAt } as const;
      const actionId = await openAction(sql, tenantId, { ...about, ...request });
      await sql.query('update vigil.survey_action_requests set action_id = $3, handed_over_at = $4 where tenant_id = $1 and id = $2', [
        ...[tenantId, id, actionId],
        new Date(clock.now()),
      ]);
    }
  }

  return {
    async ask(sql, tenantId, { userId, userSurveyId, questionName, answeredAtMs }, again) {
      await sql.query(
        `insert into vigil.survey_action_requests (tenant_id, id, user_id, user_survey_id, question_name, priority, answered_at, created_at)
         values ($1, $2, $3, $4, $5, 'CRITICAL', $6, $7)
         on conflict (tenant_id, user_survey_id, question_name) do update set id = excluded.id, answered_at = excluded.answered_at,
           created_at = excluded.created_at, action_id = null, handed_over_at = null where $8`,
        [tenantId, randomUUID(), userId, userSurveyId, questionName, new Date(answeredAtMs), new Date(clock.now()), again],
      );
      await handOver(sql, tenantId);
    },
  };
}
