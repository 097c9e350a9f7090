import type { CalendarEvent } from '@vigil/contract/calendar.contract';
import { calendarDay } from '@vigil/domain/timeframe/zone';
import { useTranslation } from 'react-i18next';
import { ownZone } from '#lib/wall-time.ts';
import { endOf } from '../event-words.ts';
import { type Span, startOfMonth, textOfDay } from '../span.ts';
import styles from './month-dots.module.css';

const dayMs = 86_400_000;
const mostDots = 4;

interface MonthDotsProps {
  /** Of the month that is shown. Days since 1970-01-01. */
  readonly day: number;
  readonly today: number;
  readonly span: Span;
  readonly events: readonly CalendarEvent[];
  readonly onDay: (day: string) => void;
}

/** The events of each day, of one that lasts several days on each of them. */
export function byDay(events: readonly CalendarEvent[], { first, end }: Span, zone: string): ReadonlyMap<number, readonly CalendarEvent[]> {
  const found = new Map<number, CalendarEvent[]>();
  for (const event of events) {
    const last = calendarDay(Math.max(event.date, endOf(event) - 1) / 1000, zone);
    for (let day = Math.max(calendarDay(event.date / 1000, zone), first); day <= Math.min(last, end - 1); day++)
      found.set(day, [...(found.get(day) ?? []), event]);
  }
  return found;
}

/** A month on a narrow screen: a day each, with a dot for what is on it; a day opens. */
export function MonthDots({ day, today, span, events, onDay }: MonthDotsProps) {
  const { t } = useTranslation('calendar');
  const found = byDay(events, span, ownZone());
  const days = Array.from({ length: span.end - span.first }, (_, index) => span.first + index);
  const say = (one: number, options: Intl.DateTimeFormatOptions) =>
    new Date(one * dayMs).toLocaleDateString(undefined, { ...options, timeZone: 'UTC' });
  return (
    <div className={styles.month}>
      {days.slice(0, 7).map((one) => (
        <span key={one} className={styles.weekday} aria-hidden="true">
          {say(one, { weekday: 'narrow' })}
        </span>
      ))}
      {days.map((one) => {
        const on = found.get(one) ?? [];
        return (
          <button
            key={one}
            type="button"
            className={styles.day}
            data-other={startOfMonth(one) !== startOfMonth(day) || undefined}
            aria-current={one === today ? 'date' : undefined}
            aria-label={`${say(one, { weekday: 'long', day: 'numeric', month: 'long' })}: ${t('countOfDay', { count: on.length })}`}
            onClick={() => onDay(textOfDay(one))}
          >
            <span>{say(one, { day: 'numeric' })}</span>
            <span className={styles.dots} aria-hidden="true">
              {on.slice(0, mostDots).map(({ id, type }) => (
                <span key={id} className={styles.dot} data-type={type} />
              ))}
            </span>
          </button>
        );
      })}
    </div>
  );
}
