import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { longestMessageText } from '@vigil/contract/chat.values';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chatProvider } from '#lib/chat/chat-provider.ts';
import { Icon } from '#ui/icons.tsx';
import { type Attachment, attach, onceUploaded, stopAwaiting, useAttached } from '../attachments.ts';
import { keepWriting, writtenIn } from '../composing.ts';
import type { UnsentFile } from '../outbox.ts';
import { AttachButtons } from './attach-buttons.tsx';
import { AttachmentChips } from './attachment-chips.tsx';
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
  readonly onSend: (text: string, files: readonly UnsentFile[]) => void;
}

/** From how many characters before the end on it is said how many are left. */
const nearTheEnd = 500;
/** While somebody goes on typing it is said anew. Milliseconds. */
const typingEveryMs = 3_000;

/** Of an attachment that is there. */
const unsentFileOf = ({ name, size, uploaded }: Attachment): UnsentFile[] => (uploaded ? [{ ...uploaded, name, size }] : []);

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

  const attached = useAttached(conversationId);
  const { attachments, isAwaited } = attached;
  const wasAwaited = useRef(isAwaited);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was written has left with its files, or stands where it stood.
  useEffect(() => {
    if (wasAwaited.current && !isAwaited) show(writtenIn(conversationId, ''));
    wasAwaited.current = isAwaited;
  }, [isAwaited]);

  const left = longestMessageText - text.trim().length;
  const isWhole = attachments.every(({ state }) => state !== 'failed');
  const isSendable = (text.trim() !== '' || attachments.length > 0) && left >= 0 && isWhole && !isAwaited;
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
    typedAt.current = 0;
    field.current?.focus();
    if (attachments.length > 0) return onceUploaded(conversationId, (files) => leave(files.flatMap(unsentFileOf)));
    leave([]);
  };
  /** Also where the conversation was closed meanwhile. */
  const leave = (files: readonly UnsentFile[]) => {
    onSend(text.trim(), files);
    isTouched.current = true;
    keepWriting(conversationId, '');
    show('');
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
      <AttachmentChips conversationId={conversationId} attached={attached} />
      {isAwaited && (
        <Button color="secondary" onClick={() => stopAwaiting(conversationId)}>
          {t('attach.stop')}
        </Button>
      )}
      <div className={styles.writing}>
        <div className={styles.attach}>
          <AttachButtons disabled={isAwaited} onFiles={(files) => attach(conversationId, files)} />
        </div>
        <textarea
          ref={field}
          className={styles.field}
          aria-label={label}
          aria-invalid={left < 0}
          placeholder={t('write.placeholder')}
          enterKeyHint="send"
          readOnly={isAwaited}
          rows={1}
          value={text}
          onChange={({ target }) => write(target.value)}
          onKeyDown={onKey}
          onPaste={(event) => {
            if (event.clipboardData.files.length === 0 || isAwaited) return;
            event.preventDefault();
            attach(conversationId, event.clipboardData.files);
          }}
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
