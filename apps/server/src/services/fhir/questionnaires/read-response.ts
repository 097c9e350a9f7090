import type { SentAnswer } from '@vigil/contract/factuary-surveys.forms';
import type { SurveyContent, SurveyQuestion } from '@vigil/domain/surveys/survey';
import type { FhirElements } from '../records/clinical-resource.ts';
import { uuid } from '../search/search-parameters.ts';
import { extensionsIn, isElements, objectsIn, optionSystem, refused, textOf, extensionUrls as urls } from './survey-extensions.ts';

export interface ResponseHead {
  readonly userId: string;
  readonly surveyId: string;
  /** Of the Questionnaire that was answered; null where it is not said. */
  readonly version: number | null;
  /** Unix seconds. */
  readonly authored: number;
}

/** Whom a QuestionnaireResponse is about, to which survey, and when. Refused where it is not completed, or names nobody. */
export function responseHead(resource: FhirElements): ResponseHead {
  const element = 'QuestionnaireResponse';
  if (resource.status !== 'completed' && resource.status !== 'amended')
    throw refused(`${element}.status`, 'Has to be completed or amended');
  const subject = isElements(resource.subject) ? (textOf(resource.subject.reference) ?? '') : '';
  const userId = subject.replace(/^Patient\//, '').toLowerCase();
  if (!uuid.test(userId)) throw refused(`${element}.subject`, 'Has to be Patient/{id} of a member');
  const [canonical = '', said] = (textOf(resource.questionnaire) ?? '').split('|');
  const surveyId = (canonical.split('/').at(-1) ?? '').replace(/^urn:uuid:/, '').toLowerCase();
  if (!uuid.test(surveyId)) throw refused(`${element}.questionnaire`, 'Has to be the url of a Questionnaire of this server');
  if (said !== undefined && !/^[1-9]\d{0,8}$/.test(said))
    throw refused(`${element}.questionnaire`, 'Has to name a version of the Questionnaire, or none');
  const authored = Date.parse(textOf(resource.authored) ?? '') / 1000;
  if (!Number.isFinite(authored)) throw refused(`${element}.authored`, 'Has to be a moment with its zone');
  return { userId, surveyId, version: said === undefined ? null : Number(said), authored };
}

/** The answers of a QuestionnaireResponse: the member's own, and what the care team says beside them. */
export function responseAnswers(
  resource: FhirElements,
  { questions }: SurveyContent,
): { readonly own: SentAnswer[]; readonly team: SentAnswer[] } {
  const found: { own: SentAnswer[]; team: SentAnswer[] } = { own: [], team: [] };
  const named = new Map(questions.map((question) => [question.name, question]));
  const read = (items: readonly FhirElements[], parent: string): void => {
    for (const [place, item] of items.entries()) {
      const element = `${parent}.item[${place}]`;
      if (item.item !== undefined) read(objectsIn(item.item, `${element}.item`), element);
      const question = named.get(String(item.linkId));
      const own = objectsIn(item.answer, `${element}.answer`);
      const team = extensionsIn(item, element);
      if (own.length + team.length === 0) continue;
      if (!question) throw refused(`${element}.linkId`, 'The survey has no such question');
      if (team.some(({ url }) => url !== urls.teamAnswer))
        throw refused(`${element}.extension`, 'Holds an extension that is not understood');
      if (own.length > 0) found.own.push(answerOf(question, own, element));
      if (team.length > 0) found.team.push(answerOf(question, team, element));
    }
  };
  read(objectsIn(resource.item, 'QuestionnaireResponse.item'), 'QuestionnaireResponse');
  return found;
}

function answerOf(question: SurveyQuestion, values: readonly FhirElements[], element: string): SentAnswer {
  if (question.options.length > 0)
    return { questionName: question.name, answerIndices: values.map((one) => indexOf(question, one, element)) };
  const [value, second] = values;
  const written = value?.valueString ?? value?.valueDecimal ?? value?.valueInteger ?? value?.valueDate ?? value?.valueTime;
  if (second || (typeof written !== 'string' && typeof written !== 'number'))
    throw refused(`${element}.answer`, 'Has to be one value of the kind of its question');
  return { questionName: question.name, answerText: String(written) };
}

function indexOf({ options }: SurveyQuestion, { valueCoding }: FhirElements, element: string): number {
  const { code, system } = isElements(valueCoding) ? valueCoding : {};
  const option = options.find(
    ({ coding, index }) => code === (coding?.code ?? String(index)) && (system ?? optionSystem) === (coding?.system ?? optionSystem),
  );
  if (!option) throw refused(`${element}.answer`, 'Has to be a valueCoding of an answer of its question');
  return option.index;
}
