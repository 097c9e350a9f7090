import { longestMessageText } from '@vigil/contract/chat.values';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '#ui/field.tsx';
import type { WorkRow } from '../actions/account-work.ts';
import { nameOf } from '../name-of.ts';
import styles from './ask-dialog.module.css';
import { AskDialog } from './ask-dialog.tsx';

interface MessageDialogProps {
  readonly rows: readonly WorkRow[];
  readonly onSend: (text: string) => void;
  readonly onClose: () => void;
}

/** A message to one or several members, in the conversation of each. Whom it did not reach is told by the work panel. */
export function MessageDialog({ rows, onSend, onClose }: MessageDialogProps) {
  const { t } = useTranslation('adminAccounts');
  const [text, setText] = useState('');
  const [asked, setAsked] = useState(false);
  const isMissing = text.trim() === '';
  const send = () => {
    setAsked(true);
    if (!isMissing) onSend(text.trim());
  };
  const [first] = rows;
  return (
    <AskDialog
      title={t('messageTitle', { count: rows.length, name: first && nameOf(first) })}
      deed={t('emailSend')}
      onDo={send}
      onClose={onClose}
    >
      {rows.length > 1 && (
        <ul className={styles.names}>
          {rows.map((row) => (
            <li key={row.id}>{nameOf(row)}</li>
          ))}
        </ul>
      )}
      <Field label={t('emailText')} error={asked && isMissing ? t('fieldMissing') : undefined}>
        {(control) => (
          <textarea {...control} maxLength={longestMessageText} value={text} onChange={(event) => setText(event.target.value)} />
        )}
      </Field>
      <p className={styles.hint}>{t('messageHint')}</p>
    </AskDialog>
  );
}
