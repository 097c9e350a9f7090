import { browserLanguage } from '#lib/browser-language.ts';
import '#ui/messages.ts';
import './messages.ts';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { calendar } from '@vigil/contract';
import type { CalendarEvent } from '@vigil/contract/calendar.contract';
import { careTeamRoles, type Role } from '@vigil/domain/roles';
import { calendarDay } from '@vigil/domain/timeframe/zone';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadOnceReachable } from '#lib/load-with-retries.ts';
import { useNow } from '#lib/now.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { usePushes } from '#lib/pushes/use-pushes.ts';
import { useSession } from '#lib/session/session.ts';
import { isShortcut } from '#lib/shortcuts.ts';
import { ownZone } from '#lib/wall-time.ts';
import { useWindowWidth } from '#lib/window-width.ts';
import { zoneCity } from '#lib/zone-name.ts';
import { Icon } from '#ui/icons.tsx';
import { Page } from '#ui/page.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { StatePanel } from '#ui/state-panel.tsx';
import { eventsQuery } from './api/calendar.ts';
import styles from './calendar.module.css';
import { type CalendarSearch, calendarSearch, type View } from './calendar-search.ts';
import { EventDialog, NewEventDialog } from './components/event-dialog.tsx';
import { EventList } from './components/event-list.tsx';
import { MonthDots } from './components/month-dots.tsx';
import { OverField, useOver } from './components/over-field.tsx';
import { ScopeDialog } from './components/scope-dialog.tsx';
import { SubscriptionDialog } from './components/subscription-dialog.tsx';
import { Toolbar } from './components/toolbar.tsx';
import { eventDrafts, newDraft, newSubject } from './event-draft.ts';
import { dayOfText, spanInWords, spanOf, stepped, textOfDay, weekStartOf } from './span.ts';
import { useEventChanges } from './use-event-changes.ts';

/** The grid's code is a chunk of its own: the list, and what is open, do without it. */
const Grid = lazy(() => loadOnceReachable(() => import('./components/grid.tsx').then((module) => ({ default: module.Grid }))));

/** Below this width a month is dots and a week does not fit. Pixels. */
const gridFromPx = 700;
const hourMs = 3_600_000;
const usualMs = hourMs / 2;
const weekStart = weekStartOf(browserLanguage());

interface Moving {
  readonly event: CalendarEvent;
  readonly fromMs: number;
  readonly untilMs: number;
  readonly revert: () => void;
}

