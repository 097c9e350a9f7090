import { timeOfDay24 } from '../activities/time-of-day.ts';
import { mayMeanThousands } from '../text/typed-number.ts';
import { type SurveyAnswer, type SurveyQuestion, type TextInput, unexpectedQuestionType } from './survey.ts';

/** Why an answer was not taken. */
export const answerFaults = [
  'unexpected_question_type',
  'unknown_question',
  'choose_an_option',
  'choose_one_option',
  'write_an_answer',
  'too_long',
  'not_a_number',
  'not_a_whole_number',
  'below_min',
  'above_max',
  'not_a_time',
  'not_a_date',
] as const;
export type AnswerFault = (typeof answerFaults)[number];

/** The sentence for each, without what was answered. */
export const answerFaultTexts: Readonly<Record<AnswerFault, string>> = {
  unexpected_question_type: unexpectedQuestionType,
  unknown_question: 'This survey has no such question',
  choose_an_option: 'Choose one of the answers of this question',
  choose_one_option: 'Only one answer can be chosen here',
  write_an_answer: 'This question is answered in words or figures, not by an option',
  too_long: 'The answer is too long',
  not_a_number: 'Has to be a number',
  not_a_whole_number: 'Has to be a whole number',
  below_min: 'The number is too small',
  above_max: 'The number is too large',
  not_a_time: 'Has to be a time of day, as 14:30 or 2:30 pm',
  not_a_date: 'Has to be a date, as 2026-11-30',
};

/** Longest answers in characters. */
export const longestTextAnswer = 500;
export const longestLongTextAnswer = 5_000;

/** What is to be kept, with null for nothing: an empty answer removes the one before it. Or why it is not taken. */
export type CheckedAnswer = { readonly kept: SurveyAnswer | null } | { readonly fault: AnswerFault };

const nothing = { kept: null } as const;

/** Checks an answer and writes it as it is kept: options in order, times as HH:mm, numbers with a point (specification, validation rules). */
export function checkAnswer(question: SurveyQuestion, { answerIndices, answerText }: SurveyAnswer): CheckedAnswer {
  const text = answerText?.trim() ?? '';
  if (text === '' && (answerIndices ?? []).length === 0) return nothing;
  switch (question.type) {
    case 'single-choice':
    case 'multi-choice':
      return checkChoice(question, answerIndices ?? []);
    case 'long-text':
      if (text === '') return { fault: 'write_an_answer' };
      return text.length > longestLongTextAnswer ? { fault: 'too_long' } : ofText(text);
    case 'text':
      if (text === '') return { fault: 'write_an_answer' };
      if (text.length > longestTextAnswer) return { fault: 'too_long' };
      return checkInput(question.input, text);
    default:
      return { fault: 'unexpected_question_type' };
  }
}

const ofText = (answerText: string): CheckedAnswer => ({ kept: { answerIndices: null, answerText } });

function checkChoice({ type, options }: SurveyQuestion, chosen: readonly number[]): CheckedAnswer {
  const indices = [...new Set(chosen)].sort((a, b) => a - b);
  const known = new Set(options.map(({ index }) => index));
  if (indices.length === 0 || indices.some((index) => !known.has(index))) return { fault: 'choose_an_option' };
  if (type === 'single-choice' && indices.length > 1) return { fault: 'choose_one_option' };
  return { kept: { answerIndices: indices, answerText: null } };
}

function checkInput(input: TextInput | null, text: string): CheckedAnswer {
  switch (input?.kind) {
    case undefined:
    case 'text':
    case 'default':
      return ofText(text);
    case 'keypad':
    case 'picker':
      return checkNumber(input, text);
    case 'time': {
      const time = timeOfDay24(text);
      return time === null ? { fault: 'not_a_time' } : ofText(time);
    }
    case 'date':
      return isDate(text) ? ofText(text) : { fault: 'not_a_date' };
    default:
      return { fault: 'unexpected_question_type' };
  }
}

function checkNumber({ kind, min, max }: TextInput, text: string): CheckedAnswer {
  const written = text.replace(',', '.');
  if (mayMeanThousands(text) || !/^-?\d{1,9}(\.\d{1,6})?$/.test(written)) return { fault: 'not_a_number' };
  const value = Number(written);
  if (kind === 'picker' && !Number.isInteger(value)) return { fault: 'not_a_whole_number' };
  if (min !== null && value < min) return { fault: 'below_min' };
  if (max !== null && value > max) return { fault: 'above_max' };
  return ofText(String(value));
}

/** A day that the calendar has, as yyyy-MM-dd. */
function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

/** An answer as a sentence reads it: the texts of what was chosen, or what was written, with its unit (specification: answer_text). */
export function answerWords({ options, input }: SurveyQuestion, { answerIndices, answerText }: SurveyAnswer): string {
  if (answerText !== null) return input?.unit ? `${answerText} ${input.unit}` : answerText;
  return options
    .filter(({ index }) => answerIndices?.includes(index))
    .toSorted((a, b) => a.position - b.position)
    .map(({ text }) => text)
    .join(', ');
}
