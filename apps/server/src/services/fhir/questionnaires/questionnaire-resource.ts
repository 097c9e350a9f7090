import type { WholeSurvey } from '@vigil/contract/factuary-surveys-authoring.contract';
import { inOrder, type SurveyContent, type SurveyOption, type SurveyQuestion, type SurveyScoring } from '@vigil/domain/surveys/survey';
import type { FhirResource } from '../observations/observation-resource.ts';
import { loincSystem, optionSystem, translated, extensionUrls as urls } from './survey-extensions.ts';

const statuses = { draft: 'draft', live: 'active', retired: 'retired' } as const;

/** A survey as a FHIR R4 Questionnaire, from which `readQuestionnaire` makes the same survey again. */
export function questionnaireResource({
  id,
  name,
  intake,
  status,
  version,
  content,
}: Omit<WholeSurvey, 'content'> & { content: SurveyContent }): FhirResource {
  const extension = [
    ...(intake ? [{ url: urls.intake, valueBoolean: true }] : []),
    ...(content.scoring ? [scoringExtension(content.scoring)] : []),
  ];
  return {
    resourceType: 'Questionnaire',
    id,
    ...(extension.length > 0 && { extension }),
    url: `urn:uuid:${id}`,
    ...(version !== null && { version: String(version) }),
    name,
    title: content.title,
    ...(content.titleEs !== null && { _title: translated(content.titleEs) }),
    status: statuses[status],
    subjectType: ['Patient'],
    ...(content.intro !== null && { description: content.intro }),
    ...(content.introEs !== null && { _description: translated(content.introEs) }),
    ...(content.loinc && { code: [{ system: loincSystem, code: content.loinc }] }),
    item: inOrder(content.questions).map((question, place) =>
      inGroups(question, itemOf(question, place, content.questions), content.questions),
    ),
  };
}

function scoringExtension({ mostUnanswered, bands, source }: SurveyScoring) {
  return {
    url: urls.scoring,
    extension: [
      { url: 'mostUnanswered', valueInteger: mostUnanswered },
      ...(source === null ? [] : [{ url: 'source', valueString: source }]),
      ...bands.map(({ from, to, label, labelEs }) => ({
        url: 'band',
        extension: [
          { url: 'from', valueDecimal: from },
          { url: 'to', valueDecimal: to },
          { url: 'label', valueString: label },
          ...(labelEs === null ? [] : [{ url: 'labelEs', valueString: labelEs }]),
        ],
      })),
    ],
  };
}

/** An option as a Coding: of its terminology, or by its index. */
export const codingOf = ({ coding, index, text, textEs }: SurveyOption) => ({
  system: coding?.system ?? optionSystem,
  code: coding?.code ?? String(index),
  ...(text !== '' && { display: text }),
  ...(textEs !== null && { _display: translated(textEs) }),
});

const itemTypes = { text: 'string', 'long-text': 'text', 'single-choice': 'choice', 'multi-choice': 'choice' } as const;
const inputTypes = { text: 'string', default: 'string', keypad: 'decimal', picker: 'integer', time: 'time', date: 'date' } as const;

/** What an item of a question is called in R4. */
export const itemTypeOf = ({ type, input }: Pick<SurveyQuestion, 'type' | 'input'>) =>
  type === 'text' && input ? inputTypes[input.kind] : itemTypes[type];

function itemOf(question: SurveyQuestion, place: number, all: readonly SurveyQuestion[]) {
  const { name, text, textEs, loinc, type, position, displayWhen, options, urgentAnswers } = question;
  const extension = [
    ...(position === place + 1 ? [] : [{ url: urls.position, valueInteger: position }]),
    ...(displayWhen === 'any' ? [{ url: urls.displayWhen, valueCode: 'any' }] : []),
    ...inputExtensions(question),
  ];
  return {
    ...(extension.length > 0 && { extension }),
    linkId: name,
    ...(loinc && { code: [{ system: loincSystem, code: loinc }] }),
    ...(text !== '' && { text }),
    ...(textEs !== null && { _text: translated(textEs) }),
    type: itemTypeOf(question),
    ...enabling(lastWhen(question), all),
    ...(type === 'multi-choice' && { repeats: true }),
    ...(options.length > 0 && {
      answerOption: inOrder(options).map((one, at) => answerOption(one, at, urgentAnswers.includes(one.index))),
    }),
  };
}

