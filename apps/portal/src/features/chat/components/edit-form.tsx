import { longestMessageText } from '@vigil/contract/chat.values';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnchangedNotice } from '#lib/unchanged.ts';
import { FormEnd } from '#ui/form-end.tsx';
import styles from './chat.module.css';

interface EditFormProps {
  readonly text: string;
  readonly isBusy: boolean;
  readonly onSave: (text: string) => void;
  readonly onCancel: () => void;
}

/** A message being changed by its author, in its place. A failure leaves what was typed. */
export function EditForm({ text, isBusy, onSave, onCancel }: EditFormProps) {
  const { t } = useTranslation('chat');
  const sayUnchanged = useUnchangedNotice();
  const [typed, setTyped] = useState(text);
  const isTooLong = typed.length > longestMessageText;
  const save = () => {
    if (typed.trim() === '' || isTooLong || isBusy) return;
    if (typed !== text) return onSave(typed);
    sayUnchanged();
    onCancel();
  };
  return (
    <form
      className={styles.editForm}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <textarea
        // biome-ignore lint/a11y/noAutofocus: it was asked for by a menu that has just closed.
        autoFocus
        className={styles.field}
        aria-label={t('editLabel')}
        aria-invalid={isTooLong}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            // The panel stays open.
            event.stopPropagation();
            onCancel();
          }
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          save();
        }}
      />
      <FormEnd
        failure={isTooLong && t('write.tooLong', { max: longestMessageText, count: typed.length })}
        save={t('save')}
        isSaving={isBusy}
        cannotSave={typed.trim() === '' || isTooLong}
        cancel={t('cancel')}
        onCancel={onCancel}
      />
    </form>
  );
}
