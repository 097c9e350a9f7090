import Button from '@mui/material/Button';
import type { CalendarEvent } from '@vigil/contract/calendar.contract';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ownZone } from '#lib/wall-time.ts';
import { Caution } from '#ui/caution.tsx';
import styles from '../calendar.module.css';
import { nameOfPerson } from '../event-draft.ts';
import { endOf, whenText } from '../event-words.ts';
import type { EventForm } from '../use-event-form.ts';

/** It was changed meanwhile: what it says now, beside what is written in the form. */
export function Stale({ event, form }: { readonly event: CalendarEvent; readonly form: EventForm }) {
  const { t } = useTranslation('calendar');
  const id = useId();
  const invited = event.people.filter(({ id }) => event.participants.includes(id)).map(nameOfPerson);
  return (
    <Caution labelledBy={id}>
      <h3 id={id} className={styles.partTitle}>
        {t('stale.title')}
      </h3>
      <p>{t('stale.text')}</p>
      <dl className={styles.facts}>
        <dt>{t('title')}</dt>
        <dd>{event.title}</dd>
        <dt>{t('when')}</dt>
        <dd>{whenText(event.date, endOf(event), ownZone())}</dd>
        {invited.length > 0 && (
          <>
            <dt>{t('participants')}</dt>
            <dd>{invited.join(', ')}</dd>
          </>
        )}
        {event.description && (
          <>
            <dt>{t('description')}</dt>
            <dd className={styles.written}>{event.description}</dd>
          </>
        )}
      </dl>
      <span className={styles.buttons}>
        <Button variant="contained" onClick={form.goOn}>
          {t('stale.mine')}
        </Button>
        <Button color="inherit" onClick={form.takeStored}>
          {t('stale.theirs')}
        </Button>
      </span>
    </Caution>
  );
}
