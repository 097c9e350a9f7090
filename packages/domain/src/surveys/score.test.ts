import { describe, expect, test } from 'vitest';
import { definitionFaults } from './definition-faults.ts';
import { bandOf, scoreOf, urgentlyAnswered } from './score.ts';
import { gad7 } from './shipped/gad-7.ts';
import { phq9 } from './shipped/phq-9.ts';
import type { SurveyAnswer, SurveyContent } from './survey.ts';

const chosen = (...answerIndices: number[]): SurveyAnswer => ({ answerIndices, answerText: null });
/** Answers of PHQ-9 or GAD-7 by the digits of a text; a dot leaves one out. */
const answers = (name: string, digits: string) =>
  new Map([...digits].flatMap((digit, place) => (digit === '.' ? [] : [[`${name}_${place + 1}`, chosen(Number(digit))] as const])));
const ofPhq = (digits: string, content: SurveyContent = phq9.content) => scoreOf(content, answers('phq9', digits));

describe('PHQ-9 (Kroenke, Spitzer, Williams 2001): both sides of each boundary', () => {
  test.each<[string, number, string]>([
    ['000000000', 0, 'Minimal'],
    ['1111000000', 4, 'Minimal'],
    ['1111100000', 5, 'Mild'],
    ['1111111110', 9, 'Mild'],
    ['2111111110', 10, 'Moderate'],
    ['2222211110', 14, 'Moderate'],
    ['2222221110', 15, 'Moderately severe'],
    ['3222222220', 19, 'Moderately severe'],
    ['3322222220', 20, 'Severe'],
    ['3333333330', 27, 'Severe'],
  ])('%s is %i, %s', (digits, score, label) => {
    expect(ofPhq(digits)).toMatchObject({ known: true, score, band: { label }, prorated: false });
  });

  test('an unanswered question leaves the score unknown, and names it', () => {
    expect(ofPhq('22222222.')).toEqual({ known: false, because: 'unanswered', unanswered: ['phq9_9'] });
    expect(ofPhq('')).toMatchObject({ known: false, because: 'unanswered' });
  });

  test('the tenth question counts for nothing, answered or not', () => {
    expect(ofPhq('1000000003')).toMatchObject({ known: true, score: 1 });
    expect(ofPhq('100000000')).toMatchObject({ known: true, score: 1 });
  });

  test.each([
    [0, false],
    [1, true],
    [2, true],
    [3, true],
  ])('the ninth answered by %i: somebody has to look at once is %s', (index, isUrgent) => {
    expect(urgentlyAnswered(phq9.content.questions, answers('phq9', `33333333${index}`)).map(({ name }) => name)).toEqual(
      isUrgent ? ['phq9_9'] : [],
    );
  });
});

test.each<[string, number, string]>([
  ['1111000', 4, 'Minimal'],
  ['1111100', 5, 'Mild'],
  ['2211111', 9, 'Mild'],
  ['2221111', 10, 'Moderate'],
  ['2222222', 14, 'Moderate'],
  ['3222222', 15, 'Severe'],
  ['3333333', 21, 'Severe'],
])('GAD-7 (Spitzer and others 2006): %s is %i, %s', (digits, score, label) => {
  expect(scoreOf(gad7.content, answers('gad7', digits))).toMatchObject({ known: true, score, band: { label } });
});

