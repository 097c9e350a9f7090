import type { CalendarEvent } from '@vigil/contract/calendar.contract';
import type { EventType } from '@vigil/contract/calendar.values';
import { zoneOffsetAt } from '@vigil/domain/timeframe/offsets';
import { calendarDay } from '@vigil/domain/timeframe/zone';
import { useTranslation } from 'react-i18next';
import { useSession } from '#lib/session/session.ts';
import { ownZone, showTheSame } from '#lib/wall-time.ts';
import { zoneCity } from '#lib/zone-name.ts';
import type { IconName } from '#ui/icons.tsx';
import { nameOfPerson } from './event-draft.ts';

/** Beside its colour and its pattern, each kind has a sign. */
export const kindIcons: Readonly<Record<EventType, IconName>> = {
  REGULAR: 'calendar',
  OUT_OF_THE_OFFICE: 'signOut',
  REMINDER: 'bell',
  APPOINTMENT_SLOT: 'clock',
};

const minuteMs = 60_000;
export const endOf = ({ date, durationMinutes }: Pick<CalendarEvent, 'date' | 'durationMinutes'>): number =>
  date + durationMinutes * minuteMs;

const time = { hour: 'numeric', minute: '2-digit' } as const;
const day = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const;

/** A format takes a tenth of a millisecond to make, which hundreds of events would pay for each; zones are few. */
const formats = new Map<string, { readonly [kind in 'time' | 'day' | 'both']: Intl.DateTimeFormat }>();
/** With the zone's own name of its clock, as PST, for times that come twice. */
function formatsOf(timeZone: string, timeZoneName?: 'short') {
  const key = `${timeZone} ${timeZoneName ?? ''}`;
  const known = formats.get(key);
  if (known) return known;
  const made = {
    time: new Intl.DateTimeFormat(undefined, { ...time, timeZone, timeZoneName }),
    day: new Intl.DateTimeFormat(undefined, { ...day, timeZone }),
    both: new Intl.DateTimeFormat(undefined, { ...day, ...time, timeZone, timeZoneName }),
  };
  formats.set(key, made);
  return made;
}

/** Beyond the longest that clocks are put back. */
const aroundMs = 3 * 60 * minuteMs;
/** Whether the clock on the wall of a zone shows the same at another moment. */
function comesTwice(ms: number, zone: string): boolean {
  const offsetAt = (at: number) => zoneOffsetAt(zone, Math.floor(at / 1000)).offsetSeconds * 1000;
  const own = offsetAt(ms);
  return [-aroundMs, aroundMs].some((away) => {
    const other = offsetAt(ms + away);
    return other !== own && offsetAt(ms + own - other) === other;
  });
}

/** How the person's computer writes a time; milliseconds since 1970. */
export const timeText = (ms: number, zone = ownZone()): string => formatsOf(zone).time.format(ms);

/** When something is, by the clock of a zone: the day, and from when to when. Milliseconds since 1970. */
export function whenText(fromMs: number, untilMs: number, zone: string): string {
  const isOneDay = calendarDay(fromMs / 1000, zone) === calendarDay(Math.max(fromMs, untilMs - 1) / 1000, zone);
  const write = formatsOf(zone, comesTwice(fromMs, zone) || comesTwice(untilMs, zone) ? 'short' : undefined);
  if (fromMs === untilMs) return write.both.format(fromMs);
  if (!isOneDay) return write.both.formatRange(fromMs, untilMs);
  return `${write.day.format(fromMs)}, ${write.time.format(fromMs)} – ${write.time.format(untilMs)}`;
}

/** How events are called for the reader. */
export function useEventWords() {
  const { t } = useTranslation('calendar');
  const { userId } = useSession();
  return {
    /** What it is called; a booked appointment with whom; a colleague's busy time whose. */
    title({ title, isBusy, type, ownerId, patientId, people }: CalendarEvent): string {
      if (isBusy || title === null) {
        const owner = people.find(({ id }) => id === ownerId);
        const name = (owner && nameOfPerson(owner)) || t('somebody');
        return t('ofColleague', { name, what: type === 'REGULAR' ? t('busy') : t(`kind.${type}`) });
      }
      const about = people.find(({ id }) => id === patientId);
      return about && about.id !== userId ? t('titleAbout', { title, name: nameOfPerson(about) }) : title;
    },
    /** Also by the owner's clock, where that shows another time than the reader's. */
    ownersTime(event: CalendarEvent): string | null {
      if (showTheSame(event.timeZone, ownZone(), event.date)) return null;
      return t('inZone', { when: whenText(event.date, endOf(event), event.timeZone), zone: zoneCity(event.timeZone) });
    },
  };
}
