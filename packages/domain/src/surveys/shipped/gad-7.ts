import { choice, howOften, type Instrument } from './instrument.ts';

const often = howOften('Nunca');

const items = [
  ['gad7_1', '69725-0', 'Feeling nervous, anxious or on edge', 'Sentirse nervioso(a), intranquilo(a) o con los nervios de punta'],
  ['gad7_2', '68509-9', 'Not being able to stop or control worrying', 'No poder dejar de preocuparse o no poder controlar la preocupación'],
  ['gad7_3', '69733-4', 'Worrying too much about different things', 'Preocuparse demasiado por diferentes cosas'],
  ['gad7_4', '69734-2', 'Trouble relaxing', 'Dificultad para relajarse'],
  [
    'gad7_5',
    '69735-9',
    'Being so restless that it is hard to sit still',
    'Estar tan inquieto(a) que es difícil permanecer sentado(a) tranquilamente',
  ],
  ['gad7_6', '69689-8', 'Becoming easily annoyed or irritable', 'Molestarse o ponerse irritable fácilmente'],
  ['gad7_7', '69736-7', 'Feeling afraid as if something awful might happen', 'Sentir miedo como si algo terrible pudiera pasar'],
] as const;

/**
 * GAD-7, the anxiety module of the Patient Health Questionnaire. Sum of seven items from 0 to 3 with the bands of Spitzer RL,
 * Kroenke K, Williams JBW, Löwe B, "A brief measure for assessing generalized anxiety disorder: the GAD-7", Arch Intern Med
 * 2006;166:1092–1097. Free to use: no permission required to reproduce, translate, display or distribute.
 */
export const gad7: Instrument = {
  id: '00000000-0000-4000-8000-000000000707',
  name: 'GAD-7',
  version: 1,
  content: {
    title: 'How worried you have been (GAD-7)',
    titleEs: 'Cuánto se ha preocupado (GAD-7)',
    intro: 'Over the last 2 weeks, how often have you been bothered by the following problems?',
    introEs: 'Durante las últimas 2 semanas, ¿con qué frecuencia ha sentido molestias por los siguientes problemas?',
    loinc: '69737-5',
    questions: items.map((item, index) => choice(index + 1, item, often)),
    scoring: {
      mostUnanswered: 0,
      bands: [
        { from: 0, to: 4, label: 'Minimal', labelEs: 'Mínima' },
        { from: 5, to: 9, label: 'Mild', labelEs: 'Leve' },
        { from: 10, to: 14, label: 'Moderate', labelEs: 'Moderada' },
        { from: 15, to: 21, label: 'Severe', labelEs: 'Grave' },
      ],
      source: 'Spitzer, Kroenke, Williams, Löwe. Arch Intern Med 2006;166:1092–1097',
    },
  },
};
