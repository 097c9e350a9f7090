import type { TodayRow } from '@vigil/contract/triage-today.contract';
import { useTranslation } from 'react-i18next';
import type { RowAlarm } from '../row-alarms.ts';
import styles from './today.module.css';

type Told = RowAlarm['notified'][number];
type Person = NonNullable<TodayRow['assignee']>;

const fullName = ({ firstName, lastName }: Person) => `${firstName} ${lastName}`.trim();

/** Whom an alert that nobody has acknowledged has told, how and when, and whom it tells next. */
export function Notified({ alarm, zone }: { readonly alarm: RowAlarm; readonly zone: string }) {
  const { t } = useTranslation('today');
  const clock = (seconds: number) =>
    new Date(seconds * 1000).toLocaleTimeString([], { hour: 'numeric', minute: '2-digit', timeZone: zone });
  const who = ({ step, people, count }: Told) => {
    if (people.length === 0) return t(`steps.${step}`);
    const more = count - people.length;
    const names = people.map(fullName).join(', ');
    return more > 0 ? t('notifiedMore', { names, count: more }) : names;
  };
  // An alarm that rings twice within a minute has told the same people twice.
  const told = new Set(
    alarm.notified.map((one) => t(one.isWritten ? 'notifiedWritten' : 'notifiedPortal', { who: who(one), time: clock(one.at) })),
  );
  if (told.size === 0 && !alarm.next) return null;
  return (
    <p className={styles.muted}>
      {told.size > 0 && t('notified', { told: [...told].join('; ') })}
      {alarm.next && ` ${t('nextNotified', { step: t(`steps.${alarm.next.step}`), time: clock(alarm.next.at) })}`}
    </p>
  );
}
