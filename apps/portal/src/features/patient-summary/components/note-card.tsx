import '../messages.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Card } from '#ui/card.tsx';
import { RichText } from '#ui/rich-text.tsx';
import { lastNoteQuery } from '../api/ask-summary.ts';
import styles from '../summary.module.css';

/** What was written last about the member, by whom and when. */
export function NoteCard({ memberId, zone }: { readonly memberId: string; readonly zone: string }) {
  const { t, i18n } = useTranslation('patientSummary');
  const { data: note, isPending, isError } = useQuery(lastNoteQuery(memberId));
  const when = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short', timeZone: zone });
  return (
    <Card title={t('note.title')}>
      {isPending && <p className={styles.muted} aria-busy="true" />}
      {isError && !note && <p className={styles.warn}>{t('note.failed')}</p>}
      {note === null && <p className={styles.muted}>{t('note.none')}</p>}
      {note && (
        <>
          <p className={styles.muted}>
            {[note.author.title, note.author.firstName, note.author.lastName].filter(Boolean).join(' ')} · {when.format(note.createdAt)}
          </p>
          <div className={styles.note}>
            <RichText text={note.text} />
          </div>
        </>
      )}
    </Card>
  );
}
