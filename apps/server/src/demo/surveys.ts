import { dateOfDay } from '@vigil/domain/compliance/windows';
import { gad7 } from '@vigil/domain/surveys/shipped/gad-7';
import type { Instrument } from '@vigil/domain/surveys/shipped/instruments';
import { phq9 } from '@vigil/domain/surveys/shipped/phq-9';
import type { SurveyContent } from '@vigil/domain/surveys/survey';
import { calendarDay } from '@vigil/domain/timeframe/zone';
import type { Log } from '#platform/log.ts';
import type { Surveys } from '#services/factuary/surveys/index.ts';
import { type DemoMember, type DemoTenant, demoId, tenantId } from './people.ts';

export interface SurveysDeps {
  readonly surveys: Pick<Surveys, 'answering' | 'authoring' | 'given'>;
  readonly clock: { now(): number };
  readonly log: Pick<Log, 'warn'>;
}

const membersWithSurveys = 6;
/** Answers of the months before, the oldest first; one course gets better, one worse, one stays. */
const courses = ['2222122101', '1111011001', '1121111100'] as const;
const monthsOfAnswers = 4;
const daySeconds = 86_400;

const option = (index: number, text: string, textEs: string) => ({ index, position: index, text, textEs, score: null, coding: null });
const base = { displayConditions: [], displayWhen: 'all', loinc: null, urgentAnswers: [], input: null, options: [] } as const;

/** What the demonstration asks new members: one question of most kinds. */
const intake: SurveyContent = {
  ...{ title: 'Welcome: a few questions about you', titleEs: 'Bienvenida: unas preguntas sobre usted' },
  intro: 'Synthetic demonstration. Your answers help your care team to look after you.',
  introEs: 'Demostración sintética. Sus respuestas ayudan a su equipo a cuidarle.',
  ...{ loinc: null, scoring: null },
  questions: [
    {
      ...{ ...base, name: 'alone', position: 1, type: 'single-choice', text: 'Do you live alone?', textEs: '¿Vive solo(a)?' },
      options: [option(0, 'No', 'No'), option(1, 'Yes', 'Sí')],
    },
    {
      ...{ ...base, name: 'help', position: 2, type: 'long-text', text: 'Whom may we call when we cannot reach you?' },
      ...{ textEs: '¿A quién podemos llamar si no le encontramos?', displayConditions: [{ questionName: 'alone', answerIndices: [1] }] },
    },
    {
      ...{ ...base, name: 'aids', position: 3, type: 'multi-choice', text: 'Which of these do you use?', textEs: '¿Cuáles de estos usa?' },
      options: [option(0, 'Glasses', 'Gafas'), option(1, 'A hearing aid', 'Audífono'), option(2, 'A cane or walker', 'Bastón o andador')],
    },
    {
      ...{ ...base, name: 'weight', position: 4, type: 'text', text: 'What did you weigh last?', textEs: '¿Cuánto pesó la última vez?' },
      input: { kind: 'keypad', min: 30, max: 300, unit: 'kg', is24Hr: null },
    },
    {
      ...{
        ...base,
        name: 'up',
        position: 5,
        type: 'text',
        text: 'When do you usually get up?',
        textEs: '¿A qué hora se levanta normalmente?',
      },
      input: { kind: 'time', min: null, max: null, unit: null, is24Hr: false },
    },
  ],
};

/** Synthetic answers to PHQ-9 and GAD-7 over some months, one of each open, and an intake survey. Once: the same again changes nothing. */
export async function seedSurveys(
  deps: SurveysDeps,
  tenants: readonly DemoTenant[],
  members: readonly DemoMember[],
  signal: AbortSignal,
): Promise<void> {
  for (const tenant of tenants) {
    const id = tenantId(tenant);
    const nurse = demoId(`${tenant.code}/nurse`);
    const active = members.filter((one) => one.tenantId === id && one.profile.status === 'ACTIVE');
    const isNamed = ({ email }: DemoMember) => email.startsWith('member@');
    const few = [...active.filter(isNamed), ...active.filter((one) => !isNamed(one))].slice(0, membersWithSurveys);
    try {
      const intakeId = demoId(`${tenant.code}/intake`);
      const known = await deps.surveys.authoring.list(id);
      if (!known.some((one) => one.id === intakeId)) {
        const draft = { id: intakeId, revision: 0, name: 'Intake (synthetic)', intake: true, content: intake as never };
        await deps.surveys.authoring.save(id, nurse, draft);
        await deps.surveys.authoring.publish(id, nurse, intakeId, 1);
      }
      for (const [place, member] of few.entries()) {
        if (signal.aborted) return;
        await surveysOf(deps, { member, place, nurse, intakeId });
      }
    } catch (error) {
      deps.log.warn({ err: error }, 'demo: surveys are not complete');
    }
  }
}

interface Of {
  readonly member: DemoMember;
  readonly place: number;
  readonly nurse: string;
  readonly intakeId: string;
}

async function surveysOf({ surveys: { answering, given }, clock }: SurveysDeps, { member, place, nurse, intakeId }: Of): Promise<void> {
  const { userId, tenantId: tenant, profile } = member;
  const schedule = demoId(`${userId}/gad-7`);
  if ((await given.schedules(tenant, userId)).some(({ id }) => id === schedule)) return;
  const now = Math.floor(clock.now() / 1000);
  const who = { userId, by: userId, side: 'member' } as const;
  for (let month = monthsOfAnswers; month > 0; month--)
    for (const instrument of [phq9, gad7]) {
      const id = demoId(`${userId}/${instrument.name}/${month}`);
      const sent = {
        read: () => answersOf(instrument, place, month),
        time_answered: now - month * 30 * daySeconds,
        status: 'answered',
      } as const;
      await answering.bringIn(tenant, who, { id, surveyId: instrument.id }, sent);
    }
  const answers = [{ questionName: 'phq9_4', answerIndices: [2] }];
  const edited = { answers, time_answered: now - 29 * daySeconds, status: 'answered' } as const;
  if (place === 0) await answering.answer(tenant, { userId, by: nurse }, demoId(`${userId}/PHQ-9/1`), edited);
  for (const surveyId of [phq9.id, intakeId])
    await given.give(tenant, userId, nurse, { id: demoId(`${userId}/${surveyId}/open`), survey_id: surveyId, schedule: null });
  const from = dateOfDay(calendarDay(now, profile.timeZone));
  const weekly = { kind: 'weekly', every: 1, at: '09:00', from, until: null } as const;
  await given.give(tenant, userId, nurse, { id: schedule, survey_id: gad7.id, schedule: weekly });
}

/** The ninth question of PHQ-9 is "not at all" with all but one, whose answer asks for somebody to look. */
function answersOf({ content }: Instrument, place: number, month: number) {
  const course = courses[place % courses.length] as string;
  return content.questions.slice(0, content.questions.length === 7 ? 7 : 9).map(({ name }, at) => {
    const start = Number(course[at % course.length]);
    const moved =
      place % 3 === 0
        ? start - (monthsOfAnswers - month > at % 4 ? 1 : 0)
        : place % 3 === 1
          ? start + (monthsOfAnswers - month > at % 5 ? 1 : 0)
          : start;
    const isNinth = name === 'phq9_9';
    const value = isNinth ? (place === 1 && month === 1 ? 1 : 0) : Math.min(3, Math.max(0, moved));
    return { questionName: name, answerIndices: [value] };
  });
}
