import { longestEmailSubject, longestEmailText } from '@vigil/contract/registry.values';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '#ui/field.tsx';
import type { WorkRow } from '../actions/account-work.ts';
import type { Email } from '../actions/use-account-work.ts';
import styles from './ask-dialog.module.css';
import { AskDialog } from './ask-dialog.tsx';

interface EmailDialogProps {
  readonly rows: readonly WorkRow[];
  readonly onSend: (email: Email) => void;
  readonly onClose: () => void;
}

/** An e-mail to some people, to each alone. What went wrong with whom is told by the work panel, which can try again. */
export function EmailDialog({ rows, onSend, onClose }: EmailDialogProps) {
  const { t } = useTranslation('adminAccounts');
  const [subject, setSubject] = useState('');
  const [text, setText] = useState('');
  const [asked, setAsked] = useState(false);
  const missing = (value: string) => (asked && value.trim() === '' ? t('fieldMissing') : undefined);
  const send = () => {
    setAsked(true);
    if (subject.trim() !== '' && text.trim() !== '') onSend({ subject: subject.trim(), text: text.trim() });
  };
  const names = rows.map(({ firstName, lastName }) => `${firstName} ${lastName}`);
  return (
    <AskDialog title={t('emailTitle', { count: rows.length, name: names[0] })} deed={t('emailSend')} onDo={send} onClose={onClose}>
      {names.length > 1 && (
        <ul className={styles.names}>
          {rows.map((row, at) => (
            <li key={row.id}>{names[at]}</li>
          ))}
        </ul>
      )}
      <Field label={t('emailSubject')} error={missing(subject)}>
        {(control) => (
          <input {...control} maxLength={longestEmailSubject} value={subject} onChange={(event) => setSubject(event.target.value)} />
        )}
      </Field>
      <Field label={t('emailText')} error={missing(text)}>
        {(control) => <textarea {...control} maxLength={longestEmailText} value={text} onChange={(event) => setText(event.target.value)} />}
      </Field>
      <p className={styles.hint}>{t('emailHint')}</p>
    </AskDialog>
  );
}
