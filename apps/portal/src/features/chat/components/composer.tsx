import IconButton from '@mui/material/IconButton';
import { longestMessageText } from '@vigil/contract/chat.values';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chatProvider } from '#lib/chat/chat-provider.ts';
import { Icon } from '#ui/icons.tsx';
import { keepWriting, writtenIn } from '../composing.ts';
import styles from './chat.module.css';

interface ComposerProps {
  readonly conversationId: string;
  readonly label: string;
  /** What the server kept of it; undefined until that is known. */
  readonly onServer: string | undefined;
  /** A text that comes back into the field, each with a number of its own. */
  readonly takenUp: { readonly text: string; readonly at: number } | null;
  /** Writing goes on here. On a touch screen it waits for the hand: the keyboard would cover what there is to read. */
  readonly takesFocus: boolean;
  readonly onText: (text: string) => void;
  readonly onSend: (text: string) => void;
}

/** From how many characters before the end on it is said how many are left. */
const nearTheEnd = 500;
/** While somebody goes on typing it is said anew. Milliseconds. */
const typingEveryMs = 3_000;

/** Where a message is written. Each key is kept at once; Enter sends, Shift Enter begins a new line. */
export function Composer({ conversationId, label, onServer, takenUp, takesFocus, onText, onSend }: ComposerProps) {
  const { t } = useTranslation('chat');
  const [text, setText] = useState(() => writtenIn(conversationId, ''));
  const isTouched = useRef(text !== '');
  const typedAt = useRef(0);
  const field = useRef<HTMLTextAreaElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it opens once.
  useEffect(() => {
    if (takesFocus && matchMedia('(pointer: fine)').matches) field.current?.focus();
  }, []);
  const show = (next: string) => {
    setText(next);
    onText(next);
  };

  // What was begun on another device comes once it is known, and never over what is being written here.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it comes once.
  useEffect(() => {
    if (onServer !== undefined && !isTouched.current) show(writtenIn(conversationId, onServer));
  }, [onServer]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each text that comes back does so once.
  useEffect(() => {
    if (!takenUp) return;
    isTouched.current = true;
    keepWriting(conversationId, takenUp.text);
    show(takenUp.text);
    field.current?.focus();
  }, [takenUp]);

  const left = longestMessageText - text.trim().length;
  const isSendable = text.trim() !== '' && left >= 0;
  const write = (next: string) => {
    isTouched.current = true;
    show(next);
    keepWriting(conversationId, next);
    if (next !== '' && Date.now() - typedAt.current > typingEveryMs) {
      typedAt.current = Date.now();
      chatProvider.type(conversationId);
    }
  };
  const send = () => {
    if (!isSendable) return;
    onSend(text.trim());
    typedAt.current = 0;
    write('');
    field.current?.focus();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <form
      className={styles.composer}
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <div className={styles.writing}>
        <textarea
          ref={field}
          className={styles.field}
          aria-label={label}
          aria-invalid={left < 0}
          placeholder={t('write.placeholder')}
          enterKeyHint="send"
          rows={1}
          value={text}
          onChange={({ target }) => write(target.value)}
          onKeyDown={onKey}
        />
        <IconButton
          type="submit"
          className={styles.send ?? ''}
          aria-label={t('write.send')}
          title={t('write.hint')}
          aria-disabled={!isSendable}
        >
          <Icon name="send" size={18} />
        </IconButton>
      </div>
      {left < 0 && (
        <p role="alert" className={styles.failed}>
          {t('write.tooLong', { max: longestMessageText, count: text.trim().length })}
        </p>
      )}
      {left >= 0 && left <= nearTheEnd && <p className={styles.quiet}>{t('write.left', { count: left })}</p>}
    </form>
  );
}
