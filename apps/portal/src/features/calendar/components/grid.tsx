import { browserLanguage } from '#lib/browser-language.ts';
import '@fullcalendar/react/skeleton.css';
import '@fullcalendar/react/themes/classic/theme.css';
import FullCalendar, {
  type CalendarRef,
  type EventDisplayInfo,
  type EventDropInfo,
  type EventInput,
  type EventResizeDoneInfo,
} from '@fullcalendar/react';
import dayGrid from '@fullcalendar/react/daygrid';
import interaction from '@fullcalendar/react/interaction';
import classic from '@fullcalendar/react/themes/classic';
import timeGrid from '@fullcalendar/react/timegrid';
import type { CalendarEvent } from '@vigil/contract/calendar.contract';
import { type KeyboardEvent, memo, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#lib/session/session.ts';
import { ownZone, wallOf } from '#lib/wall-time.ts';
import { Icon } from '#ui/icons.tsx';
import { endOf, kindIcons, timeText, useEventWords, whenText } from '../event-words.ts';
import { draggedTo } from '../moved-on-grid.ts';
import { textOfDay } from '../span.ts';
import { useOutOfSight } from '../use-out-of-sight.ts';
import styles from './grid.module.css';

const plugins = [dayGrid, timeGrid, interaction, classic];
const viewNames = { month: 'dayGridMonth', week: 'timeGridWeek', day: 'timeGridDay' } as const;
const dayMinutes = 1_440;
const minuteMs = 60_000;
/** How high a reminder is drawn, which takes no time. Minutes. */
const reminderMinutes = 30;
/** A day of a month is no time: an event that is made there begins then. */
const morningMs = 9 * 3_600_000;
const morningHour = 8;
/** What is earlier than this would put the working day out of sight: a sign says that it is there. */
const earliestHour = 5;
const usualMs = 30 * minuteMs;
/** From one moment to the next that dragging and the keys can reach. Minutes. */
const stepMinutes = 15;
const minutesOfKey: Readonly<Record<string, number>> = { ArrowUp: -stepMinutes, ArrowDown: stepMinutes };
const daysOfKey: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

interface GridProps {
  readonly view: keyof typeof viewNames;
  /** Days since 1970-01-01. */
  readonly day: number;
  readonly weekStart: number;
  /** The days that are shown hold this moment. */
  readonly showsNow: boolean;
  readonly events: readonly CalendarEvent[];
  readonly canWrite: boolean;
  readonly onOpen: (event: CalendarEvent) => void;
  /** A time was chosen on the grid; milliseconds since 1970. */
  readonly onChoose: (fromMs: number, untilMs: number) => void;
  /** An event was dragged, resized or moved by a key; `revert` puts it back where it was. */
  readonly onMove: (event: CalendarEvent, fromMs: number, untilMs: number, revert: () => void) => void;
  readonly onDay: (day: string) => void;
}

/** Of a month a day holds as many as there is room for. In a week days would be called otherwise than they read. */
const optionsOfViews = { [viewNames.month]: { dayMaxEvents: true, navLinks: true } };

/** Month, week or day as a grid on which events are made, dragged and resized; whatever dragging does, the form does as well. */
export function Grid(props: GridProps) {
  const { view, day, weekStart, events, canWrite, showsNow } = props;
  const { t } = useTranslation('calendar');
  const { userId } = useSession();
  const calendar = useRef<CalendarRef>(null);
  const grid = useRef<HTMLDivElement>(null);
  const date = textOfDay(day);
  const [openedAt] = useState({ view, date, hour: openingHour(events, showsNow) });
  useEffect(() => {
    // Its own updates render at once, which React allows after this commit alone.
    queueMicrotask(() => calendar.current?.getApi().changeView(viewNames[view], date));
  }, [view, date]);
  const inputs = useMemo(() => events.map((event) => inputOf(event, canWrite && event.ownerId === userId)), [events, canWrite, userId]);
  const isMeasured = useMeasured();
  const unseen = useOutOfSight(grid);
  const { watch } = unseen;
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });

  /** That a key has moved: on another day it is drawn anew, and the focus goes there with it, unless a person has put it elsewhere since. */
  const moving = useRef('');
  useEffect(() => {
    const focused = document.activeElement;
    if (events.length === 0 || moving.current === '' || !grid.current || (focused !== grid.current && grid.current.contains(focused)))
      return;
    if (focused?.contains(grid.current))
      grid.current.querySelector<HTMLElement>(`[role="button"]:has([data-event="${moving.current}"])`)?.focus();
    else moving.current = '';
  }, [events]);
  const moveByKey = (pressed: KeyboardEvent<HTMLDivElement>) => {
    if (!pressed.shiftKey || pressed.ctrlKey || pressed.metaKey || pressed.altKey || !canWrite) return;
    const [minutes = 0, days = 0] = [minutesOfKey[pressed.key], daysOfKey[pressed.key]];
    const id = (pressed.target as HTMLElement).querySelector<HTMLElement>('[data-event]')?.dataset.event;
    const event = events.find((one) => one.id === id);
    if ((minutes === 0 && days === 0) || event?.ownerId !== userId) return;
    pressed.preventDefault();
    moving.current = event.id;
    // To another day at the same time on the wall, also where the clocks are changed between; within a day to every moment of it.
    const fromMs = days === 0 ? event.date + minutes * minuteMs : draggedTo(event.date, { days, milliseconds: 0 }, ownZone());
    props.onMove(event, fromMs, fromMs + (endOf(event) - event.date), () => undefined);
    // Of those that repeat it is asked first which are moved.
    const dayOfMoved = localDay(new Date(fromMs));
    if (view === 'day' && event.seriesId === null && dayOfMoved !== date) props.onDay(dayOfMoved);
  };

  const hasWholeDays = events.some(({ durationMinutes }) => durationMinutes >= dayMinutes);
  // It draws everything anew whenever it is rendered: that is left to its own changes of view and to new events.
  const drawn = useMemo(() => {
    const dropped = ({ event: shown, delta, revert }: EventDropInfo) => {
      const event = eventOf(shown.extendedProps);
      if (!event) return;
      const fromMs = (shown.allDay && shown.start?.getTime()) || draggedTo(event.date, delta, ownZone());
      latest.current.onMove(event, fromMs, fromMs + (endOf(event) - event.date), revert);
    };
    const resized = ({ event: shown, startDelta, endDelta, revert }: EventResizeDoneInfo) => {
      const event = eventOf(shown.extendedProps);
      if (!event) return;
      const zone = ownZone();
      // The end that was not pulled stays: of an hour that comes twice the grid does not tell which it is.
      const fromMs = isPulled(startDelta) ? draggedTo(event.date, startDelta, zone) : event.date;
      const untilMs = isPulled(endDelta) ? draggedTo(endOf(event), endDelta, zone) : endOf(event);
      if (untilMs > fromMs && (fromMs !== event.date || untilMs !== endOf(event))) latest.current.onMove(event, fromMs, untilMs, revert);
      else revert();
    };
    return (
      <FullCalendar
        ref={calendar}
        plugins={plugins}
        views={optionsOfViews}
        initialView={viewNames[openedAt.view]}
        initialDate={openedAt.date}
        headerToolbar={false}
        height="100%"
        locale={browserLanguage()}
        firstDay={weekStart}
        events={inputs}
        editable={canWrite}
        selectable={canWrite}
        selectMirror
        nowIndicator
        navLinkDayClick={(chosen) => latest.current.onDay(localDay(chosen))}
        navLinkHint={(text) => t('goToDay', { day: text })}
        scrollTime={{ hours: openedAt.hour }}
        scrollTimeReset={false}
        slotMinHeight={28}
        // A quarter of an hour still holds its line of text.
        eventMinHeight={20}
        eventTimeFormat={{ hour: 'numeric', minute: '2-digit', meridiem: 'short' }}
        snapDuration={{ minutes: stepMinutes }}
        allDaySlot={hasWholeDays}
        allDayText={t('wholeDays')}
        moreLinkClick={({ date: chosen }) => {
          latest.current.onDay(localDay(chosen));
          return undefined;
        }}
        moreLinkClass={styles.moreLink}
        moreLinkText={(count) => t('more', { count })}
        moreLinkHint={(count) => t('moreHint', { count })}
        eventInteractive
        eventDisplay="block"
        slotEventOverlap={false}
        eventClass={classOf}
        eventContent={(info: EventDisplayInfo) => contentOf(info, watch)}
        eventClick={({ event, jsEvent }) => {
          jsEvent.preventDefault();
          const clicked = eventOf(event.extendedProps);
          if (clicked && !clicked.isBusy) latest.current.onOpen(clicked);
        }}
        select={({ start, end, allDay }) => {
          calendar.current?.getApi().unselect();
          const { onChoose } = latest.current;
          if (!allDay) onChoose(start.getTime(), end.getTime());
          else if (end.getTime() - start.getTime() > 1.5 * dayMinutes * minuteMs) onChoose(start.getTime(), end.getTime());
          else onChoose(start.getTime() + morningMs, start.getTime() + morningMs + usualMs);
        }}
        eventDrop={dropped}
        eventResize={resized}
      />
    );
  }, [inputs, hasWholeDays, weekStart, canWrite, openedAt, watch, t]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the events inside are the buttons; their keys are heard here.
    <div className={styles.grid} data-view={view} data-held={isMeasured ? undefined : 'whole'} ref={grid} onKeyDown={moveByKey}>
      {drawn}
      {view !== 'month' &&
        (['earlier', 'later'] as const).map(
          (where) =>
            unseen[where] > 0 && (
              // Tab comes to the events themselves, which brings each into sight: a stop of its own would come and go meanwhile.
              <button
                key={where}
                type="button"
                tabIndex={-1}
                className={styles.unseen}
                data-where={where}
                onClick={() => unseen.show(where)}
              >
                <Icon name={where === 'earlier' ? 'arrowUp' : 'arrowDown'} size={12} />
                <span aria-hidden="true">{unseen[where]}</span>
                <span className="v-unseen">{t(where, { count: unseen[where] })}</span>
              </button>
            ),
        )}
    </div>
  );
}

