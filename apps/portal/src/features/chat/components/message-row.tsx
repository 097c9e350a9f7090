import Button from '@mui/material/Button';
import type { ChatMessage } from '@vigil/contract/chat.contract';
import { editableMs, type ReactionKey } from '@vigil/contract/chat.values';
import { ApiError } from '@vigil/contract/client';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chatProvider } from '#lib/chat/chat-provider.ts';
import { useSession } from '#lib/session/session.ts';
import { noticeWords } from '../notice-words.ts';
import type { Naming } from '../people.ts';
import type { Times } from '../times.ts';
import styles from './chat.module.css';
import { EditForm } from './edit-form.tsx';
import { MessageFiles } from './message-files.tsx';
import { MessageMenu } from './message-menu.tsx';
import { MessageText } from './message-text.tsx';
import { Reactions } from './reactions.tsx';

interface MessageRowProps {
  readonly message: ChatMessage;
  /** The one before is of the same person and hour: the name is not said again. */
  readonly isContinued: boolean;
  readonly isTarget: boolean;
  readonly naming: Naming;
  readonly times: Times;
  readonly nowMs: number;
  /** The reader may write here. */
  readonly canWrite: boolean;
  readonly onChanged: (message: ChatMessage) => void;
}

/** One message: of whom, when, what; with what its reader or its author can do about it. */
export function MessageRow({ message, isContinued, isTarget, naming, times, nowMs, canWrite, onChanged }: MessageRowProps) {
  const { t } = useTranslation('chat');
  const { userId } = useSession();
  const [doing, setDoing] = useState<'edit' | 'withdraw' | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const row = useRef<HTMLLIElement>(null);
  useFocusAfter(row, doing !== null);
  const { messageId, conversationId, sender, text, notice, createdAt, withdrawnAt, reactions, sequence } = message;

  if (notice)
    return (
      <li className={styles.notice} data-sequence={sequence}>
        <NoticeText notice={notice} times={times} /> <time dateTime={new Date(createdAt).toISOString()}>{times.clock(createdAt)}</time>
      </li>
    );

  const change = async (ask: () => Promise<ChatMessage>) => {
    setBusy(true);
    setFailure(null);
    try {
      onChanged(await ask());
      setDoing(null);
    } catch (reason) {
      setFailure(reason instanceof ApiError ? reason.message : String(reason));
    } finally {
      setBusy(false);
    }
  };
  const react = (key: ReactionKey, isOn: boolean) =>
    void change(() => (isOn ? chatProvider.addReaction : chatProvider.deleteReaction)(conversationId, messageId, key));
  const isOwn = sender.userId === userId;
  const isChangeable = isOwn && canWrite && withdrawnAt === null && nowMs - createdAt < editableMs;
  const name = naming.sender(sender);
  const about = { name, time: times.full(createdAt) };
  return (
    <li
      ref={row}
      tabIndex={-1}
      className={isOwn ? styles.own : styles.others}
      data-message={messageId}
      data-sequence={sequence}
      data-target={isTarget || undefined}
      aria-label={t(isOwn ? 'ownMessage' : 'message', about)}
    >
      {!isContinued && (
        <p className={styles.who}>
          <strong>{name}</strong> <time dateTime={new Date(createdAt).toISOString()}>{times.clock(createdAt)}</time>
        </p>
      )}
      <div className={styles.line}>
        <div className={styles.bubble} title={times.full(createdAt)}>
          {doing === 'edit' ? (
            <EditForm
              text={text ?? ''}
              isBusy={isBusy}
              onSave={(typed) => void change(() => chatProvider.editMessage(conversationId, messageId, typed))}
              onCancel={() => setDoing(null)}
            />
          ) : (
            <Said message={message} isOwn={isOwn} />
          )}
        </div>
        {canWrite && withdrawnAt === null && doing === null && (
          <MessageMenu
            label={t(isOwn ? 'moreOwn' : 'more', about)}
            onReact={(key) => react(key, true)}
            onEdit={isChangeable && text !== null && text !== '' ? () => setDoing('edit') : undefined}
            onWithdraw={isChangeable ? () => setDoing('withdraw') : undefined}
          />
        )}
      </div>
      {doing === 'withdraw' && (
        <div
          role="alertdialog"
          aria-label={t('withdraw')}
          className={styles.ask}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            // The question closes, and the panel around it stays open.
            event.stopPropagation();
            setDoing(null);
          }}
        >
          <p>{t(message.files.length > 0 ? 'withdrawFilesAsk' : 'withdrawAsk')}</p>
          <span className={styles.buttons}>
            <Button color="secondary" onClick={() => setDoing(null)}>
              {t('cancel')}
            </Button>
            <Button
              autoFocus
              variant="outlined"
              disabled={isBusy}
              onClick={() => void change(() => chatProvider.withdrawMessage(conversationId, messageId))}
            >
              {t('withdrawDo')}
            </Button>
          </span>
        </div>
      )}
      {failure !== null && (
        <p role="alert" className={styles.failed}>
          {t('changeFailed', { reason: failure })}
        </p>
      )}
      <Reactions reactions={reactions} naming={naming} onReact={canWrite && withdrawnAt === null ? react : undefined} />
    </li>
  );
}

/** When editing or the question is over, the focus goes back to the message's menu; where that is gone, to the message. */
function useFocusAfter(row: { readonly current: HTMLElement | null }, isDoing: boolean): void {
  const wasDoing = useRef(false);
  useEffect(() => {
    const at = row.current;
    if (wasDoing.current && !isDoing && at) (at.querySelector<HTMLElement>('[aria-haspopup="menu"]') ?? at).focus();
    wasDoing.current = isDoing;
  }, [row, isDoing]);
}

interface SaidProps {
  readonly message: ChatMessage;
  readonly isOwn: boolean;
}

function Said({ message, isOwn }: SaidProps) {
  const { t } = useTranslation('chat');
  const { text, files, editedAt, withdrawnAt } = message;
  if (withdrawnAt !== null) return <p className={styles.quiet}>{t('withdrawn')}</p>;
  return (
    <>
      {text !== null && text !== '' && <MessageText text={text} />}
      {files.length > 0 && <MessageFiles message={message} isOwn={isOwn} />}
      {editedAt !== null && <span className={styles.quiet}>{t('edited')}</span>}
    </>
  );
}

interface NoticeTextProps {
  readonly notice: NonNullable<ChatMessage['notice']>;
  readonly times: Times;
}

function NoticeText({ notice, times }: NoticeTextProps) {
  const { t } = useTranslation('chat');
  return noticeWords(t, notice, times);
}
