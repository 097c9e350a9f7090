import { type SentSurveyContent, surveyContent, surveyDraft } from '@vigil/contract/factuary-surveys.forms';
import { longestSurveyName } from '@vigil/contract/factuary-surveys.values';
import type { QuestionType, SurveyContent, TextInputKind } from '@vigil/domain/surveys/survey';
import * as z from 'zod/mini';
import type { FhirElements } from '../records/clinical-resource.ts';
import { type ReadItem, readExtensions, readScoring, requireKnown } from './read-questionnaire-parts.ts';
import { isElements, loincSystem, objectsIn, optionSystem, refused, textOf, translationIn } from './survey-extensions.ts';

export interface ReadQuestionnaire {
  readonly name: string;
  readonly intake: boolean;
  readonly content: SurveyContent;
}

/** What says something about the resource, and nothing of what is asked. */
const passedOver = [
  ...['resourceType', 'id', 'meta', 'text', 'language', 'url', 'version', 'identifier', 'status', 'experimental', 'date', 'publisher'],
  ...['contact', 'useContext', 'jurisdiction', 'purpose', 'copyright', 'approvalDate', 'lastReviewDate', 'effectivePeriod', 'subjectType'],
];
const ofQuestionnaire = [...passedOver, 'extension', 'name', 'title', '_title', 'description', '_description', 'code', 'item'];
const ofItem = [
  'extension',
  'linkId',
  'code',
  'text',
  '_text',
  'type',
  'enableWhen',
  'enableBehavior',
  'required',
  'repeats',
  'answerOption',
  'item',
  'id',
];

type Question = SentSurveyContent['questions'][number];
type Condition = { readonly questionName: string; readonly answerIndices: readonly number[] };

/**
 * The survey that a FHIR R4 Questionnaire is. What could not be kept whole is refused with its element: an unknown extension or kind
 * of item, a required answer, a heading, a condition on something else than a chosen answer.
 */
export function readQuestionnaire(resource: FhirElements): ReadQuestionnaire {
  requireKnown(resource, ofQuestionnaire, 'Questionnaire');
  const { scoring, intake } = readScoring(resource);
  const title = textOf(resource.title) ?? textOf(resource.name) ?? '';
  const questions: Question[] = [];
  readItems(objectsIn(resource.item, 'Questionnaire.item'), [], questions, 'Questionnaire');
  const sent: SentSurveyContent = {
    ...{ title, titleEs: translationIn(resource._title, 'Questionnaire.title') },
    ...{ intro: textOf(resource.description), introEs: translationIn(resource._description, 'Questionnaire.description') },
    ...{ questions, scoring, loinc: loincIn(resource.code, 'Questionnaire.code') },
  };
  const parsed = z.safeParse(surveyContent, sent);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw refused(`Questionnaire (${issue?.path.join('.') ?? ''})`, issue?.message ?? 'Cannot be kept');
  }
  return { name: nameOf(textOf(resource.name) ?? title), intake, content: parsed.data as SurveyContent };
}

/** What the care team calls it: cut off where it is too long, and not within a character. */
function nameOf(text: string): string {
  const cut = text.trim().slice(0, longestSurveyName);
  const parsed = z.safeParse(surveyDraft.shape.name, text.isWellFormed() && !cut.isWellFormed() ? cut.slice(0, -1) : cut);
  if (!parsed.success)
    throw refused('Questionnaire.name', cut === '' ? 'Needs a name or a title' : 'Holds a character that cannot be stored');
  return parsed.data;
}

/** Questions of items and of groups around them: the conditions of a group are those of what is in it. */
function readItems(items: readonly FhirElements[], around: readonly Condition[], into: Question[], parent: string): void {
  for (const [place, item] of items.entries()) {
    const element = `${parent}.item[${place}]`;
    requireKnown(item, ofItem, element);
    if (item.required === true) throw refused(`${element}.required`, 'A required answer cannot be kept: every question may be left out');
    const when = conditionsOf(item, into, element);
    if (item.type === 'group') {
      if (item.text !== undefined || item.extension !== undefined) throw refused(element, 'A group with a heading cannot be kept');
      if (when.behavior === 'any') throw refused(`${element}.enableWhen`, 'A group on one of several questions cannot be kept');
      readItems(objectsIn(item.item, `${element}.item`), [...around, ...when.conditions], into, element);
      continue;
    }
    if (item.item !== undefined) throw refused(`${element}.item`, 'Questions within a question cannot be kept');
    if (around.length > 0 && when.behavior === 'any')
      throw refused(`${element}.enableWhen`, 'One of several conditions, within a group that has its own, cannot be kept');
    into.push(questionOf(item, { around, when, place: into.length, element }));
  }
}

