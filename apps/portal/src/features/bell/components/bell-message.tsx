import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { chat } from '@vigil/contract';
import { mostUnreadCounted } from '@vigil/contract/chat.values';
import type { BellItem } from '@vigil/contract/notification.contract';
import { useTranslation } from 'react-i18next';
import { endpointQuery } from '#lib/endpoint-query.ts';
import { useNow } from '#lib/now.ts';
import { usePushes } from '#lib/pushes/use-pushes.ts';
import { ageInWords } from '#ui/age-in-words.ts';
import { Avatar } from '#ui/avatar.tsx';
import styles from '../bell.module.css';

/** A conversation to open; null: the list of all. */
export type OpenMessages = (conversation: { readonly conversationId: string; readonly memberId: string | null } | null) => void;

interface BellMessageProps {
  readonly item: BellItem;
  readonly onOpen: OpenMessages;
}

/** A conversation with something unread: whose, and when the last was said. What it says is read there, and is read then. */
export function BellMessage({ item: { id, patientId, description, createdAt }, onOpen }: BellMessageProps) {
  const { t } = useTranslation('bell');
  const { t: ui } = useTranslation('ui');
  const nowMs = useNow();
  const { data, isPending } = useQuery({
    ...endpointQuery(chat.getConversation, { params: { conversationId: id } }, { quiet: true }),
    refetchOnMount: 'always',
  });
  usePushes('MESSAGE', { touches: [chat.getConversation] });
  const unread = data?.conversation.unread ?? 0;
  const title = data?.conversation.title ?? t('conversation');
  return (
    <li>
      <button type="button" className={styles.item} onClick={() => onOpen({ conversationId: id, memberId: patientId })}>
        <Avatar name={data ? title : ''} photoUrl={null} />
        <span className={styles.itemHead}>
          <strong className={styles.who}>{isPending ? <Skeleton width={120} /> : title}</strong>
          <time className={styles.time} dateTime={new Date(createdAt * 1000).toISOString()}>
            {ageInWords(ui, createdAt, nowMs / 1000)}
          </time>
        </span>
        <span className={styles.description}>{unread > 0 ? howMany(unread) : description}</span>
      </button>
    </li>
  );

  function howMany(count: number): string {
    return count >= mostUnreadCounted ? t('newMessagesMany') : t('newMessages', { count });
  }
}
