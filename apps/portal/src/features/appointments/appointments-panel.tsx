import '#ui/messages.ts';
import './messages.ts';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { calendar } from '@vigil/contract';
import type { CalendarEvent, OpenSlot } from '@vigil/contract/calendar.contract';
import type { ApiError } from '@vigil/contract/client';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mayHaveHappened } from '#lib/failures.ts';
import { useNow } from '#lib/now.ts';
import { usePushes } from '#lib/pushes/use-pushes.ts';
import { ownZone, showTheSame } from '#lib/wall-time.ts';
import { zoneCity } from '#lib/zone-name.ts';
import { useUndoNotice } from '#ui/use-undo-notice.tsx';
import styles from './appointments.module.css';
import { freeQuery, ownerOf, ownQuery, toCome, useBook, useCancel, useTakeBack, wholeDays } from './ask-appointments.ts';
import { dayText, timeElsewhere, timeText, whenText } from './time-words.ts';

/** Free times shown at first, and with each press more: these, and the others of the day that the last of them is on. */
const atOnce = 8;

/** The member's appointments, and times to book one. */
export function AppointmentsPanel({ memberId }: { readonly memberId: string }) {
  usePushes('CALENDAR_EVENT', { touches: [calendar.listEvents, calendar.listSlots] });
  return (
    <div className={styles.panel}>
      <Own memberId={memberId} />
      <Free memberId={memberId} />
    </div>
  );
}

function useTelling() {
  const { t } = useTranslation('appointments');
  const told = useUndoNotice();
  return {
    told,
    failed: (error: ApiError) =>
      told(error.status === 409 ? t(refusalOf(error)) : mayHaveHappened(error) ? t('unknown') : error.message, undefined, 'error'),
  };
}

/** Why a time was not booked, by the field that the server names; otherwise it names what is free instead. */
function refusalOf({ fields }: ApiError): 'taken' | 'enough' | 'overlaps' {
  const [first] = fields;
  if (first?.field === 'patientId') return 'enough';
  return first?.field === 'date' ? 'overlaps' : 'taken';
}

function Own({ memberId }: { readonly memberId: string }) {
  const { t, i18n } = useTranslation('appointments');
  const nowMs = useNow();
  const { data, error, refetch } = useQuery(ownQuery(memberId));
  const [cancel, takeBack] = [useCancel(), useTakeBack()];
  const { told, failed } = useTelling();
  const events = data && toCome(data, nowMs);
  const leave = ({ id: eventId }: CalendarEvent) => {
    const params = { userId: memberId, eventId };
    void cancel
      .mutateAsync({ params, query: { scope: 'this' } })
      .then(() => told(t('cancelled'), () => void takeBack.mutateAsync({ params }).then(() => told(t('back')), failed)), failed);
  };
  return (
    <section className={styles.part}>
      <h2>{t('yours')}</h2>
      {error && !data && <Failed text={t('failed')} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton variant="rounded" height={64} aria-label={t('loading')} />}
      {events?.length === 0 && <p className={styles.muted}>{t('none')}</p>}
      <ul className={styles.rows}>
        {events?.map((event) => (
          <li key={event.id} className={styles.row}>
            <Told event={event} />
            {event.ownerId !== memberId && (
              <Button
                variant="outlined"
                color="inherit"
                aria-label={t('cancelOf', { when: whenText(event.date, i18n.language) })}
                disabled={cancel.isPending}
                onClick={() => leave(event)}
              >
                {t('cancel')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Free({ memberId }: { readonly memberId: string }) {
  const { t, i18n } = useTranslation('appointments');
  const nowMs = useNow();
  const { data, error, refetch } = useQuery(freeQuery(memberId));
  const book = useBook();
  const { told, failed } = useTelling();
  const [shown, setShown] = useState(atOnce);
  const slots = data?.filter(({ date }) => date > nowMs);
  const days = wholeDays(slots ?? [], shown);
  const choose = (slot: OpenSlot) =>
    void book
      .mutateAsync({ params: { id: slot.id }, body: { patientId: memberId } })
      .then(() => told(t('booked', { when: whenText(slot.date, i18n.language), name: ownerOf(slot) })), failed);
  return (
    <section className={styles.part}>
      <h2>{t('free')}</h2>
      {error && !data && <Failed text={t('failedFree')} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton variant="rounded" height={64} aria-label={t('loading')} />}
      {slots && <p className={styles.muted}>{t(slots.length === 0 ? 'noneFree' : 'freeText')}</p>}
      {days.map((day) => (
        <section key={day.date} className={styles.day} aria-label={dayText(day.date, i18n.language)}>
          <h3>{dayText(day.date, i18n.language)}</h3>
          <ul className={styles.rows}>
            {day.slots.map((slot) => (
              <li key={slot.id} className={styles.row}>
                <Told event={slot} underItsDay />
                <Button
                  variant="contained"
                  aria-label={t('book', { when: whenText(slot.date, i18n.language), name: ownerOf(slot) })}
                  disabled={book.isPending}
                  onClick={() => choose(slot)}
                >
                  {t('choose')}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {slots && slots.length > days.reduce((count, day) => count + day.slots.length, 0) && (
        <Button color="secondary" onClick={() => setShown(shown + atOnce)}>
          {t('more')}
        </Button>
      )}
    </section>
  );
}

interface ToldProps {
  readonly event: CalendarEvent | OpenSlot;
  /** The day stands above it. */
  readonly underItsDay?: boolean;
}

/** When, with whom, how long; and by the clock of the other one where that shows another time. */
function Told({ event, underItsDay = false }: ToldProps) {
  const { t, i18n } = useTranslation('appointments');
  const { date, durationMinutes, timeZone, title } = event;
  return (
    <span className={styles.told}>
      <strong>{(underItsDay ? timeText : whenText)(date, i18n.language)}</strong>
      <span>
        {[title, t('with', { name: ownerOf(event) || t('somebody') }), durationMinutes > 0 && t('lasts', { count: durationMinutes })]
          .filter(Boolean)
          .join(' · ')}
      </span>
      {!showTheSame(timeZone, ownZone(), date) && (
        <span className={styles.muted}>
          {t('inZone', { time: timeElsewhere(date, timeZone, i18n.language), zone: zoneCity(timeZone) })}
        </span>
      )}
    </span>
  );
}

function Failed({ text, onRetry }: { readonly text: string; readonly onRetry: () => void }) {
  const { t } = useTranslation('appointments');
  return (
    <p role="alert" className={styles.failed}>
      {text}{' '}
      <Button color="secondary" onClick={onRetry}>
        {t('retry')}
      </Button>
    </p>
  );
}