describe('a score', () => {
  const lenient = { ...phq9.content, scoring: { ...(phq9.content.scoring as NonNullable<SurveyContent['scoring']>), mostUnanswered: 2 } };
  test.each<[string, string, number | null]>([
    ['two may be missing: the mean of the others, halves up', '1110000..', 4],
    ['one may be missing', '22222222.', 18],
    ['three are too many', '111111...', null],
  ])('where the instrument lets questions be missing: %s', (_name, digits, score) => {
    const found = ofPhq(digits, lenient);
    expect(found.known ? [found.score, found.prorated] : null).toEqual(score === null ? null : [score, true]);
  });

  test('leaves hidden questions out, and adds up what is chosen of a multiple choice', () => {
    const option = (index: number, score: number | null) => ({ index, position: index, text: 'x', textEs: null, score, coding: null });
    const base = {
      text: 'x',
      textEs: null,
      input: null,
      loinc: null,
      urgentAnswers: [],
      displayConditions: [],
      displayWhen: 'all' as const,
    };
    const content = {
      scoring: { mostUnanswered: 0, bands: [], source: null },
      questions: [
        { ...base, name: 'a', position: 1, type: 'multi-choice' as const, options: [option(0, 1), option(1, 4), option(2, null)] },
        {
          ...{ ...base, name: 'b', position: 2, type: 'single-choice' as const, options: [option(0, 10)] },
          displayConditions: [{ questionName: 'a', answerIndices: [2] }],
        },
      ],
    };
    expect(scoreOf(content, new Map([['a', chosen(0, 1)]]))).toMatchObject({ known: true, score: 5, band: null });
    expect(scoreOf(content, new Map([['a', chosen(0, 2)]]))).toMatchObject({ known: false, because: 'unanswered', unanswered: ['b'] });
    expect(scoreOf({ ...content, scoring: null }, new Map())).toMatchObject({ known: false, because: 'no_score' });
    expect(scoreOf({ ...content, questions: [] }, new Map())).toMatchObject({ known: false, because: 'nothing_scored' });
  });

  test('outside of every band has none', () => {
    expect(bandOf([{ from: 0, to: 4, label: 'low', labelEs: null }], 4.5)).toBeNull();
  });
});

describe('what can be published', () => {
  test('the instruments that ship', () => {
    expect([phq9, gad7].flatMap(({ content }) => definitionFaults(content))).toEqual([]);
  });

  const [first, second] = phq9.content.questions as [SurveyContent['questions'][number], SurveyContent['questions'][number]];
  const input = { kind: 'keypad', min: 5, max: 1, unit: null, is24Hr: null } as const;
  test.each<[string, Partial<SurveyContent>, string]>([
    ['no question', { questions: [] }, 'questions'],
    ['a name twice', { questions: [first, { ...second, name: first.name }] }, 'questions.1.name'],
    ['no text', { questions: [{ ...first, text: ' ' }] }, 'questions.0.text'],
    ['a choice of one', { questions: [{ ...first, options: first.options.slice(0, 1), urgentAnswers: [] }] }, 'questions.0.options'],
    ['options of a text', { questions: [{ ...first, type: 'long-text' }] }, 'questions.0.options'],
    ['an index twice', { questions: [{ ...first, options: first.options.map((one) => ({ ...one, index: 0 })) }] }, 'questions.0.options'],
    ['an urgent answer that is not there', { questions: [{ ...first, urgentAnswers: [9] }] }, 'questions.0.urgentAnswers'],
    ['a keypad from large to small', { questions: [{ ...first, type: 'text', options: [], input }] }, 'questions.0.input.min'],
    [
      'a picker without ends',
      { questions: [{ ...first, type: 'text', options: [], input: { ...input, kind: 'picker', min: null } }] },
      'questions.0.input.min',
    ],
    [
      'a condition on what is asked later',
      { questions: [{ ...first, displayConditions: [{ questionName: second.name, answerIndices: [1] }] }, second] },
      'questions.0.displayConditions',
    ],
    [
      'a condition on an answer that is not there',
      { questions: [first, { ...second, displayConditions: [{ questionName: first.name, answerIndices: [8] }] }] },
      'questions.1.displayConditions',
    ],
    [
      'bands that overlap',
      {
        scoring: {
          ...{ mostUnanswered: 0, source: null },
          bands: [
            { from: 0, to: 5, label: 'a', labelEs: null },
            { from: 5, to: 9, label: 'b', labelEs: null },
          ],
        },
      },
      'scoring.bands',
    ],
  ])('not with %s', (_name, over, field) => {
    expect(definitionFaults({ ...phq9.content, ...over }).map((fault) => fault.field)).toContain(field);
  });
});
