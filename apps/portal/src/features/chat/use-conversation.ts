import { useQuery, useQueryClient } from '@tanstack/react-query';
import { chat, notification } from '@vigil/contract';
import { typingSeconds } from '@vigil/contract/chat.values';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { chatProvider } from '#lib/chat/chat-provider.ts';
import { useConfiguration } from '#lib/configuration.ts';
import { askAgain } from '#lib/endpoint-query.ts';
import { useSession } from '#lib/session/session.ts';
import { useStore } from '#lib/store.ts';
import { channelQuery, touchedByMessages } from './api/ask-chat.ts';
import { createMessageHistory } from './message-history.ts';

/** Holds the live connection while the component is there. Without it everything goes on by asking, only later. */
export function useChatConnection(): void {
  const { userId } = useSession();
  const appId = useConfiguration().app.sendbird_app_id;
  useEffect(() => {
    try {
      return chatProvider.connect({ userId, appId });
    } catch (reason) {
      console.error('The chat could not be connected', reason);
      return undefined;
    }
  }, [userId, appId]);
}

/** One conversation: who takes part, its messages, and who is here or writing. */
export function useConversation(conversationId: string, target: string | null) {
  const client = useQueryClient();
  const channel = useQuery({ ...channelQuery(conversationId), refetchOnMount: 'always' });
  const history = useMemo(() => createMessageHistory({ conversationId, target }), [conversationId, target]);
  const state = useStore(history.state);
  useEffect(() => history.start(), [history]);
  const { online, typing } = usePresence(conversationId);

  useEffect(() => {
    const { queryKey } = channelQuery(conversationId);
    return chatProvider.listen((heard) => {
      // Without an id anything may stand otherwise: whom the person sees, whether the clinic's people write at all.
      if (heard.event === 'chat:conversation' && [conversationId, null].includes(heard.content.conversationId))
        void askAgain(client, chat.getConversation, { params: { conversationId } });
      if (heard.event !== 'chat:read' || heard.content.conversationId !== conversationId) return;
      const { userId, readSequence } = heard.content;
      client.setQueryData(
        queryKey,
        (before) =>
          before && {
            ...before,
            participants: before.participants.map((one) =>
              one.userId === userId ? { ...one, readSequence: Math.max(one.readSequence, readSequence) } : one,
            ),
          },
      );
    });
  }, [client, conversationId]);

  /** What was seen is no longer unread in the list, the bell and the tab either. */
  const markRead = useCallback(async () => {
    if (!(await history.markRead())) return;
    for (const endpoint of [...touchedByMessages, notification.listItems, chat.getConversation]) void askAgain(client, endpoint);
  }, [client, history]);

  return { channel, history, state, online, typing, markRead };
}

/** Who has a page open and who is writing, as far as it was told; both are gone with the moment. */
function usePresence(conversationId: string) {
  const [online, setOnline] = useState<ReadonlySet<string>>(new Set());
  const [typing, setTyping] = useState<readonly string[]>([]);
  useEffect(() => {
    const timers = new Map<string, ReturnType<typeof setTimeout>>();
    const stopped = (userId: string) => {
      clearTimeout(timers.get(userId));
      setTyping((before) => (before.includes(userId) ? before.filter((one) => one !== userId) : before));
    };
    const unlisten = chatProvider.listen((heard) => {
      if (heard.event === 'chat:message') {
        const { sender, conversationId: where } = heard.content.message;
        if (where === conversationId && sender.userId !== null) stopped(sender.userId);
        return;
      }
      if (heard.event === 'chat:ended' || heard.content.conversationId !== conversationId) return;
      if (heard.event === 'watching') setOnline(new Set(heard.content.online));
      if (heard.event === 'chat:presence') {
        const { userId, isOnline } = heard.content;
        setOnline((before) => new Set(isOnline ? [...before, userId] : [...before].filter((one) => one !== userId)));
        if (!isOnline) stopped(userId);
      }
      if (heard.event === 'chat:typing') {
        const { userId } = heard.content;
        clearTimeout(timers.get(userId));
        timers.set(
          userId,
          setTimeout(() => stopped(userId), typingSeconds * 1000),
        );
        setTyping((before) => (before.includes(userId) ? before : [...before, userId]));
      }
    });
    return () => {
      unlisten();
      for (const timer of timers.values()) clearTimeout(timer);
    };
  }, [conversationId]);
  return { online, typing };
}
