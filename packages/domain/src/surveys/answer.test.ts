import { describe, expect, test } from 'vitest';
import { answerFaultTexts, answerWords, checkAnswer, longestTextAnswer } from './answer.ts';
import { visibleQuestions, withoutHidden } from './display.ts';
import type { SurveyAnswer, SurveyQuestion, TextInput } from './survey.ts';

const option = (index: number, text: string, score: number | null = null) => ({
  index,
  position: index,
  text,
  textEs: null,
  score,
  coding: null,
});
const question = (name: string, position: number, over: Partial<SurveyQuestion> = {}): SurveyQuestion => ({
  ...{ name, position, text: name, textEs: null, type: 'single-choice', input: null, loinc: null, urgentAnswers: [] },
  ...{ options: [option(0, 'No'), option(1, 'Yes'), option(7, 'Sometimes')], displayConditions: [], displayWhen: 'all' },
  ...over,
});
const input = (kind: TextInput['kind'], over: Partial<TextInput> = {}): Partial<SurveyQuestion> => ({
  type: 'text',
  options: [],
  input: { kind, min: null, max: null, unit: null, is24Hr: null, ...over },
});
const chosen = (...answerIndices: number[]): SurveyAnswer => ({ answerIndices, answerText: null });
const written = (answerText: string): SurveyAnswer => ({ answerIndices: null, answerText });
const when = (questionName: string, ...answerIndices: number[]) => ({ questionName, answerIndices });

describe('which questions stand for which answers', () => {
  const smokes = question('smokes', 1);
  const pain = question('pain', 2, { type: 'multi-choice' });
  const howMany = question('how_many', 3, { displayConditions: [when('smokes', 1, 7)] });
  const stop = question('stop', 4, { displayConditions: [when('how_many', 1)] });
  const both = question('both', 5, { displayConditions: [when('smokes', 1), when('pain', 1, 7)] });
  const either = question('either', 6, { displayConditions: [when('smokes', 1), when('pain', 7)], displayWhen: 'any' });
  const all = [either, both, stop, howMany, pain, smokes];
  test.each<[string, Record<string, SurveyAnswer>, string[]]>([
    ['nothing answered: those without a condition, by position', {}, ['smokes', 'pain']],
    ['one of the named options', { smokes: chosen(7) }, ['smokes', 'pain', 'how_many']],
    ['another option', { smokes: chosen(0) }, ['smokes', 'pain']],
    ['what hangs on a hidden question is hidden, though it was answered', { how_many: chosen(1) }, ['smokes', 'pain']],
    ['a chain of three', { smokes: chosen(7), how_many: chosen(1) }, ['smokes', 'pain', 'how_many', 'stop']],
    ['all conditions: one is not enough', { pain: chosen(1) }, ['smokes', 'pain']],
    [
      'all conditions, by one of several chosen',
      { smokes: chosen(1), pain: chosen(0, 7) },
      ['smokes', 'pain', 'how_many', 'both', 'either'],
    ],
    ['any condition', { pain: chosen(7) }, ['smokes', 'pain', 'either']],
    ['a text chooses no option', { smokes: written('1') }, ['smokes', 'pain']],
  ])('%s', (_name, answers, expected) => {
    expect(visibleQuestions(all, new Map(Object.entries(answers))).map(({ name }) => name)).toEqual(expected);
  });

  test('answers of hidden questions are dropped, with those that hang on them', () => {
    const answers = new Map(Object.entries({ smokes: chosen(0), how_many: chosen(1), stop: chosen(1), pain: chosen(0) }));
    expect([...withoutHidden(all, answers).keys()]).toEqual(['smokes', 'pain']);
  });
});

describe('what is kept of an answer, and what is not taken', () => {
  const multi: Partial<SurveyQuestion> = { type: 'multi-choice' };
  const keypad = input('keypad', { min: -5, max: 40.5, unit: 'kg' });
  const picker = input('picker', { min: 1, max: 10 });
  test.each<[string, Partial<SurveyQuestion>, SurveyAnswer, unknown]>([
    ['one option', {}, chosen(7), { kept: chosen(7) }],
    ['none: it is removed', {}, chosen(), { kept: null }],
    ['empty text: it is removed', input('text'), written('  '), { kept: null }],
    ['two options of a single choice', {}, chosen(0, 1), { fault: 'choose_one_option' }],
    ['the same option twice', {}, chosen(1, 1), { kept: chosen(1) }],
    ['an option that is not there', {}, chosen(2), { fault: 'choose_an_option' }],
    ['a text for a choice', {}, written('Yes'), { fault: 'choose_an_option' }],
    ['several of a multiple choice, in order', multi, chosen(7, 0), { kept: chosen(0, 7) }],
    ['an option for a text', input('text'), chosen(1), { fault: 'write_an_answer' }],
    ['a text, without spaces around it', input('text'), written(' a b '), { kept: written('a b') }],
    ['the default input', input('default'), written('x'), { kept: written('x') }],
    ['a text question without an input', { type: 'text', options: [] }, written('x'), { kept: written('x') }],
    ['a text that is too long', input('text'), written('x'.repeat(longestTextAnswer + 1)), { fault: 'too_long' }],
    ['a long text', { type: 'long-text', options: [] }, written('x'.repeat(5_000)), { kept: written('x'.repeat(5_000)) }],
    ['a long text that is too long', { type: 'long-text', options: [] }, written('x'.repeat(5_001)), { fault: 'too_long' }],
    ['the smallest of a keypad', keypad, written('-5'), { kept: written('-5') }],
    ['below it', keypad, written('-5.1'), { fault: 'below_min' }],
    ['the largest, with a comma', keypad, written('40,5'), { kept: written('40.5') }],
    ['above it', keypad, written('40.6'), { fault: 'above_max' }],
    ['no number', keypad, written('4e1'), { fault: 'not_a_number' }],
    ['a comma that may separate thousands', input('keypad'), written('2,000'), { fault: 'not_a_number' }],
    ['a keypad without limits', input('keypad'), written('123456'), { kept: written('123456') }],
    ['a picker', picker, written('10'), { kept: written('10') }],
    ['half of a picker', picker, written('1.5'), { fault: 'not_a_whole_number' }],
    ['a time by 12 hours', input('time', { is24Hr: false }), written('7:05 pm'), { kept: written('19:05') }],
    ['a time by 24 hours', input('time', { is24Hr: true }), written('07:05'), { kept: written('07:05') }],
    ['no time', input('time'), written('25:00'), { fault: 'not_a_time' }],
    ['a date', input('date'), written('2028-02-29'), { kept: written('2028-02-29') }],
    ['a day that the year has not', input('date'), written('2027-02-29'), { fault: 'not_a_date' }],
    ['no date', input('date'), written('29.2.2028'), { fault: 'not_a_date' }],
    ['an unknown kind of question', { type: 'slider' as never }, written('3'), { fault: 'unexpected_question_type' }],
    ['an unknown input', input('voice' as never), written('3'), { fault: 'unexpected_question_type' }],
  ])('%s', (_name, over, sent, expected) => {
    expect(checkAnswer(question('q', 1, over), sent)).toEqual(expected);
  });

  test('an unknown kind reads as the specification has it', () => {
    expect(answerFaultTexts.unexpected_question_type).toBe('Unexpected question type');
  });

  test('in words: options by their place, and a number with its unit', () => {
    expect(answerWords(question('q', 1, { type: 'multi-choice' }), chosen(7, 0))).toBe('No, Sometimes');
    expect(answerWords(question('q', 1, input('keypad', { unit: 'kg' })), written('80.5'))).toBe('80.5 kg');
  });
});
