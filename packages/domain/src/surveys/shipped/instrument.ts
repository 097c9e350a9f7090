import type { SurveyContent, SurveyOption, SurveyQuestion } from '../survey.ts';

/** A survey that every tenant has. Its content never changes under a version: a correction is a further version. */
export interface Instrument {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly content: SurveyContent;
}

type Texts = readonly [text: string, textEs: string, loinc: string];

/** Options scored from 0 on by their order. */
export const scoredOptions = (texts: readonly Texts[]): readonly SurveyOption[] =>
  texts.map(([text, textEs, code], index) => ({
    ...{ index, position: index, text, textEs, score: index },
    coding: { system: 'http://loinc.org', code },
  }));

export const unscored = (options: readonly SurveyOption[]): readonly SurveyOption[] => options.map((one) => ({ ...one, score: null }));

/** A single choice. */
export const choice = (
  position: number,
  [name, loinc, text, textEs]: readonly [name: string, loinc: string, text: string, textEs: string],
  options: readonly SurveyOption[],
  more: Partial<SurveyQuestion> = {},
): SurveyQuestion => ({
  ...{ name, position, text, textEs, type: 'single-choice', input: null, options, loinc },
  ...{ displayConditions: [], displayWhen: 'all', urgentAnswers: [] },
  ...more,
});

/** How often in two weeks, as PHQ-9 and GAD-7 ask it (LOINC answer list LL358-3). */
export const howOften = (neverEs: string) =>
  scoredOptions([
    ['Not at all', neverEs, 'LA6568-5'],
    ['Several days', 'Varios días', 'LA6569-3'],
    ['More than half the days', 'Más de la mitad de los días', 'LA6570-1'],
    ['Nearly every day', 'Casi todos los días', 'LA6571-9'],
  ]);
