import '#ui/messages.ts';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icons.tsx';
import { RichText } from '#ui/rich-text.tsx';
import type { NoteDraft } from '../note-drafts.ts';
import styles from './notes.module.css';

interface UnsentNoteProps {
  readonly draft: NoteDraft;
  readonly onRetry: () => void;
  /** Absent while something else is being written in the form that it would go back to. */
  readonly onEdit: (() => void) | undefined;
}

/** What was sent and is not in the history yet: on its way, or failed, with the way on. */
export function UnsentNote({ draft, onRetry, onEdit }: UnsentNoteProps) {
  const { t } = useTranslation('notes');
  const { t: ui } = useTranslation('ui');
  const { state, failure, text, amends } = draft;
  const failed = state === 'failed';
  return (
    <div className={failed ? styles.failed : styles.pending} aria-busy={state === 'saving'}>
      <div className={styles.text}>
        <RichText text={text} />
      </div>
      {amends && <p className={styles.amended}>{amends.reason}</p>}
      {state !== 'writing' && (
        <p role={failed ? 'alert' : 'status'} className={styles.state}>
          <Icon name={failed ? 'alert' : state === 'saved' ? 'check' : 'clock'} size={14} />
          <span>
            <strong>{t(`state.${state}`)}</strong>
            {failed && ` ${t(`failure.${reasonOf(failure)}`)}`}
          </span>
        </p>
      )}
      {failed && (
        <span className={styles.buttons}>
          <Button color="secondary" disabled={!onEdit} title={onEdit ? undefined : t('editBlocked')} onClick={onEdit}>
            {t('edit')}
          </Button>
          {/* What clashed with a stored note clashes again until it is edited. */}
          {failure !== 'conflict' && (
            <Button variant="outlined" onClick={onRetry}>
              {ui('retry')}
            </Button>
          )}
        </span>
      )}
    </div>
  );
}

function reasonOf(failure: NoteDraft['failure']): 'unreachable' | 'conflict' | 'forbidden' | 'on_hold' | 'other' {
  if (failure === 'unreachable' || failure === 'conflict') return failure;
  if (failure === 'account_on_hold') return 'on_hold';
  return failure === 'forbidden' || failure === 'no_access_to_user' || failure === 'not_found' ? 'forbidden' : 'other';
}
