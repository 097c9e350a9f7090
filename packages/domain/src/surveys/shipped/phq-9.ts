import { choice, howOften, type Instrument, scoredOptions, unscored } from './instrument.ts';

const often = howOften('Para nada');

const items = [
  ['phq9_1', '44250-9', 'Little interest or pleasure in doing things', 'Poco interés o placer en hacer las cosas'],
  ['phq9_2', '44255-8', 'Feeling down, depressed, or hopeless', 'Se ha sentido decaído(a), deprimido(a) o sin esperanzas'],
  [
    'phq9_3',
    '44259-0',
    'Trouble falling or staying asleep, or sleeping too much',
    'Dificultad para dormir o permanecer dormido(a), o ha dormido demasiado',
  ],
  ['phq9_4', '44254-1', 'Feeling tired or having little energy', 'Se ha sentido cansado(a) o con poca energía'],
  ['phq9_5', '44251-7', 'Poor appetite or overeating', 'Con poco apetito o ha comido en exceso'],
  [
    'phq9_6',
    '44258-2',
    'Feeling bad about yourself – or that you are a failure or have let yourself or your family down',
    'Se ha sentido mal con usted mismo(a), o que es un fracaso o que ha quedado mal con usted mismo(a) o con su familia',
  ],
  [
    'phq9_7',
    '44252-5',
    'Trouble concentrating on things, such as reading the newspaper or watching television',
    'Ha tenido dificultad para concentrarse en cosas tales como leer el periódico o ver televisión',
  ],
  [
    'phq9_8',
    '44253-3',
    'Moving or speaking so slowly that other people could have noticed? Or the opposite – being so fidgety or restless that you have been moving around a lot more than usual',
    '¿Se ha estado moviendo o hablando tan lento que otras personas podrían notarlo? O por el contrario, ha estado tan inquieto(a) o agitado(a) que se ha estado moviendo mucho más de lo normal',
  ],
] as const;

/**
 * PHQ-9, the depression module of the Patient Health Questionnaire. Sum of nine items from 0 to 3 with the bands of Kroenke K,
 * Spitzer RL, Williams JBW, "The PHQ-9: validity of a brief depression severity measure", J Gen Intern Med 2001;16:606–613; the
 * tenth question, of how difficult it made things, is asked when any of the nine applies, and is not scored. Free to use: no
 * permission required to reproduce, translate, display or distribute (Spitzer, Williams, Kroenke). Of the ninth, any answer but
 * "not at all" has somebody look at once.
 */
export const phq9: Instrument = {
  id: '00000000-0000-4000-8000-000000000909',
  name: 'PHQ-9',
  version: 1,
  content: {
    title: 'How you have been feeling (PHQ-9)',
    titleEs: 'Cómo se ha sentido (PHQ-9)',
    intro: 'Over the last 2 weeks, how often have you been bothered by any of the following problems?',
    introEs: 'Durante las últimas 2 semanas, ¿qué tan seguido le han afectado cualquiera de los siguientes problemas?',
    loinc: '44249-1',
    questions: [
      ...items.map((item, index) => choice(index + 1, item, often)),
      choice(
        9,
        [
          'phq9_9',
          '44260-8',
          'Thoughts that you would be better off dead, or of hurting yourself in some way',
          'Ha pensado que estaría mejor muerto(a) o se le ha ocurrido lastimarse de alguna manera',
        ],
        often,
        { urgentAnswers: [1, 2, 3] },
      ),
      choice(
        10,
        [
          'phq9_10',
          '69722-7',
          'How difficult have these problems made it for you to do your work, take care of things at home, or get along with other people?',
          '¿Qué tan difícil fue hacer su trabajo, las tareas del hogar o llevarse bien con otras personas debido a tales problemas?',
        ],
        unscored(
          scoredOptions([
            ['Not difficult at all', 'Para nada difícil', 'LA6572-7'],
            ['Somewhat difficult', 'Un poco difícil', 'LA6573-5'],
            ['Very difficult', 'Muy difícil', 'LA6575-0'],
            ['Extremely difficult', 'Extremadamente difícil', 'LA6574-3'],
          ]),
        ),
        {
          displayConditions: Array.from({ length: 9 }, (_, index) => ({ questionName: `phq9_${index + 1}`, answerIndices: [1, 2, 3] })),
          displayWhen: 'any',
        },
      ),
    ],
    scoring: {
      mostUnanswered: 0,
      bands: [
        { from: 0, to: 4, label: 'Minimal', labelEs: 'Mínima' },
        { from: 5, to: 9, label: 'Mild', labelEs: 'Leve' },
        { from: 10, to: 14, label: 'Moderate', labelEs: 'Moderada' },
        { from: 15, to: 19, label: 'Moderately severe', labelEs: 'Moderadamente grave' },
        { from: 20, to: 27, label: 'Severe', labelEs: 'Grave' },
      ],
      source: 'Kroenke, Spitzer, Williams. J Gen Intern Med 2001;16:606–613',
    },
  },
};
