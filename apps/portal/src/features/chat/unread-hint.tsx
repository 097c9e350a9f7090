import './messages.ts';
import { useQuery } from '@tanstack/react-query';
import { chat } from '@vigil/contract';
import { mostUnreadCounted } from '@vigil/contract/chat.values';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { soundOf } from '#lib/message-sound.ts';
import { usePushes } from '#lib/pushes/use-pushes.ts';
import { useSession } from '#lib/session/session.ts';
import { channelQuery } from './api/ask-chat.ts';
import styles from './components/chat.module.css';
import { resumeUnsent } from './outbox.ts';

/** How much of a member's conversation is unread; 0 while that is not known. A member hears of a new message here. */
function useUnread(memberId: string): number {
  useEffect(resumeUnsent, []);
  const { userId } = useSession();
  usePushes('MESSAGE', {
    touches: [chat.getConversation],
    onPush: ({ id }) => {
      if (userId === memberId) soundOf(id);
    },
  });
  const { data } = useQuery(channelQuery(memberId));
  return data?.conversation.unread ?? 0;
}

/** Beside the name of the tab, in words; nothing where all was read. */
export function UnreadHint({ memberId }: { readonly memberId: string }) {
  const { t } = useTranslation('chat');
  const unread = useUnread(memberId);
  return unread > 0 ? t('unreadHint', { count: unread }) : null;
}

/** Over an icon, as a number; nothing where all was read. */
export function UnreadBadge({ memberId }: { readonly memberId: string }) {
  const { t } = useTranslation('chat');
  const unread = useUnread(memberId);
  if (unread === 0) return null;
  return (
    <>
      <span className={styles.badge} aria-hidden="true">
        {unread >= mostUnreadCounted ? t('list.many') : unread}
      </span>
      <span className="v-unseen">, {t('unreadHint', { count: unread })}</span>
    </>
  );
}