function inputExtensions({ input, type }: SurveyQuestion): object[] {
  if (!input) return [];
  const value = (number: number) =>
    itemTypeOf({ type, input }) === 'integer' && Number.isInteger(number) ? { valueInteger: number } : { valueDecimal: number };
  const control = { system: 'http://hl7.org/fhir/questionnaire-item-control', code: 'spinner' };
  return [
    { url: urls.input, valueCode: input.kind },
    ...(input.kind === 'picker' ? [{ url: urls.itemControl, valueCodeableConcept: { coding: [control] } }] : []),
    ...(input.min === null ? [] : [{ url: urls.min, ...value(input.min) }]),
    ...(input.max === null ? [] : [{ url: urls.max, ...value(input.max) }]),
    ...(input.unit === null ? [] : [{ url: urls.unit, valueCoding: { display: input.unit } }]),
    ...(input.is24Hr === null ? [] : [{ url: urls.is24Hr, valueBoolean: input.is24Hr }]),
  ];
}

function answerOption(option: SurveyOption, place: number, isUrgent: boolean) {
  const extension = [
    ...(option.score === null ? [] : [{ url: urls.ordinal, valueDecimal: option.score }]),
    ...(option.position === place ? [] : [{ url: urls.position, valueInteger: option.position }]),
    ...(option.coding === null || option.index === place ? [] : [{ url: urls.index, valueInteger: option.index }]),
    ...(isUrgent ? [{ url: urls.urgent, valueBoolean: true }] : []),
  ];
  return { ...(extension.length > 0 && { extension }), valueCoding: codingOf(option) };
}

type Conditions = SurveyQuestion['displayConditions'];
interface When {
  readonly behavior: 'all' | 'any';
  readonly conditions: Conditions;
}

/**
 * R4 joins the conditions of an item by "all" or by "any". Several conditions of which each names several answers are an "all" of
 * "any": each but the last becomes a group around the item.
 */
export function groupsAround({ displayConditions, displayWhen }: SurveyQuestion): readonly When[] {
  const isFlat =
    displayWhen === 'any' || displayConditions.length <= 1 || displayConditions.every(({ answerIndices }) => answerIndices.length === 1);
  return isFlat ? [] : displayConditions.slice(0, -1).map((one) => ({ behavior: 'any', conditions: [one] }));
}

function lastWhen(question: SurveyQuestion): When {
  const { displayConditions: conditions, displayWhen } = question;
  if (groupsAround(question).length > 0) return { behavior: 'any', conditions: conditions.slice(-1) };
  return { behavior: displayWhen === 'any' || conditions.length === 1 ? 'any' : 'all', conditions };
}

function enabling({ behavior, conditions }: When, all: readonly SurveyQuestion[]): object {
  const enableWhen = conditions.flatMap(({ questionName, answerIndices }) => {
    const options = all.find(({ name }) => name === questionName)?.options ?? [];
    return answerIndices.map((index) => {
      const { display, _display, ...answerCoding } = codingOf(
        options.find((one) => one.index === index) ?? { index, position: 0, text: '', textEs: null, score: null, coding: null },
      );
      return { question: questionName, operator: '=', answerCoding };
    });
  });
  return enableWhen.length === 0 ? {} : { enableWhen, ...(enableWhen.length > 1 && { enableBehavior: behavior }) };
}

/** The item within the groups that stand around it, the first condition outermost. */
function inGroups(question: SurveyQuestion, item: object, all: readonly SurveyQuestion[]): object {
  return groupsAround(question).reduceRight<object>(
    (inner, when, place) => ({ linkId: groupLinkId(question.name, place), type: 'group', ...enabling(when, all), item: [inner] }),
    item,
  );
}

export const groupLinkId = (name: string, place: number) => `${name}/when-${place + 1}`;
