import type { OnCallRota } from '@vigil/contract/alerts-on-call.contract';
import type { OnCallSpan } from '@vigil/domain/on-call/rota';
import { roleLabel } from '@vigil/domain/roles';
import { calendarDay, startOfCalendarDay } from '@vigil/domain/timeframe/zone';
import { useTranslation } from 'react-i18next';
import type { Clock } from '../clock.ts';
import styles from '../on-call.module.css';
import type { NameOf } from '../people.ts';
import { weekOfRole } from '../week-of-role.ts';

interface WeekProps {
  readonly rota: OnCallRota;
  readonly clock: Clock;
  readonly nowMs: number;
  /** Weeks from today. */
  readonly week: number;
  readonly nameOf: NameOf;
}

/** Seven days of a role, side by side; below each other where there is no room. */
export function Week({ rota, clock, nowMs, week, nameOf }: WeekProps) {
  const { t } = useTranslation('onCall');
  const today = calendarDay(Math.floor(nowMs / 1000), clock.zone);
  return (
    <ol className={styles.week} aria-label={t('week', { role: roleLabel(rota.role) })}>
      {weekOfRole(rota, clock.zone, nowMs, week).map(({ day, spans }) => (
        <li key={day} className={styles.day} data-today={day === today || undefined}>
          <h3 className={styles.dayName}>
            {clock.day(day)}
            {day === today && <span className={styles.today}> {t('today')}</span>}
          </h3>
          <div className={styles.spans}>
            {spans.map((span) => (
              <Span key={span.from} span={span} clock={clock} nowMs={nowMs} nameOf={nameOf} />
            ))}
          </div>
        </li>
      ))}
    </ol>
  );
}

interface SpanProps extends Pick<WeekProps, 'clock' | 'nowMs' | 'nameOf'> {
  readonly span: OnCallSpan;
}

function Span({ span: { userIds, source, from, until }, clock, nowMs, nameOf }: SpanProps) {
  const { t } = useTranslation('onCall');
  const day = calendarDay(from / 1000, clock.zone);
  const isWholeDay = [day, day + 1].map((one) => startOfCalendarDay(one, clock.zone) * 1000).join() === [from, until].join();
  const when = isWholeDay
    ? t('allDay')
    : from <= nowMs
      ? t('fromNow', { until: clock.moment(until) })
      : t('span', { from: clock.time(from), until: clock.time(until) });
  return (
    <p className={styles.span} data-source={source}>
      <span className={styles.when}>{when}</span>
      <span className={styles.who}>{source === 'nobody' ? t('nobody') : userIds.map(nameOf).join(', ')}</span>
      {source === 'cover' && <span className={styles.hint}>{t('instead')}</span>}
    </p>
  );
}