/** The own calendar: month, week, day or list, and the events on it. */
export function CalendarScreen() {
  const { t } = useTranslation('calendar');
  usePageTitle(t('heading'));
  const { userId, tenant } = useSession();
  const canWrite = tenant.roles.some((role) => role === 'tenant_admin' || (careTeamRoles as readonly Role[]).includes(role));
  const search = calendarSearch.parse(useSearch({ strict: false }));
  const navigate = useNavigate();
  const show = (changed: Partial<CalendarSearch>) => void navigate({ to: '.', search: { ...search, ...changed } as never });
  const zone = ownZone();
  const today = calendarDay(useNow() / 1000, zone);
  const isWide = useWindowWidth() >= gridFromPx;
  const view: View = search.view === '' || (search.view === 'week' && !isWide) ? (isWide ? 'week' : 'day') : search.view;
  const day = search.day === '' ? today : dayOfText(search.day);
  const span = spanOf(view, day, weekStart, zone);
  const told = spanInWords(view, day, span, browserLanguage());
  const { data: events, error, refetch, dataUpdatedAt, isPlaceholderData } = useQuery(eventsQuery(userId, span));
  const isDots = view === 'month' && !isWide;
  const over = useOver(isDots ? '' : search.over, span, events);
  usePushes('CALENDAR_EVENT', { touches: [calendar.listEvents, calendar.getEvent] });
  const changes = useEventChanges();
  const [moving, setMoving] = useState<Moving | null>(null);
  const [isSharing, setSharing] = useState(false);

  const goTo = (to: number) => show({ day: to === today ? '' : textOfDay(to) });
  const begin = (fromMs: number, untilMs: number) => {
    const [begun] = eventDrafts.of(newSubject);
    const at = newDraft(fromMs, untilMs, begun?.timeZone ?? zone);
    // What was typed before is kept, for the time that was chosen now.
    if (begun) eventDrafts.put(newSubject, { ...begun, from: at.from, until: at.until });
    setFresh(begun ?? at);
    show({ event: 'new', edit: false });
  };
  const nextHour = () => {
    const now = Date.now();
    const start = day === today ? Math.ceil(now / hourMs) * hourMs : spanOf('day', day, weekStart, zone).fromMs + 9 * hourMs;
    return newDraft(start, start + usualMs, zone);
  };
  const [fresh, setFresh] = useState(nextHour);
  /** What was begun is gone on with. */
  const beginNow = () => {
    setFresh(nextHour());
    show({ event: 'new', edit: false });
  };
  const step = (by: 1 | -1) => goTo(stepped(view, day, by));
  useKeys({ n: canWrite && search.event === '' ? beginNow : undefined, '[': () => step(-1), ']': () => step(1) });

  const move = (event: CalendarEvent, fromMs: number, untilMs: number, revert: () => void) => {
    if (event.seriesId === null) changes.move(event, fromMs, untilMs, 'this', revert);
    else setMoving({ event, fromMs, untilMs, revert });
  };
  const open = ({ id }: CalendarEvent) => show({ event: id, edit: false });
  const close = () => show({ event: '', edit: false });
  const isForbidden = error?.status === 403;
  return (
    <Page busy={!events && !error}>
      <div className={styles.top}>
        <PageHead title={t('heading')} lead={t('zoneNote', { zone: zoneCity(zone) })}>
          {canWrite && (
            <Button variant="contained" startIcon={<Icon name="plus" />} aria-keyshortcuts="N" onClick={beginNow}>
              {t('newEvent')}
            </Button>
          )}
          <Button color="inherit" variant="outlined" startIcon={<Icon name="globe" />} onClick={() => setSharing(true)}>
            {t('share.button')}
          </Button>
        </PageHead>
      </div>
      <Toolbar
        view={view}
        isWide={isWide}
        told={told}
        onView={(chosen) => show({ view: chosen })}
        onStep={step}
        onToday={() => show({ day: '' })}
      />
      {canWrite && !isDots && <OverField chosen={search.over} failed={over.failed} onChoose={(colleague) => show({ over: colleague })} />}
      {error && events && (
        <p role="status" className={styles.outdated}>
          <Icon name="clock" size={14} /> {t('outdated', { when: new Date(dataUpdatedAt).toLocaleTimeString() })}
        </p>
      )}
      {error && !events && (
        <StatePanel
          failure
          icon={isForbidden ? 'lock' : 'alert'}
          title={t(isForbidden ? 'forbiddenTitle' : 'failedTitle')}
          text={isForbidden ? t('forbiddenText') : error.message}
          {...(!isForbidden && { action: { label: t('retry'), onClick: () => void refetch() } })}
        />
      )}
      {!events && !error && <Waiting label={t('loading')} />}
      {events && (
        <div aria-busy={isPlaceholderData || undefined} className={styles.shown}>
          {view === 'list' && isPlaceholderData ? (
            <Waiting label={t('loading')} />
          ) : view === 'list' ? (
            <EventList span={span} today={today} events={over.events} onOpen={open} />
          ) : isDots ? (
            <MonthDots day={day} today={today} span={span} events={events} onDay={(chosen) => show({ day: chosen, view: 'day' })} />
          ) : (
            <Suspense fallback={<Waiting label={t('loading')} />}>
              <Grid
                {...{ view, day, weekStart, canWrite }}
                showsNow={today >= span.first && today < span.end}
                events={over.events}
                onOpen={open}
                onChoose={begin}
                onMove={move}
                onDay={(chosen) => show({ day: chosen, view: 'day' })}
              />
            </Suspense>
          )}
        </div>
      )}
      {search.event === 'new' && canWrite && <NewEventDialog fresh={fresh} onClose={close} />}
      {search.event !== '' && search.event !== 'new' && (
        <EventDialog
          key={search.event}
          eventId={search.event}
          isEdited={search.edit}
          canWrite={canWrite}
          onEdit={(edit) => show({ edit })}
          onClose={close}
        />
      )}
      {moving && (
        <ScopeDialog
          onCancel={() => {
            moving.revert();
            setMoving(null);
          }}
          onChoose={(scope) => {
            changes.move(moving.event, moving.fromMs, moving.untilMs, scope, moving.revert);
            setMoving(null);
          }}
        />
      )}
      {isSharing && <SubscriptionDialog span={span} spanText={told} onClose={() => setSharing(false)} />}
    </Page>
  );
}

function Waiting({ label }: { readonly label: string }) {
  return (
    <div role="status" aria-label={label}>
      <Skeleton variant="rounded" className={styles.waiting ?? ''} />
    </div>
  );
}

/** Keys that stand alone, as everywhere. */
function useKeys(does: Readonly<Partial<Record<string, () => void>>>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const act = does[event.key.toLowerCase()];
      if (!act || !isShortcut(event)) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
}