interface Within {
  readonly around: readonly Condition[];
  readonly when: { readonly behavior: 'all' | 'any'; readonly conditions: readonly Condition[] };
  readonly place: number;
  readonly element: string;
}

function questionOf(item: FhirElements, { around, when, place, element }: Within): Question {
  const extensions = readExtensions(item, element);
  const options = readOptions(item, element);
  return {
    ...{ name: textOf(item.linkId) ?? '', position: extensions.position ?? place + 1 },
    ...{ text: textOf(item.text) ?? '', textEs: translationIn(item._text, `${element}.text`) },
    ...kindOf(item, extensions, element),
    ...{
      options: options.map(({ option }) => option),
      urgentAnswers: options.flatMap(({ option, isUrgent }) => (isUrgent ? option.index : [])),
    },
    displayConditions: [...around, ...when.conditions].map((one) => ({ ...one, answerIndices: [...one.answerIndices] })),
    displayWhen: extensions.displayWhen ?? (when.conditions.length > 1 ? when.behavior : 'all'),
    loinc: loincIn(item.code, `${element}.code`),
  };
}

function kindOf(item: FhirElements, extensions: ReadItem, element: string): Pick<Question, 'type' | 'input'> {
  const { min, max, unit, is24Hr, input } = extensions;
  const text = (kind: TextInputKind) => ({ type: 'text' as const, input: { kind: input ?? kind, min, max, unit, is24Hr } });
  const plain = (type: QuestionType) => ({ type, input: null });
  switch (item.type) {
    case 'choice':
      return plain(item.repeats === true ? 'multi-choice' : 'single-choice');
    case 'text':
      return plain('long-text');
    case 'string':
      return input === null ? plain('text') : text('text');
    case 'integer':
    case 'decimal':
    case 'quantity':
      return text('keypad');
    case 'time':
      return text('time');
    case 'date':
      return text('date');
    default:
      throw refused(`${element}.type`, 'Unexpected question type');
  }
}

function readOptions(item: FhirElements, element: string) {
  return objectsIn(item.answerOption, `${element}.answerOption`).map((one, place) => {
    const at = `${element}.answerOption[${place}]`;
    requireKnown(one, ['extension', 'valueCoding', 'id'], at);
    const coding = one.valueCoding;
    if (!isElements(coding)) throw refused(at, 'Only answers with a valueCoding can be kept');
    requireKnown(coding, ['system', 'code', 'display', '_display', 'id'], `${at}.valueCoding`);
    const { index, position, ordinal, isUrgent } = readExtensions(one, at);
    const [system, code] = [textOf(coding.system), textOf(coding.code) ?? ''];
    const isOurs = system === optionSystem || system === null;
    const own = isOurs && /^\d{1,6}$/.test(code) ? Number(code) : null;
    return {
      isUrgent,
      option: {
        ...{ index: index ?? own ?? place, position: position ?? place, score: ordinal },
        ...{ text: textOf(coding.display) ?? (isOurs ? '' : code), textEs: translationIn(coding._display, `${at}.valueCoding.display`) },
        coding: isOurs ? null : { system, code },
      },
    };
  });
}

/** The conditions of an item: by question where one of its answers is enough, one by one where all have to hold. */
function conditionsOf(item: FhirElements, before: readonly Question[], element: string): Within['when'] {
  const asked = objectsIn(item.enableWhen, `${element}.enableWhen`).map((one, place): Condition => {
    const at = `${element}.enableWhen[${place}]`;
    const { answerCoding, operator, question } = one;
    if (operator !== '=' || !isElements(answerCoding)) throw refused(at, 'Only conditions on a chosen answer can be kept');
    const options = before.find(({ name }) => name === question)?.options ?? [];
    const option = options.find(
      ({ coding, index }) =>
        answerCoding.code === (coding?.code ?? String(index)) && (answerCoding.system ?? optionSystem) === (coding?.system ?? optionSystem),
    );
    if (!option) throw refused(at, 'Has to name an answer of a question that is asked before');
    return { questionName: String(question), answerIndices: [option.index] };
  });
  if (item.enableBehavior !== 'any') return { behavior: 'all', conditions: asked };
  const byQuestion = [...Map.groupBy(asked, ({ questionName }) => questionName)].map(([questionName, ones]) => ({
    questionName,
    answerIndices: ones.flatMap(({ answerIndices }) => answerIndices),
  }));
  return { behavior: byQuestion.length > 1 ? 'any' : 'all', conditions: byQuestion };
}

function loincIn(codes: unknown, element: string): string | null {
  const [first, ...more] = objectsIn(codes, element);
  if (first && (first.system !== loincSystem || more.length > 0)) throw refused(element, 'Only one code of LOINC can be kept');
  return textOf(first?.code);
}
