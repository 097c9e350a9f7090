import './messages.ts';
import { useQuery } from '@tanstack/react-query';
import { chat } from '@vigil/contract';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { usePushes } from '#lib/pushes/use-pushes.ts';
import { channelQuery } from './api/ask-chat.ts';
import { resumeUnsent } from './outbox.ts';

/** How much of a member's conversation is unread; nothing while that is not known, or where all was read. */
export function UnreadHint({ memberId }: { readonly memberId: string }) {
  const { t } = useTranslation('chat');
  useEffect(resumeUnsent, []);
  usePushes('MESSAGE', { touches: [chat.getConversation] });
  const { data } = useQuery(channelQuery(memberId));
  const unread = data?.conversation.unread ?? 0;
  return unread > 0 ? t('unreadHint', { count: unread }) : null;
}
