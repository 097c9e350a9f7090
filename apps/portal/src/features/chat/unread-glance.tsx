import './messages.ts';
import { useQuery } from '@tanstack/react-query';
import { mostUnreadCounted } from '@vigil/contract/chat.values';
import { useTranslation } from 'react-i18next';
import { useSession } from '#lib/session/session.ts';
import { GlanceAwaited, GlanceFailed, GlanceRow } from '#ui/glance-row.tsx';
import { channelQuery } from './api/ask-chat.ts';

interface UnreadGlanceProps {
  readonly memberId: string;
  readonly onOpen: () => void;
}

/** How many messages a member has not read, and whom the last is from; nothing where all were read. */
export function UnreadGlance({ memberId, onOpen }: UnreadGlanceProps) {
  const { t } = useTranslation('chat');
  const { userId } = useSession();
  const { data, error, refetch } = useQuery(channelQuery(memberId));
  if (error && !data) return <GlanceFailed text={t('glance.failed')} onRetry={() => void refetch()} />;
  if (!data) return <GlanceAwaited />;
  const { unread = 0, lastMessage } = data.conversation ?? {};
  if (unread === 0) return null;
  const isTheirs = lastMessage && lastMessage.notice === null && lastMessage.sender.userId !== userId;
  return (
    <GlanceRow
      icon="message"
      title={unread >= mostUnreadCounted ? t('glance.many', { count: mostUnreadCounted }) : t('glance.unread', { count: unread })}
      detail={isTheirs ? t(unread === 1 ? 'glance.from' : 'glance.lastFrom', { name: lastMessage.sender.nickname }) : undefined}
      onOpen={onOpen}
    />
  );
}
