import Button from '@mui/material/Button';
import { Link } from '@tanstack/react-router';
import { calendar } from '@vigil/contract';
import type { CalendarEvent } from '@vigil/contract/calendar.contract';
import type { EventScope } from '@vigil/contract/calendar.values';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { download } from '#lib/download.ts';
import { mayHaveHappened } from '#lib/failures.ts';
import { useSession } from '#lib/session/session.ts';
import { ownZone } from '#lib/wall-time.ts';
import { zoneCity } from '#lib/zone-name.ts';
import { Icon } from '#ui/icons.tsx';
import { useBookSlot, useReadEvents } from '../api/calendar.ts';
import styles from '../calendar.module.css';
import { type Invited, nameOfPerson } from '../event-draft.ts';
import { endOf, kindIcons, useEventWords, whenText } from '../event-words.ts';
import { useEventChanges } from '../use-event-changes.ts';
import { ScopeChoice } from './event-form.tsx';
import { MemberField } from './people-field.tsx';

interface EventDetailsProps {
  readonly event: CalendarEvent;
  readonly canWrite: boolean;
  readonly onEdit: () => void;
  readonly onClose: () => void;
}

/** What an event says, and what can be done with it. To open it is to have read it. */
export function EventDetails({ event, canWrite, onEdit, onClose }: EventDetailsProps) {
  const { t } = useTranslation('calendar');
  const { userId } = useSession();
  const words = useEventWords();
  const { mutate: read } = useReadEvents();
  const { id, clicked, ownerId, participants, people, patientId, type } = event;
  const takesPart = ownerId === userId || participants.includes(userId);
  useEffect(() => {
    if (takesPart && !clicked) read({ params: { userId }, body: { eventIds: [id] } });
  }, [takesPart, clicked, id, userId, read]);
  const owner = people.find((one) => one.id === ownerId);
  const invited = people.filter((one) => participants.includes(one.id));
  const about = people.find((one) => one.id === patientId);
  const ownersTime = words.ownersTime(event);
  return (
    <>
      <h3 className={styles.eventTitle}>
        <Icon name={kindIcons[type]} className={styles.sign} /> {event.title}
      </h3>
      <dl className={styles.facts}>
        <dt>{t('when')}</dt>
        <dd>
          {whenText(event.date, endOf(event), ownZone())}
          {ownersTime !== null && (
            <span className={styles.second}>
              {t('yourClock', { zone: zoneCity(ownZone()) })} · {ownersTime}
            </span>
          )}
          {event.seriesId !== null && (
            <span className={styles.second}>
              <Icon name="repeat" size={12} />{' '}
              {event.recurrence ? t(`repeats.${event.recurrence.frequency}`, { count: event.recurrence.interval }) : t('repeats.some')}
            </span>
          )}
        </dd>
        {owner && ownerId !== userId && (
          <>
            <dt>{t('owner')}</dt>
            <dd>{nameOfPerson(owner)}</dd>
          </>
        )}
        {invited.length > 0 && (
          <>
            <dt>{t('participants')}</dt>
            <dd>
              <ul className={styles.people}>
                {invited.map((one) => (
                  <li key={one.id}>{one.isMember ? <MemberLink id={one.id} name={nameOfPerson(one)} /> : nameOfPerson(one)}</li>
                ))}
              </ul>
            </dd>
          </>
        )}
        {about && (
          <>
            <dt>{t('about')}</dt>
            <dd>
              <MemberLink id={about.id} name={nameOfPerson(about)} />
              {event.actionId !== null && <span className={styles.second}>{t('hasAction')}</span>}
            </dd>
          </>
        )}
        {event.description && (
          <>
            <dt>{t('description')}</dt>
            <dd className={styles.written}>{event.description}</dd>
          </>
        )}
      </dl>
      {type === 'APPOINTMENT_SLOT' && canWrite && <Booking event={event} />}
      <Doing event={event} isOwn={ownerId === userId} canWrite={canWrite} onEdit={onEdit} onClose={onClose} />
    </>
  );
}

function MemberLink({ id, name }: { readonly id: string; readonly name: string }) {
  return (
    <Link to="/patient/$memberId/summary" params={{ memberId: id }}>
      {name}
    </Link>
  );
}

interface DoingProps extends EventDetailsProps {
  readonly isOwn: boolean;
}

/** Changing, deleting or leaving, and taking it along as a file. */
function Doing({ event, isOwn, canWrite, onEdit, onClose }: DoingProps) {
  const { t } = useTranslation('calendar');
  const { userId } = useSession();
  const changes = useEventChanges();
  const [scope, setScope] = useState<EventScope>('this');
  const [isAsking, setAsking] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const remove = () => changes.remove(event, isOwn ? scope : 'this', onClose);
  const save = () =>
    void download(
      calendar.getEventFile,
      { params: { userId, eventId: event.id }, query: { titles: 'true' } },
      { signal: new AbortController().signal, onProgress: () => undefined },
    ).catch((error: Error) => setFailure(error.message));
  return (
    <>
      {isAsking && <ScopeChoice value={scope} onChange={setScope} />}
      <p role="alert" className={styles.failed}>
        {failure}
      </p>
      <span className={styles.buttons}>
        {isOwn && canWrite && !isAsking && (
          <Button variant="contained" onClick={onEdit}>
            {t('edit')}
          </Button>
        )}
        {isAsking ? (
          <>
            <Button variant="contained" color="error" disabled={changes.isRemoving} onClick={remove}>
              {t('delete')}
            </Button>
            <Button color="secondary" onClick={() => setAsking(false)}>
              {t('cancel')}
            </Button>
          </>
        ) : (
          (!isOwn || canWrite) && (
            <Button
              variant="outlined"
              color="inherit"
              disabled={changes.isRemoving}
              onClick={() => (isOwn && event.seriesId !== null ? setAsking(true) : remove())}
            >
              {t(isOwn ? 'delete' : 'leave')}
            </Button>
          )
        )}
        {!isAsking && (
          <Button color="secondary" startIcon={<Icon name="download" />} onClick={save}>
            {t('saveFile')}
          </Button>
        )}
      </span>
    </>
  );
}

/** An open slot is given to a member by whoever looks after both. */
function Booking({ event }: { readonly event: CalendarEvent }) {
  const { t } = useTranslation('calendar');
  const book = useBookSlot();
  const [member, setMember] = useState<Invited | null>(null);
  return (
    <div className={styles.booking}>
      <MemberField label={t('bookFor')} chosen={member} onChange={setMember} />
      <Button
        variant="outlined"
        disabled={member === null || book.isPending}
        onClick={() => member && book.mutate({ params: { id: event.id }, body: { patientId: member.id } })}
      >
        {t('book')}
      </Button>
      {book.error && (
        <p role="alert" className={styles.failed}>
          {mayHaveHappened(book.error) ? t('unknown') : book.error.message}
        </p>
      )}
    </div>
  );
}
