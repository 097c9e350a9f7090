import Button from '@mui/material/Button';
import type { Note, NoteVersion } from '@vigil/contract/notary.contract';
import { mostNoteVersions } from '@vigil/contract/notary.values';
import { useTranslation } from 'react-i18next';
import { ageInWords } from '#ui/age-in-words.ts';
import { RichText } from '#ui/rich-text.tsx';
import type { NoteDraft } from '../note-drafts.ts';
import type { Telling } from '../telling.ts';
import { NoteForm } from './note-form.tsx';
import styles from './notes.module.css';
import { UnsentNote } from './unsent-note.tsx';

interface NoteCardProps {
  readonly memberId: string;
  readonly note: Note;
  readonly telling: Telling;
  /** The amendment of this note that the person writes or has sent, if any. */
  readonly amendment: NoteDraft | undefined;
  readonly canWrite: boolean;
  readonly onAmend: (note: Note) => void;
  readonly onSave: (draft: NoteDraft) => void;
  readonly onEdit: (draft: NoteDraft) => void;
  readonly onCancel: (draft: NoteDraft) => void;
}

/** A note as it reads now, with what it replaced, and the amendment that is being made of it. */
export function NoteCard({ memberId, note, telling, amendment, canWrite, onAmend, onSave, onEdit, onCancel }: NoteCardProps) {
  const { t } = useTranslation(['notes', 'ui']);
  const { t: ui } = useTranslation('ui');
  const first = note.replaced.at(-1) ?? note;
  const { when, nowMs } = telling;
  return (
    <li className={styles.note}>
      <article aria-label={t('written', { when: when(first.createdAt), author: nameOf(first) })}>
        <header className={styles.noteHead}>
          <span className={styles.author}>{nameOf(first)}</span>
          <span>{t(`role.${first.author.role}`)}</span>
          <time dateTime={new Date(first.createdAt).toISOString()} title={ageInWords(ui, first.createdAt / 1000, nowMs / 1000)}>
            {when(first.createdAt)}
          </time>
        </header>
        <div className={styles.text}>
          <RichText text={note.text} />
        </div>
        {note.reason !== null && (
          <p className={styles.amended}>{t('amended', { when: when(note.createdAt), author: nameOf(note), reason: note.reason })}</p>
        )}
        {note.replaced.length > 0 && (
          <details className={styles.replaced}>
            <summary>{t('replaced', { count: note.replaced.length })}</summary>
            <ol>
              {note.replaced.map((version) => (
                <li key={version.id}>
                  <div className={styles.text}>
                    <RichText text={version.text} />
                  </div>
                  <p className={styles.amended}>
                    {version.reason === null
                      ? t('written', { when: when(version.createdAt), author: nameOf(version) })
                      : t('amended', { when: when(version.createdAt), author: nameOf(version), reason: version.reason })}
                  </p>
                </li>
              ))}
            </ol>
          </details>
        )}
        {canWrite && !amendment && note.replaced.length + 1 < mostNoteVersions && (
          <Button
            color="secondary"
            className={styles.amend ?? ''}
            aria-label={t('amendOf', { when: when(first.createdAt) })}
            onClick={() => onAmend(note)}
          >
            {t('amend')}
          </Button>
        )}
        {amendment?.state === 'writing' && (
          <NoteForm
            key={amendment.id}
            autoFocus={amendment.text === note.text && amendment.amends?.reason === ''}
            memberId={memberId}
            draft={amendment}
            hint={amendment.amends?.id === note.id ? t('amendmentStays') : t('amendedMeanwhile')}
            onSave={(draft) => onSave({ ...draft, amends: draft.amends && { ...draft.amends, id: note.id } })}
            onCancel={() => onCancel(amendment)}
          />
        )}
      </article>
      {amendment && amendment.state !== 'writing' && (
        <UnsentNote draft={amendment} onRetry={() => onSave(amendment)} onEdit={() => onEdit(amendment)} />
      )}
    </li>
  );
}

function nameOf({ author: { title, firstName, lastName } }: NoteVersion): string {
  return [title, firstName, lastName].filter(Boolean).join(' ');
}
