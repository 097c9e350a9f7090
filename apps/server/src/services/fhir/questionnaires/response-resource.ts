import type { AnsweredQuestion, UserSurvey } from '@vigil/contract/factuary-surveys.contract';
import type { SurveyAnswer } from '@vigil/domain/surveys/survey';
import type { FhirResource } from '../observations/observation-resource.ts';
import { codingOf, groupLinkId, groupsAround, itemTypeOf } from './questionnaire-resource.ts';
import { extensionUrls as urls } from './survey-extensions.ts';

const statuses = {
  delivered: 'in-progress',
  opened: 'in-progress',
  completed: 'completed',
  discarded: 'stopped',
  expired: 'stopped',
} as const;

/**
 * A survey that a member was given as a FHIR R4 QuestionnaireResponse: the member's own answers, and beside each, as an extension,
 * what the care team says.
 */
export function responseResource(survey: UserSurvey): FhirResource {
  const authored = survey.time_completed ?? survey.time_opened ?? survey.time_delivered;
  return {
    resourceType: 'QuestionnaireResponse',
    id: survey.user_survey_id,
    ...(survey.score.known && { extension: [{ url: urls.score, valueDecimal: survey.score.score }] }),
    questionnaire: `urn:uuid:${survey.survey_id}|${survey.version}`,
    status: survey.status === 'completed' && survey.isEdited ? 'amended' : statuses[survey.status],
    subject: { reference: `Patient/${survey.user_id}` },
    authored: new Date(authored * 1000).toISOString(),
    source: { reference: `Patient/${survey.user_id}` },
    item: survey.questions.flatMap((question) => itemOf(question)),
  };
}

function itemOf(question: AnsweredQuestion): object[] {
  const { answer_selected: own, ctm_answer_selected: team, name, text } = question;
  if (!own && !team) return [];
  const item = {
    ...(team && { extension: valuesOf(question, team).map((value) => ({ url: urls.teamAnswer, ...value })) }),
    linkId: name,
    ...(text !== '' && { text }),
    ...(own && { answer: valuesOf(question, own) }),
  };
  return [groupsAround(question).reduceRight<object>((inner, _when, place) => ({ linkId: groupLinkId(name, place), item: [inner] }), item)];
}

function valuesOf(question: AnsweredQuestion, { answerIndices, answerText }: SurveyAnswer): object[] {
  if (answerText === null)
    return question.options
      .filter(({ index }) => answerIndices?.includes(index))
      .map((option) => {
        const { _display, ...valueCoding } = { _display: null, ...codingOf(option) };
        return { valueCoding };
      });
  switch (itemTypeOf(question)) {
    case 'integer':
      return [{ valueInteger: Number(answerText) }];
    case 'decimal':
      return [{ valueDecimal: Number(answerText) }];
    case 'time':
      return [{ valueTime: `${answerText}:00` }];
    case 'date':
      return [{ valueDate: answerText }];
    default:
      return [{ valueString: answerText }];
  }
}
