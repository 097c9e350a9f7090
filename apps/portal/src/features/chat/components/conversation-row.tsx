import type { ChatConversation } from '@vigil/contract/chat.contract';
import { mostUnreadCounted } from '@vigil/contract/chat.values';
import { useTranslation } from 'react-i18next';
import { useSession } from '#lib/session/session.ts';
import { Avatar } from '#ui/avatar.tsx';
import { noticeWords } from '../notice-words.ts';
import type { Times } from '../times.ts';
import styles from './chat.module.css';

export interface RowProps {
  readonly times: Times;
  readonly nowMs: number;
  readonly onOpen: (conversationId: string) => void;
}

/** A conversation in a list: who, when, what was said last, and how much of it is unread. */
export function ConversationRow({ conversation, times, nowMs, onOpen }: RowProps & { readonly conversation: ChatConversation }) {
  const { t } = useTranslation('chat');
  const { userId } = useSession();
  const { conversationId, title, kind, unread, lastMessage } = conversation;
  const said = lastMessage && wordsOf(lastMessage);
  return (
    <li>
      <button type="button" className={styles.row} data-unread={unread > 0 || undefined} onClick={() => onOpen(conversationId)}>
        <Avatar name={title} photoUrl={null} />
        <span className={styles.rowHead}>
          <strong>{title}</strong>
          {lastMessage && <time dateTime={new Date(lastMessage.createdAt).toISOString()}>{times.short(lastMessage.createdAt, nowMs)}</time>}
        </span>
        <span className={styles.rowText}>
          <span className={styles.snippet}>
            <span className="v-unseen">{t(`list.kind.${kind}`)}. </span>
            {said}
          </span>
          {unread > 0 && (
            <>
              <span className={styles.count} aria-hidden="true">
                {unread >= mostUnreadCounted ? t('list.many') : unread}
              </span>
              <span className="v-unseen">{t('list.unread', { count: unread })}</span>
            </>
          )}
        </span>
      </button>
    </li>
  );

  function wordsOf({ text, files, notice, withdrawnAt, sender }: NonNullable<ChatConversation['lastMessage']>): string {
    if (withdrawnAt !== null) return t('withdrawn');
    if (notice) return noticeWords(t, notice, times);
    const what = text !== null && text !== '' ? text : t('files', { count: files.length });
    if (sender.userId === userId) return t('list.you', { text: what });
    return kind === 'group' || sender.userId === null ? t('list.from', { name: sender.nickname, text: what }) : what;
  }
}
