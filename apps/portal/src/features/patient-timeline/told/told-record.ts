import type { TimelineEntry } from '@vigil/contract/registry-timeline.contract';
import { wallOf } from '#lib/wall-time.ts';
import type { IconName } from '#ui/icons.tsx';
import { fullName } from '#ui/person.tsx';
import type { ValuesTold, Words } from './told-alert.ts';
import type { ToldEntry } from './told-entry.ts';

type Told = Omit<ToldEntry, 'who'>;
type Part<Name extends keyof TimelineEntry> = NonNullable<TimelineEntry[Name]>;

export function toldNote({ text, isAmendment, reason, isReplaced }: Part<'note'>, t: Words): Told {
  return {
    icon: 'note',
    headline: t(isAmendment ? 'note.amended' : 'note.written'),
    detail: reason === null ? null : t('note.reason', { reason }),
    quote: text,
    gone: isReplaced ? t('note.replaced') : null,
    tab: 'notes',
  };
}

export function toldMessages({ count, byMember, withdrawn, people }: Part<'messages'>, t: Words): Told {
  const names = people.map(fullName).join(', ');
  const kind = people.length === 0 ? 'fromMember' : byMember === 0 ? 'from' : 'with';
  return {
    icon: 'message',
    headline: t(`messages.${kind}`, { count, names }),
    detail: withdrawn > 0 ? t('messages.withdrawn', { count: withdrawn }) : null,
    tab: 'messaging',
  };
}

export function toldSurvey({ name, event, origin, score, flagged }: Part<'survey'>, t: Words): Told {
  const scored = score && [t('survey.score', { score: score.score }), score.band].filter(Boolean).join(' · ');
  return {
    icon: 'question',
    headline: t(`survey.${event}`, { name }),
    detail: event === 'GIVEN' ? t(`survey.origin.${origin}`) : scored,
    flagged: flagged.length === 0 ? null : flagged.map(({ question, answer }) => `${question}: ${answer}`).join(' · '),
    link: { page: 'surveys', search: {} },
  };
}

export function toldProgram({ name, event, step }: Part<'program'>, t: Words): Told {
  return {
    icon: 'heart',
    headline: step ? t(`program.step.${step.type}`, { title: step.title }) : t(`program.${event}`, { name }),
    detail: step ? name : null,
    link: { page: 'content', search: {} },
  };
}

const icons: Readonly<Record<NonNullable<Part<'reading'>['activityType']>, IconName>> = {
  LOGGING_WEIGHT: 'scale',
  LOGGING_BLOOD_PRESSURE: 'heart',
  LOGGING_GLUCOSE: 'drop',
  LOGGING_MEDICATION: 'pill',
  LOGGING_FOOD: 'meal',
  MOVE: 'activity',
};

/** What was typed in by hand: a value, or what was done. It is seen among the charts of its day; what measures nothing, where it was logged. */
export function toldReading(
  reading: Part<'reading'>,
  at: number,
  { t, zone, valuesTold }: { t: Words; zone: string; valuesTold: ValuesTold },
): Told {
  const { activityType, status, title, description, values, takenBack } = reading;
  const isMedication = activityType === 'LOGGING_MEDICATION';
  const kind = activityType === null ? null : t(`logged.${activityType}`);
  const by = takenBack?.by ? fullName(takenBack.by) : t('unknown');
  return {
    icon: activityType === null ? 'ruler' : icons[activityType],
    headline: values.length > 0 ? valuesTold(values) : [kind, title].filter(Boolean).join(': '),
    detail:
      [
        ...(activityType === null ? [t('logged.elsewhere')] : []),
        ...(isMedication ? [t(`logged.status.${status}`)] : []),
        ...(description ? [description] : []),
      ].join(' · ') || null,
    gone: takenBack && t(takenBack.reason ? 'logged.removedFor' : 'logged.removed', { name: by, reason: takenBack.reason }),
    link: values.length > 0 && !takenBack ? { page: 'data', search: { end: wallOf(at, zone).slice(0, 10) } } : { page: 'log', search: {} },
  };
}
