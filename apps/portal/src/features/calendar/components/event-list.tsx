import type { CalendarEvent } from '@vigil/contract/calendar.contract';
import { startOfCalendarDay } from '@vigil/domain/timeframe/zone';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ownZone } from '#lib/wall-time.ts';
import { Icon } from '#ui/icons.tsx';
import { StatePanel } from '#ui/state-panel.tsx';
import { endOf, kindIcons, timeText, useEventWords } from '../event-words.ts';
import type { Span } from '../span.ts';
import styles from './event-list.module.css';
import { byDay } from './month-dots.tsx';

const dayMs = 86_400_000;

interface EventListProps {
  readonly span: Span;
  readonly today: number;
  readonly events: readonly CalendarEvent[];
  readonly onOpen: (event: CalendarEvent) => void;
}

/** What is on each day, in the order of time; days without anything are left out. */
export function EventList({ span, today, events, onOpen }: EventListProps) {
  const { t } = useTranslation('calendar');
  const words = useEventWords();
  const days = [...byDay(events, span, ownZone())].sort(([one], [other]) => one - other);
  if (days.length === 0) return <StatePanel icon="calendar" title={t('emptyTitle')} text={t('emptyText')} />;
  return (
    <ol className={styles.days}>
      {days.map(([day, on]) => (
        <li key={day} className={styles.day}>
          <h2 className={styles.name} aria-current={day === today ? 'date' : undefined}>
            {new Date(day * dayMs).toLocaleDateString(undefined, { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })}
          </h2>
          <ul className={styles.events}>
            {on.map((event) => (
              <li key={event.id}>
                <Row event={event} onOpen={onOpen}>
                  <span className={styles.time}>{timesOn(t, event, day)}</span>
                  <span className={styles.title}>
                    <Icon name={kindIcons[event.type]} size={14} className={styles.sign} />
                    {words.title(event)}
                    {event.seriesId !== null && <Icon name="repeat" size={12} className={styles.repeats} />}
                  </span>
                  {event.type !== 'REGULAR' && !event.isBusy && <span className={styles.kind}>{t(`kind.${event.type}`)}</span>}
                  {words.ownersTime(event) !== null && <span className={styles.kind}>{words.ownersTime(event)}</span>}
                </Row>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}

interface RowProps extends Pick<EventListProps, 'onOpen'> {
  readonly event: CalendarEvent;
  readonly children: ReactNode;
}

/** An event opens; of a colleague's busy time there is no more to tell. */
function Row({ event, onOpen, children }: RowProps) {
  if (event.isBusy) return <div className={styles.busy}>{children}</div>;
  return (
    <button type="button" className={styles.event} data-type={event.type} onClick={() => onOpen(event)}>
      {children}
    </button>
  );
}

/** From when to when on a day; of an event of several days what falls on this one. */
function timesOn(t: TFunction<'calendar'>, event: CalendarEvent, day: number): string {
  const [start, end] = [day, day + 1].map((one) => startOfCalendarDay(one, ownZone()) * 1000) as [number, number];
  const [from, until] = [event.date, endOf(event)];
  if (from === until) return timeText(from);
  if (from <= start && until >= end) return t('wholeDay');
  if (from < start) return t('untilTime', { time: timeText(until) });
  if (until > end) return t('fromTime', { time: timeText(from) });
  return `${timeText(from)} – ${timeText(until)}`;
}
