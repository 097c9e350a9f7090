import { snomed } from '../../news2/survey-words.ts';
import type { SurveyOption, SurveyQuestion } from '../survey.ts';
import type { Instrument } from './instrument.ts';

type Texts = readonly [text: string, textEs: string, finding: string];

const question = (position: number, name: string, text: string, textEs: string, answers: readonly Texts[]): SurveyQuestion => ({
  ...{ name, position, text, textEs, type: 'single-choice', input: null, loinc: null },
  options: answers.map(
    ([words, wordsEs, code], index): SurveyOption => ({
      ...{ index, position: index, text: words, textEs: wordsEs, score: null },
      coding: { system: snomed, code },
    }),
  ),
  ...{ displayConditions: [], displayWhen: 'all', urgentAnswers: [] },
});

/**
 * The two of the seven inputs of NEWS2 that no sensor tells (Royal College of Physicians, National Early Warning Score (NEWS) 2, 2017),
 * asked of the member or of who is with them. The words are ours; what an answer means is its code in SNOMED CT. Whoever is newly
 * confused or not quite awake has somebody look at once.
 */
export const oxygenAndAlertness: Instrument = {
  id: '00000000-0000-4000-8000-000000000702',
  name: 'Oxygen and alertness',
  version: 1,
  content: {
    title: 'Oxygen and alertness',
    titleEs: 'Oxígeno y estado de alerta',
    intro: 'Two questions about this moment. Somebody who is with you may answer for you.',
    introEs: 'Dos preguntas sobre este momento. Quien esté con usted puede responder por usted.',
    loinc: null,
    questions: [
      question(1, 'oxygen', 'Is extra oxygen used right now?', '¿Se usa oxígeno adicional en este momento?', [
        ['No, ordinary air', 'No, aire normal', '722742002'],
        ['Yes, with oxygen', 'Sí, con oxígeno', '371825009'],
      ]),
      {
        ...question(2, 'alertness', 'How awake and clear of mind, right now?', '¿Qué tan despierto(a) y lúcido(a) en este momento?', [
          ['Awake, and thinking as clearly as usual', 'Despierto(a), y piensa con la claridad de siempre', '248234008'],
          ['More confused than usual', 'Más confundido(a) que de costumbre', '130987000'],
          ['Wakes only when spoken to', 'Solo despierta cuando le hablan', '300202002'],
          ['Wakes only when it hurts', 'Solo despierta con dolor', '450847001'],
          ['Cannot be woken', 'No se le puede despertar', '422768004'],
        ]),
        urgentAnswers: [1, 2, 3, 4],
      },
    ],
    scoring: null,
  },
};