/** True once the grid has been drawn and has measured itself: before that it is drawn without the widths and heights that it then has. */
function useMeasured(): boolean {
  const [isMeasured, setMeasured] = useState(false);
  useEffect(() => {
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setMeasured(true));
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  return isMeasured;
}

/** At which hour a day opens: an hour before the working day, earlier where something is early, and with the line of now in sight. */
function openingHour(events: readonly CalendarEvent[], showsNow: boolean): number {
  const hours = events.filter(({ durationMinutes }) => durationMinutes < dayMinutes).map(({ date }) => new Date(date).getHours());
  const early = hours.filter((hour) => hour >= earliestHour);
  const now = showsNow ? [new Date().getHours() - 1] : [];
  return Math.max(0, Math.min(morningHour - 1, ...now, ...early));
}

function contentOf({ event: shown, timeText: time, isShort }: EventDisplayInfo, watch: ContentProps['watch']) {
  const event = eventOf(shown.extendedProps);
  if (!event) return <span className={styles.content}>{time}</span>;
  // A reminder is drawn higher than the no time that it takes.
  const isReminder = event.type === 'REMINDER' && shown.start && time !== '';
  return <Content event={event} time={isReminder ? timeText(shown.start.getTime()) : time} isShort={isShort} watch={watch} />;
}

interface ContentProps {
  readonly event: CalendarEvent;
  /** When it begins and ends as it stands on the grid, also while it is dragged; empty where its days say it. */
  readonly time: string;
  readonly isShort: boolean;
  readonly watch: (drawn: HTMLElement | null) => (() => void) | undefined;
}

/** Drawn anew where something of it has changed: the grid asks for all of them at each of its own changes. */
const Content = memo(function Content({ event, time, isShort, watch }: ContentProps) {
  const { t } = useTranslation('calendar');
  const words = useEventWords();
  return (
    <span className={styles.content} data-short={isShort || undefined} data-event={event.id} ref={watch}>
      <Icon name={kindIcons[event.type]} size={12} className={styles.sign} />
      <span className="v-unseen">{t(`kind.${event.type}`)}: </span>
      <span className={styles.title}>
        {words.title(event)}
        {event.seriesId !== null && <Icon name="repeat" size={10} className={styles.repeats} />}
      </span>
      {time !== '' && (
        <span className={styles.time} aria-hidden="true">
          {time}
        </span>
      )}
      <span className="v-unseen">, {whenText(event.date, endOf(event), ownZone())}</span>
    </span>
  );
});

function classOf({ event: shown }: Pick<EventDisplayInfo, 'event'>): string {
  const event = eventOf(shown.extendedProps);
  return [styles.event, styles[event?.type ?? 'REGULAR'], event?.isBusy && styles.busy].filter(Boolean).join(' ');
}
/** Undefined for what is being drawn with the pointer and is no event yet. */
const eventOf = (props: Record<string, unknown>): CalendarEvent | undefined => props.told as CalendarEvent | undefined;
const isPulled = ({ days, milliseconds }: EventResizeDoneInfo['endDelta']): boolean => days !== 0 || milliseconds !== 0;
const localDay = (date: Date): string =>
  `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`;

/** What lasts a day or longer stands above the hours, on each of its days. */
function inputOf(event: CalendarEvent, isOwn: boolean): EventInput {
  const { id, date, durationMinutes, type } = event;
  const common = { id, title: event.title ?? '', extendedProps: { told: event }, interactive: !event.isBusy };
  if (durationMinutes >= dayMinutes) {
    const dayAfter = new Date(endOf(event) - 1);
    dayAfter.setDate(dayAfter.getDate() + 1);
    return { ...common, allDay: true, start: localDay(new Date(date)), end: localDay(dayAfter), editable: false };
  }
  const drawnMinutes = type === 'REMINDER' ? Math.max(durationMinutes, reminderMinutes) : durationMinutes;
  // In the night of a change the grid has no end for what ends, by the wall, before it begins.
  const hasEnd = type !== 'REMINDER' && wallOf(endOf(event), ownZone()) > wallOf(date, ownZone());
  return { ...common, start: date, end: date + drawnMinutes * minuteMs, editable: isOwn, durationEditable: isOwn && hasEnd };
}
