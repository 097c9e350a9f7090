import { zodResolver } from '@hookform/resolvers/zod';
import Button from '@mui/material/Button';
import { type NewNote, newNote } from '@vigil/contract/notary.forms';
import { longestNoteReason, longestNoteText } from '@vigil/contract/notary.values';
import { type ReactNode, useEffect, useRef } from 'react';
import { type FieldError, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Field } from '#ui/field.tsx';
import { marked } from '../marked.ts';
import { type NoteDraft, noteDrafts } from '../note-drafts.ts';
import { NoteMarks } from './note-marks.tsx';
import styles from './notes.module.css';

interface NoteFormProps {
  readonly memberId: string;
  /** Whom it is about, as the label says it: the panel may cover the page that names the member. */
  readonly memberName?: string | undefined;
  /** What is being written, as it was kept. Another draft needs another `key`. */
  readonly draft: NoteDraft;
  /** What stands beside the fields: who will read it, or what has changed meanwhile. */
  readonly hint: ReactNode;
  readonly autoFocus?: boolean;
  readonly onSave: (draft: NoteDraft) => void;
  /** Present where the form can be closed without saving. */
  readonly onCancel?: () => void;
}

/** From how many characters before the end on it is said how many are left. */
const nearTheEnd = 500;

/** A note or an amendment being written. Each key is kept at once; what the server would refuse is said beside its field. */
export function NoteForm({ memberId, memberName, draft, hint, autoFocus = false, onSave, onCancel }: NoteFormProps) {
  const { t } = useTranslation('notes');
  const { id, text, amends } = draft;
  const { register, handleSubmit, getValues, setFocus, setValue, watch, formState } = useForm<NewNote>({
    defaultValues: { id, user: memberId, text, amends },
    resolver: zodResolver(newNote),
  });
  const form = useRef<HTMLFormElement>(null);
  const { errors } = formState;
  const label = memberName ? t('writeAbout', { name: memberName }) : t('write');

  useEffect(() => {
    if (autoFocus) setFocus('text');
  }, [autoFocus, setFocus]);
  const keep = () => {
    const written = getValues();
    // A new note that was emptied again is none; an amendment stays open until it is cancelled.
    if (written.text === '' && !written.amends) noteDrafts.remove(memberId, id);
    else noteDrafts.put(memberId, { id, text: written.text, amends: written.amends, state: 'writing', failure: null });
  };
  const save = handleSubmit((note) => onSave({ ...note, state: 'saving', failure: null }));
  const length = watch('text').length;
  const left = longestNoteText - length;
  const told = (error: FieldError | undefined, empty: 'empty' | 'noReason', max: number, count: number) => {
    if (!error) return undefined;
    if (error.type === 'too_big') return t('error.tooLong', { max, count });
    return t(error.type === 'custom' ? 'error.custom' : `error.${empty}`);
  };

  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      aria-label={amends ? t('amend') : label}
      onSubmit={(event) => void save(event)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save(event);
      }}
    >
      <Field label={amends ? t('text') : label} error={told(errors.text, 'empty', longestNoteText, length)}>
        {(field) => <textarea {...field} {...register('text', { onChange: keep })} placeholder={t('placeholder')} />}
      </Field>
      <NoteMarks
        onMark={(how) => {
          // The field as it is: what is selected in it stands nowhere else.
          const area = form.current?.querySelector('textarea');
          if (!area) return;
          const next = marked({ text: getValues('text'), from: area.selectionStart, to: area.selectionEnd }, how);
          setValue('text', next.text, { shouldDirty: true });
          keep();
          area.focus();
          area.setSelectionRange(next.from, next.to);
        }}
      />
      {amends && (
        <Field
          label={t('reason')}
          error={told(errors.amends?.reason, 'noReason', longestNoteReason, (watch('amends.reason') ?? '').length)}
        >
          {(field) => <input {...field} {...register('amends.reason', { onChange: keep })} type="text" autoComplete="off" />}
        </Field>
      )}
      {left <= nearTheEnd && left >= 0 && <p className={styles.hint}>{t('left', { count: left })}</p>}
      <div className={styles.formFoot}>
        <p className={styles.hint}>{hint}</p>
        <span className={styles.buttons}>
          {onCancel && (
            <Button color="secondary" onClick={onCancel}>
              {t('cancel')}
            </Button>
          )}
          <Button type="submit" variant="contained" title={t('saveHint')} aria-keyshortcuts="Control+Enter">
            {amends ? t('saveAmendment') : t('save')}
          </Button>
        </span>
      </div>
    </form>
  );
}
