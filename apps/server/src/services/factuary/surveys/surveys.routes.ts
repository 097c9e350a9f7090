import { VigilError } from '@vigil/contract/errors';
import * as api from '@vigil/contract/factuary-surveys.contract';
import * as authored from '@vigil/contract/factuary-surveys-authoring.contract';
import { type RequestContext, type Route, route, tenantOf, userIdOf } from '#http/route.ts';
import type { Authoring } from './authoring/authoring.service.ts';
import type { Baseline } from './baseline/baseline.service.ts';
import type { Answering } from './given/answering.ts';
import type { Given } from './given/given.service.ts';
import type { ScreenedAnswer } from './given/screener.ts';
import type { UrgentAnswer } from './given/urgent-answer.ts';

export interface SurveysUseCases {
  readonly authoring: Authoring;
  readonly given: Given;
  readonly answering: Answering;
  readonly baseline: Baseline;
  readonly screen: (tenantId: string, userId: string, deduplicate: boolean) => Promise<ScreenedAnswer[]>;
  readonly urgentAnswer: (tenantId: string, userId: string, actionId: string) => Promise<UrgentAnswer>;
}

export function surveysRoutes({ authoring, given, answering, baseline, screen, urgentAnswer }: SurveysUseCases): readonly Route[] {
  const own = (context: RequestContext) => tenantOf(context).id;
  return [
    route(api.listSurveys, ({ query }, context) =>
      authoring.live(own(context), query.intake === undefined ? undefined : query.intake === 'true'),
    ),
    route(api.postSurveyAnswers, async ({ params, body: { user_id: userId, tenant_id: tenantId, ...sent } }, context) => {
      if (tenantId !== own(context)) throw otherTenant();
      const who = { userId, by: userIdOf(context) };
      return [...(await answering.answerSurvey(tenantId, who, params.id.toLowerCase(), sent))];
    }),
    route(api.listUserSurveys, async ({ params, query }, context) => {
      const page = { status: query.status, page: query.page, perPage: query.per_page };
      return { ...(await given.list(own(context), params.id.toLowerCase(), page)), page: query.page, per_page: query.per_page };
    }),
    route(api.postUserSurveyAnswers, async ({ params, body }, context) => {
      const [userId, id] = [params.id.toLowerCase(), params.surveyId.toLowerCase()];
      const failed = await answering.answer(own(context), { userId, by: userIdOf(context) }, id, body);
      return { survey: await given.one(own(context), userId, id), failed: [...failed] };
    }),
    route(api.giveSurvey, ({ params, body }, context) => given.give(own(context), params.id.toLowerCase(), userIdOf(context), body)),
    route(api.listSurveySchedules, async ({ params }, context) =>
      (await given.schedules(own(context), params.id.toLowerCase())).map(({ id, surveyId, name, schedule, createdAt, endedAt }) => ({
        ...{ id, survey_id: surveyId, name, schedule, time_created: createdAt / 1000, ended: endedAt !== null },
      })),
    ),
    route(api.endSurveySchedule, async ({ params }, context) => {
      await given.endSchedule(own(context), params.id.toLowerCase(), userIdOf(context), params.scheduleId.toLowerCase());
      return { id: params.scheduleId };
    }),
    route(api.getUrgentAnswer, ({ params }, context) => urgentAnswer(own(context), params.id.toLowerCase(), params.actionId.toLowerCase())),
    route(api.screen, ({ params, query }, context) => screen(own(context), params.id.toLowerCase(), query.deduplicate === 'true')),
    route(api.getBaseline, ({ params }, context) => baseline.read(own(context), params.surveyId.toLowerCase())),
    route(api.setBaseline, ({ params }, context) =>
      baseline.set(own(context), userIdOf(context), params.surveyId.toLowerCase(), params.numberAnswers),
    ),
    route(authored.listWrittenSurveys, (_sent, context) => authoring.list(own(context))),
    route(authored.getWrittenSurvey, ({ params }, context) => authoring.one(own(context), params.id.toLowerCase())),
    route(authored.saveSurvey, ({ body }, context) => authoring.save(own(context), userIdOf(context), body)),
    route(authored.publishSurvey, ({ params, body }, context) =>
      authoring.publish(own(context), userIdOf(context), params.id.toLowerCase(), body.revision),
    ),
    route(authored.retireSurvey, ({ params, body }, context) =>
      authoring.retire(own(context), userIdOf(context), params.id.toLowerCase(), body.revision),
    ),
  ];
}

const otherTenant = () =>
  new VigilError('invalid_input', 'tenant_id: has to be the tenant of the request. Nothing was stored.', {
    fields: [{ field: 'tenant_id', message: 'Not the tenant of the request' }],
  });
