import { useQuery } from '@tanstack/react-query';
import type { CalendarEvent } from '@vigil/contract/calendar.contract';
import { calendarDay, startOfCalendarDay } from '@vigil/domain/timeframe/zone';
import { useTranslation } from 'react-i18next';
import { useSession } from '#lib/session/session.ts';
import { ownZone } from '#lib/wall-time.ts';
import { busyQuery } from '../api/calendar.ts';
import { type EventDraft, momentsOf } from '../event-draft.ts';
import { endOf, timeText, whenText } from '../event-words.ts';
import styles from './free-busy.module.css';

/** What keeps nobody from another appointment: a reminder, and a slot that nobody has booked. */
const takesTime = ({ type }: CalendarEvent) => type === 'REGULAR' || type === 'OUT_OF_THE_OFFICE';

const isAway = ({ type }: CalendarEvent) => type === 'OUT_OF_THE_OFFICE';

interface Times {
  readonly from: number;
  readonly until: number;
}

/** Who of those invited is free at the time, and who is busy when on that day. */
export function FreeBusy({ draft }: { readonly draft: EventDraft }) {
  const { t } = useTranslation('calendar');
  const { userId } = useSession();
  const { from, until } = momentsOf(draft);
  if (!(until > from) || draft.participants.length === 0) return null;
  const zone = ownZone();
  const day = calendarDay(from / 1000, zone);
  const shown = {
    from: startOfCalendarDay(day, zone) * 1000,
    until: startOfCalendarDay(calendarDay((until - 1) / 1000, zone) + 1, zone) * 1000,
  };
  const people = [{ id: userId, name: t('you') }, ...draft.participants];
  return (
    <section className={styles.part} aria-label={t('freeBusy')}>
      <ul className={styles.people}>
        {people.map(({ id, name }) => (
          <Person key={id} userId={id} name={name || t('somebody')} eventId={draft.id} asked={{ from, until }} shown={shown} />
        ))}
      </ul>
    </section>
  );
}

interface PersonProps {
  readonly userId: string;
  readonly name: string;
  /** That is being written, and stands in no way of itself. */
  readonly eventId: string;
  readonly asked: Times;
  readonly shown: Times;
}

function Person({ userId, name, eventId, asked, shown }: PersonProps) {
  const { t } = useTranslation('calendar');
  const { data, error } = useQuery(busyQuery(userId, shown.from, shown.until));
  const busy = data?.filter((event) => event.id !== eventId && takesTime(event));
  const inTheWay = busy?.filter((event) => event.date < asked.until && endOf(event) > asked.from);
  const place = (one: Times) => {
    const whole = shown.until - shown.from;
    const [left, right] = [Math.max(one.from, shown.from), Math.min(one.until, shown.until)];
    return { left: `${(100 * (left - shown.from)) / whole}%`, width: `${(100 * (right - left)) / whole}%` };
  };
  // Of one day the times say it; what begins or ends on another is named with its days.
  const isOneDay = calendarDay(shown.from / 1000, ownZone()) === calendarDay((shown.until - 1) / 1000, ownZone());
  const timesOf = (event: CalendarEvent): string => {
    const [from, until] = [event.date, endOf(event)];
    const isWithin = isOneDay && from >= shown.from && until <= shown.until;
    return isWithin ? `${timeText(from)} – ${timeText(until)}` : whenText(from, until, ownZone());
  };
  const says = () => {
    if (error) return t('freeBusyFailed');
    if (!inTheWay) return t('loading');
    if (inTheWay.length === 0) return t('free');
    const [busyAt, awayAt] = [inTheWay.filter((event) => !isAway(event)), inTheWay.filter(isAway)];
    return [
      busyAt.length > 0 && t('busyAt', { times: busyAt.map(timesOf).join(', ') }),
      awayAt.length > 0 && t('awayAt', { times: awayAt.map(timesOf).join(', ') }),
    ]
      .filter(Boolean)
      .join(' · ');
  };
  return (
    <li className={styles.person}>
      <span className={styles.name}>{name}</span>
      <span className={styles.state} data-busy={(inTheWay && inTheWay.length > 0) || undefined}>
        {says()}
      </span>
      <span className={styles.bar} aria-hidden="true">
        {busy?.map((event) => (
          <span key={event.id} className={styles.block} style={place({ from: event.date, until: endOf(event) })} />
        ))}
        <span className={styles.asked} style={place(asked)} />
      </span>
    </li>
  );
}
