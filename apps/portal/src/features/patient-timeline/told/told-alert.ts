import type { TimelineEntry } from '@vigil/contract/registry-timeline.contract';
import type { TFunction } from 'i18next';
import { wallOf } from '#lib/wall-time.ts';
import { fullName } from '#ui/person.tsx';
import type { ToldEntry } from './told-entry.ts';

export type Words = TFunction<'patientTimeline'>;
type Told = Omit<ToldEntry, 'who'>;
type Action = NonNullable<TimelineEntry['action']>;
type Alert = NonNullable<TimelineEntry['alert']>;

/** Values in words, in the reader's units. */
export type ValuesTold = (values: Action['values']) => string;

/** What became of an action: under its title, with what a rule saw, and what somebody did and wrote. */
export function toldAction(
  action: Action,
  entry: TimelineEntry,
  { t, zone, valuesTold }: { t: Words; zone: string; valuesTold: ValuesTold },
): Told {
  const { event, title, values, note, intervention, triggeredAt, undone, priority } = action;
  const isOpening = event === 'OPENED' || event === 'JOINED';
  const kind = event === 'OPENED' && values.length === 0 && action.category !== 'BIOMETRICS' ? 'OPENED_ACTION' : event;
  const done =
    intervention &&
    [
      t(`types.${intervention.type}`),
      t(`outcomes.${intervention.outcome}`),
      ...(intervention.minutes ? [t('minutes', { count: intervention.minutes })] : []),
    ].join(' · ');
  return {
    icon: isOpening ? 'alert' : 'check',
    // What joins is named in the note.
    headline: t(`action.${kind}`, {
      title: event === 'JOINED' ? (note ?? title) : title,
      name: entry.clinician ? fullName(entry.clinician) : t('nobody'),
    }),
    detail: done ?? (values.length > 0 ? valuesTold(values) : null),
    quote: event === 'JOINED' ? null : note,
    // The action's is no word on the alert that joined it.
    severity: event === 'OPENED' ? priority : null,
    gone: undone ? t('undone') : null,
    tab: 'actions',
    ...(triggeredAt !== null && { link: { page: 'data', search: { end: wallOf(triggeredAt, zone).slice(0, 10) } } }),
  };
}

/** How the alert behind an action was answered, or whom it told because nobody did. */
export function toldAlert({ event, title, severity, step, told, undone }: Alert, t: Words): Told {
  const names = told.map(fullName).join(', ');
  return {
    icon: event === 'ESCALATED' ? 'bell' : 'check',
    headline: t(`alert.${event}`, { title: title ?? t('alertWithoutTitle') }),
    detail: step === null ? null : t(names ? 'notified' : 'notifiedNobody', { names, step: t(`steps.${step}`) }),
    severity: event === 'ESCALATED' ? severity : null,
    gone: undone ? t('undone') : null,
    tab: 'actions',
  };
}
