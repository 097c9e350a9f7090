import { inOrder, type SurveyContent, type SurveyQuestion } from './survey.ts';

export interface DefinitionFault {
  /** Path of the field, as in `questions.2.options`. */
  readonly field: string;
  readonly message: string;
}

/** What keeps a survey from being published: all of it, by field. A draft may have any of these. */
export function definitionFaults({ questions, scoring }: SurveyContent): readonly DefinitionFault[] {
  const faults: DefinitionFault[] = [];
  if (questions.length === 0) faults.push({ field: 'questions', message: 'Ask at least one question' });
  const names = questions.map(({ name }) => name);
  const order = inOrder(questions);
  for (const [place, question] of questions.entries()) {
    const field = `questions.${place}`;
    if (names.indexOf(question.name) !== place) faults.push({ field: `${field}.name`, message: 'Another question has this name' });
    const before = order.slice(0, order.indexOf(question));
    faults.push(...faultsOfQuestion(question, before).map((fault) => ({ ...fault, field: `${field}.${fault.field}` })));
  }
  const bands = (scoring?.bands ?? []).toSorted((a, b) => a.from - b.from);
  for (const [place, band] of bands.entries())
    if (band.to < band.from || (bands[place + 1]?.from ?? Number.POSITIVE_INFINITY) <= band.to)
      faults.push({ field: 'scoring.bands', message: 'A band ends before it begins, or two of them overlap' });
  return faults;
}

function faultsOfQuestion(question: SurveyQuestion, before: readonly SurveyQuestion[]): readonly DefinitionFault[] {
  const { type, options, input, text, displayConditions, urgentAnswers } = question;
  const isChoice = type === 'single-choice' || type === 'multi-choice';
  const indices = options.map(({ index }) => index);
  const faults: DefinitionFault[] = [];
  if (text.trim() === '') faults.push({ field: 'text', message: 'Write the question' });
  if (isChoice && options.length < 2) faults.push({ field: 'options', message: 'Give at least two answers to choose from' });
  if (!isChoice && options.length > 0) faults.push({ field: 'options', message: 'Only a choice has answers to choose from' });
  if (options.some((option) => option.text.trim() === '')) faults.push({ field: 'options', message: 'Every answer needs a text' });
  if (new Set(indices).size !== indices.length) faults.push({ field: 'options', message: 'Two answers have the same index' });
  if (urgentAnswers.some((index) => !indices.includes(index)))
    faults.push({ field: 'urgentAnswers', message: 'Names an answer that the question does not have' });
  if (type !== 'text' && input !== null) faults.push({ field: 'input', message: 'Only a text question has an input' });
  if (input && input.min !== null && input.max !== null && input.min > input.max)
    faults.push({ field: 'input.min', message: 'The smallest number is above the largest' });
  if (input?.kind === 'picker' && (input.min === null || input.max === null || input.max - input.min > 1_000))
    faults.push({ field: 'input.min', message: 'A picker needs a smallest and a largest number, at most 1,000 apart' });
  for (const { questionName, answerIndices } of displayConditions) {
    const asked = before.find(({ name }) => name === questionName);
    const known = asked?.options.map(({ index }) => index) ?? [];
    if (!asked || answerIndices.length === 0 || answerIndices.some((index) => !known.includes(index)))
      faults.push({ field: 'displayConditions', message: 'Has to name answers of a choice that is asked before' });
  }
  return faults;
}
