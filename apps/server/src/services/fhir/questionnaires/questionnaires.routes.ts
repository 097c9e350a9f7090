import { isDeepStrictEqual } from 'node:util';
import { VigilError } from '@vigil/contract/errors';
import type { UserSurvey } from '@vigil/contract/factuary-surveys.contract';
import type { SentAnswer, SurveyDraft } from '@vigil/contract/factuary-surveys.forms';
import type { WholeSurvey } from '@vigil/contract/factuary-surveys-authoring.contract';
import * as api from '@vigil/contract/fhir-surveys.contract';
import type { SurveyContent } from '@vigil/domain/surveys/survey';
import { type Route, route, tenantOf, userIdOf } from '#http/route.ts';
import type { Clock } from '#platform/clock.ts';
import type { GivenPlace, Surveys } from '#services/factuary/surveys/index.ts';
import type { FhirElements } from '../records/clinical-resource.ts';
import { badCursor, type CursorSearch, memberSearched, readCursor, uuid, writeCursor } from '../search/search-parameters.ts';
import { type OwnHosts, searchset } from '../search/searchset.ts';
import { questionnaireResource } from './questionnaire-resource.ts';
import { readQuestionnaire } from './read-questionnaire.ts';
import { responseAnswers, responseHead } from './read-response.ts';
import { responseResource } from './response-resource.ts';
import { refused } from './survey-extensions.ts';

export interface QuestionnairesDeps {
  readonly surveys: Pick<Surveys, 'authoring' | 'given' | 'answering'>;
  readonly clock: Clock;
  readonly hosts: OwnHosts;
}

/** Surveys and what was answered, as FHIR R4 Questionnaires and QuestionnaireResponses: out and in, without loss. */
export function questionnairesRoutes({ surveys: { authoring, given, answering }, clock, hosts }: QuestionnairesDeps): readonly Route[] {
  /** Keeps what is read as the survey with this id, and publishes it where it is active. */
  async function take(tenantId: string, by: string, id: string, resource: FhirElements): Promise<WholeSurvey> {
    const read = readQuestionnaire(resource);
    const before = await authoring.one(tenantId, id).catch(unlessMissing);
    const draft = { id, revision: before?.revision ?? 0, ...read } as SurveyDraft;
    const isSame = before && isDeepStrictEqual({ name: before.name, intake: before.intake, content: before.content }, read);
    const kept = isSame ? before : await authoring.save(tenantId, by, draft);
    const isLive = kept.status === 'live' && !kept.changed;
    return resource.status === 'active' && !isLive ? authoring.publish(tenantId, by, id, kept.revision) : kept;
  }

  return [
    route(api.searchQuestionnaires, async ({ query }, context) => {
      const search = { tenantId: tenantOf(context).id, type: 'Questionnaire', sort: 'id' };
      const [behind] = query._cursor === undefined ? [''] : (readCursor(search, query._cursor, ['string']) as [string]);
      if (behind !== '' && !uuid.test(behind)) throw badCursor();
      const wanted = query.title?.toLowerCase();
      const all = (await authoring.live(search.tenantId, undefined)).filter(
        ({ title }) => wanted === undefined || title.toLowerCase().startsWith(wanted),
      );
      // By ids, which stay as they are whatever a survey is called.
      const rest = all.filter(({ id }) => id > behind).sort((a, b) => (a.id < b.id ? -1 : 1));
      const shown = rest.slice(0, query._count);
      const last = shown.at(-1);
      const resources = shown.map(({ id, name, intake, version, tenantId: _tenant, shipped: _shipped, ...content }) =>
        questionnaireResource({ ...written, id, name, intake, version, content: content as SurveyContent }),
      );
      return searchset(
        { resources, total: all.length, next: last && rest.length > shown.length ? writeCursor(search, [last.id]) : null },
        context,
        hosts,
      );
    }),
    route(api.readQuestionnaire, async ({ params }, context) =>
      questionnaireResource(await authoring.one(tenantOf(context).id, params.id.toLowerCase())),
    ),
    route(api.putQuestionnaire, async ({ params, body }, context) => {
      if (body.resourceType !== 'Questionnaire') throw refused('resourceType', 'This call takes a Questionnaire');
      return questionnaireResource(await take(tenantOf(context).id, userIdOf(context), params.id.toLowerCase(), body));
    }),
    route(api.searchQuestionnaireResponses, async ({ query }, context) => {
      const userId = await memberSearched(query, hosts);
      await context.requireMember(userId);
      const search = { tenantId: tenantOf(context).id, type: 'QuestionnaireResponse', sort: 'delivered' };
      const behind = query._cursor === undefined ? null : givenPlaceIn(search, query._cursor);
      const { content, totalElements, next } = await given.listBehind(search.tenantId, userId, { behind, size: query._count });
      const cursor = next && writeCursor(search, [next.deliveredAt, next.id]);
      return searchset({ resources: content.map(responseResource), total: totalElements, next: cursor }, context, hosts);
    }),
    route(api.readQuestionnaireResponse, async ({ params }, context) => {
      const [tenantId, id] = [tenantOf(context).id, params.id.toLowerCase()];
      const userId = await given.ownerOf(tenantId, id);
      if (userId === null) throw new VigilError('not_found', 'There is no such QuestionnaireResponse.');
      return responseResource(await given.one(tenantId, userId, id));
    }),
    route(api.putQuestionnaireResponse, async ({ params, body }, context) => {
      if (body.resourceType !== 'QuestionnaireResponse') throw refused('resourceType', 'This call takes a QuestionnaireResponse');
      const { userId, surveyId, version, authored } = responseHead(body);
      const [tenantId, id, by] = [tenantOf(context).id, params.id.toLowerCase(), userIdOf(context)];
      // An id that nobody knows is no survey, and tells nothing else of what is sent.
      await authoring.one(tenantId, surveyId);
      const sent = { time_answered: authored, status: 'answered' } as const;
      let team: readonly SentAnswer[] = [];
      const read = (content: SurveyContent) => {
        const answers = responseAnswers(body, content);
        team = answers.team;
        if (team.length > 0 && by === userId) throw refused('QuestionnaireResponse.item.extension', 'The care team answers for itself');
        return answers.own;
      };
      const failed = await answering.bringIn(tenantId, { userId, by, side: 'member' }, { id, surveyId, version }, { ...sent, read });
      if (team.length > 0)
        await answering.answer(tenantId, { userId, by, side: 'team' }, id, { ...sent, time_answered: nowSeconds(), answers: [...team] });
      const [first] = failed;
      if (first) throw refused(`QuestionnaireResponse.item (${first.questionName})`, first.message);
      return responseResource((await given.one(tenantId, userId, id)) as UserSurvey);
    }),
  ];

  function nowSeconds(): number {
    return Math.floor(clock.now() / 1000);
  }
}

/** What a list of live surveys does not say, and no Questionnaire shows. */
const written = { status: 'live', revision: 0, changed: false, shipped: false, time_changed: null, changed_by: null } as const;

function givenPlaceIn(search: CursorSearch, cursor: string): GivenPlace {
  const [deliveredAt, id] = readCursor(search, cursor, ['number', 'string']) as [number, string];
  if (!uuid.test(id) || Number.isNaN(new Date(deliveredAt).getTime())) throw badCursor();
  return { deliveredAt, id };
}

function unlessMissing(error: unknown): undefined {
  if (error instanceof VigilError && error.code === 'not_found') return undefined;
  throw error;
}
