import Dialog from '@mui/material/Dialog';
import IconButton from '@mui/material/IconButton';
import { useQuery } from '@tanstack/react-query';
import type { CalendarEvent } from '@vigil/contract/calendar.contract';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#lib/session/session.ts';
import { useWindowWidth } from '#lib/window-width.ts';
import { Icon } from '#ui/icons.tsx';
import { Loader } from '#ui/loader.tsx';
import { StatePanel } from '#ui/state-panel.tsx';
import { eventQuery } from '../api/calendar.ts';
import styles from '../calendar.module.css';
import { draftOf, type EventDraft } from '../event-draft.ts';
import { useEventForm } from '../use-event-form.ts';
import { EventDetails } from './event-details.tsx';
import { EventForm } from './event-form.tsx';
import { Stale } from './stale.tsx';

/** Below this width a dialog takes the whole screen. Pixels. */
const dialogFromPx = 600;

interface FrameProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog with its title and the way out. */
export function Frame({ title, onClose, children }: FrameProps) {
  const { t } = useTranslation('calendar');
  const id = useId();
  const isNarrow = useWindowWidth() < dialogFromPx;
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} fullWidth maxWidth="sm" fullScreen={isNarrow}>
      <header className={styles.dialogHead}>
        <h2 id={id} className={styles.dialogTitle}>
          {title}
        </h2>
        <IconButton aria-label={t('close')} title={t('close')} onClick={onClose}>
          <Icon name="close" />
        </IconButton>
      </header>
      <div className={styles.dialog}>{children}</div>
    </Dialog>
  );
}

interface NewEventDialogProps {
  readonly fresh: EventDraft;
  /** Called when it was made or thrown away, and when it is left as it is. */
  readonly onClose: () => void;
}

/** An event that is being made. Closing keeps what was typed. */
export function NewEventDialog({ fresh: begun, onClose }: NewEventDialogProps) {
  const { t } = useTranslation('calendar');
  const [fresh] = useState(begun);
  const form = useEventForm(null, fresh, onClose);
  return (
    <Frame title={t('newEvent')} onClose={onClose}>
      <EventForm form={form} isSeries={false} label={t('newEvent')} />
    </Frame>
  );
}

interface EventDialogProps {
  readonly eventId: string;
  readonly isEdited: boolean;
  readonly canWrite: boolean;
  readonly onEdit: (isEdited: boolean) => void;
  readonly onClose: () => void;
}

/** An event of the own calendar: what it says, and its form. */
export function EventDialog({ eventId, isEdited, canWrite, onEdit, onClose }: EventDialogProps) {
  const { t } = useTranslation('calendar');
  const { userId } = useSession();
  const { data: event, error, refetch } = useQuery(eventQuery(userId, eventId));
  const isOwn = canWrite && event?.ownerId === userId;
  if (event && isEdited && isOwn) return <EditDialog key={event.id} event={event} onEnd={() => onEdit(false)} onClose={onClose} />;
  return (
    <Frame title={event ? t(`kind.${event.type}`) : t('event')} onClose={onClose}>
      {!event && !error && <Loader inline label={t('loading')} />}
      {error && !event && (
        <StatePanel
          failure
          icon="alert"
          title={t(error.status === 404 ? 'goneTitle' : 'failedTitle')}
          text={error.status === 404 ? t('goneText') : error.message}
          {...(error.status !== 404 && { action: { label: t('retry'), onClick: () => void refetch() } })}
        />
      )}
      {event && <EventDetails event={event} canWrite={canWrite} onEdit={() => onEdit(true)} onClose={onClose} />}
    </Frame>
  );
}

interface EditDialogProps extends Pick<EventDialogProps, 'onClose'> {
  readonly event: CalendarEvent;
  readonly onEnd: () => void;
}

function EditDialog({ event, onEnd, onClose }: EditDialogProps) {
  const { t } = useTranslation('calendar');
  const [fresh] = useState(() => draftOf(event));
  const form = useEventForm(event, fresh, onEnd);
  return (
    <Frame title={t('editEvent')} onClose={onClose}>
      {form.isStale && <Stale event={event} form={form} />}
      <EventForm form={form} isSeries={event.seriesId !== null} label={t('editEvent')} />
    </Frame>
  );
}
