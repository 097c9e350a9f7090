import './messages.ts';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import type { ChatConversation } from '@vigil/contract/chat.contract';
import { useTranslation } from 'react-i18next';
import { useNow } from '#lib/now.ts';
import { unreadQuery } from './api/ask-chat.ts';
import styles from './components/chat.module.css';
import { ConversationRow } from './components/conversation-row.tsx';
import { useTimes } from './times.ts';
import { useFreshConversations } from './use-fresh-conversations.ts';

interface UnreadMessagesProps {
  /** Null: all of them. */
  readonly onOpen: (conversation: ChatConversation | null) => void;
}

/** Conversations at most; the others are one step away. */
const mostShown = 5;

/** The person's conversations with something unread, the latest first; each leads to it. */
export function UnreadMessages({ onOpen }: UnreadMessagesProps) {
  const { t } = useTranslation('chat');
  const { data, error } = useQuery(unreadQuery());
  const nowMs = useNow();
  const times = useTimes();
  useFreshConversations();
  if (error && !data) return <p className={styles.quiet}>{t('list.failedTitle')}</p>;
  if (!data) return <Skeleton variant="rounded" height={40} aria-label={t('loading')} />;
  const { conversations } = data;
  if (conversations.length === 0) return <p className={styles.quiet}>{t('list.allRead')}</p>;
  return (
    <>
      <ul className={styles.rows} aria-label={t('list.unreadTitle')}>
        {conversations.slice(0, mostShown).map((one) => (
          <ConversationRow key={one.conversationId} conversation={one} times={times} nowMs={nowMs} onOpen={() => onOpen(one)} />
        ))}
      </ul>
      {conversations.length > mostShown && (
        <Button color="secondary" onClick={() => onOpen(null)}>
          {t('list.all')}
        </Button>
      )}
    </>
  );
}
