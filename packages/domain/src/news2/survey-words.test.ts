import { describe, expect, it } from 'vitest';
import { oxygenAndAlertness } from '../surveys/shipped/oxygen-and-alertness.ts';
import type { SurveyAnswer, SurveyOption, SurveyQuestion } from '../surveys/survey.ts';
import { news2Score } from './score.ts';
import { news2Findings, saidInSurvey, snomed } from './survey-words.ts';

const chosen = (...answerIndices: number[]): SurveyAnswer => ({ answerIndices, answerText: null });
const { questions } = oxygenAndAlertness.content;
const said = (answers: Record<string, SurveyAnswer>, of: readonly Pick<SurveyQuestion, 'name' | 'options'>[] = questions) =>
  saidInSurvey(of, new Map(Object.entries(answers))).map(({ kind, value }) => [kind, value]);

describe('what answers say for NEWS2', () => {
  it.each([
    [0, 'alert', 0],
    [1, 'confusion', 3],
    [2, 'voice', 3],
    [3, 'pain', 3],
    [4, 'unresponsive', 3],
  ] as const)('the answer %i about alertness says %s and scores %i', (index, value, score) => {
    expect(said({ alertness: chosen(index) })).toEqual([['consciousness', value]]);
    const nothing = { respiration: null, spo2: null, systolic: null, pulse: null, temperature: null, oxygen: null };
    expect(news2Score({ ...nothing, consciousness: value }, 1)).toMatchObject({ low: score, known: 1 });
  });

  it('air and oxygen are told apart, and what is not answered is not said', () => {
    expect(said({ oxygen: chosen(0) })).toEqual([['oxygen', 'air']]);
    expect(said({ oxygen: chosen(1) })).toEqual([['oxygen', 'oxygen']]);
    expect(said({})).toEqual([]);
  });

  it('every finding is asked about, and whoever is not alert has somebody look at once', () => {
    const options = questions.flatMap((question) => question.options);
    expect(options.map(({ coding }) => coding?.code).sort()).toEqual([...news2Findings.keys()].sort());
    const [, alertness] = questions;
    const calm = alertness?.options.filter(({ index }) => !alertness.urgentAnswers.includes(index));
    expect(calm?.map(({ coding }) => news2Findings.get(coding?.code ?? '')?.value)).toEqual(['alert']);
  });

  it('of answers that contradict each other the worse one holds; codes of other systems say nothing', () => {
    const option = (index: number, code: string, system = snomed): SurveyOption => ({
      ...{ index, position: index, text: code, textEs: null, score: null, coding: { system, code } },
    });
    const several = [
      { name: 'a', options: [option(0, '248234008'), option(1, '130987000'), option(2, '422768004')] },
      { name: 'b', options: [option(0, '371825009', 'http://loinc.org')] },
      { name: 'c', options: [option(0, '248234008')] },
    ];
    expect(said({ a: chosen(1, 0), b: chosen(0), c: chosen(0) }, several)).toEqual([['consciousness', 'confusion']]);
  });
});
