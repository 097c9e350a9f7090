import type { SurveyDraft } from '@vigil/contract/factuary-surveys.forms';
import type { WholeSurvey } from '@vigil/contract/factuary-surveys-authoring.contract';

export type Content = SurveyDraft['content'];
export type Question = Content['questions'][number];
export type Option = Question['options'][number];

const noConditions = { displayConditions: [], displayWhen: 'all', loinc: null, urgentAnswers: [] } as const satisfies Partial<Question>;

/** The smallest number that none of these has. */
const nextIndex = (taken: readonly number[]) => Math.max(-1, ...taken) + 1;

export const newOption = ({ options }: Pick<Question, 'options'>): Option => {
  const index = nextIndex(options.map((one) => one.index));
  return { index, position: nextIndex(options.map((one) => one.position)), text: '', textEs: null, score: null, coding: null };
};

/** A question at the end, with a name that no other has. */
export function newQuestion({ questions }: Content): Question {
  const numbers = questions.flatMap(({ name }) => (/^q\d{1,4}$/.test(name) ? [Number(name.slice(1))] : []));
  const position = nextIndex(questions.map((one) => one.position));
  const empty: Question = {
    name: `q${nextIndex([0, ...numbers])}`,
    position,
    text: '',
    textEs: null,
    type: 'single-choice',
    input: null,
    options: [],
    ...noConditions,
    displayConditions: [],
    urgentAnswers: [],
  };
  const first = newOption(empty);
  return { ...empty, options: [first, newOption({ options: [first] })] };
}

export const emptyContent: Content = { title: '', titleEs: null, intro: null, introEs: null, questions: [], scoring: null, loinc: null };

/** A copy under an id of its own, of what ships or of another. */
export const copyOf = ({ name, intake, content }: WholeSurvey, id: string): SurveyDraft => ({
  id,
  revision: 0,
  name: `${name} (copy)`,
  intake,
  content,
});

/** A question of another kind keeps its words; what the kind does not have is left out. */
export function ofKind(question: Question, type: Question['type']): Question {
  const isChoice = type === 'single-choice' || type === 'multi-choice';
  const first = newOption({ options: [] });
  const options = isChoice ? (question.options.length > 0 ? question.options : [first, newOption({ options: [first] })]) : [];
  const input = type === 'text' ? (question.input ?? { kind: 'text' as const, min: null, max: null, unit: null, is24Hr: null }) : null;
  return { ...question, type, options, input, urgentAnswers: isChoice ? question.urgentAnswers : [] };
}

/** The questions with this one moved by one place; positions follow. */
export function moved(questions: readonly Question[], place: number, by: -1 | 1): Question[] {
  const next = [...questions];
  const [one] = next.splice(place, 1);
  if (one) next.splice(place + by, 0, one);
  return next.map((question, position) => ({ ...question, position }));
}
