import './messages.ts';
import { useQuery } from '@tanstack/react-query';
import { chat } from '@vigil/contract';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { soundOf } from '#lib/message-sound.ts';
import { usePushes } from '#lib/pushes/use-pushes.ts';
import { useSession } from '#lib/session/session.ts';
import { channelQuery } from './api/ask-chat.ts';
import { resumeUnsent } from './outbox.ts';

/** How much of a member's conversation is unread; nothing while that is not known, or where all was read. A member hears of a new message here. */
export function UnreadHint({ memberId }: { readonly memberId: string }) {
  const { t } = useTranslation('chat');
  useEffect(resumeUnsent, []);
  const { userId } = useSession();
  usePushes('MESSAGE', {
    touches: [chat.getConversation],
    onPush: ({ id }) => {
      if (userId === memberId) soundOf(id);
    },
  });
  const { data } = useQuery(channelQuery(memberId));
  const unread = data?.conversation.unread ?? 0;
  return unread > 0 ? t('unreadHint', { count: unread }) : null;
}
