import { useNavigate } from '@tanstack/react-router';
import { chat } from '@vigil/contract';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { openConversation, openPlace } from '#features/chat/open-place.ts';
import { call } from '#lib/api.ts';
import { useNotices } from '#lib/notices.ts';
import { useSession } from '#lib/session/session.ts';
import { messagesOpen, openedByHand, openTab } from './open-tab.ts';

/** Opens a member's conversation on the member's page, or another one (null: the list) beside whatever is open. */
export function useOpenMessages() {
  const navigate = useNavigate();
  const { userId } = useSession();
  return useCallback(
    (conversation: { readonly conversationId: string; readonly memberId: string | null } | null) => {
      openedByHand.set(true);
      const memberId = conversation?.memberId ?? null;
      if (memberId !== null) {
        openPlace.set(null);
        openTab.set('messaging');
        if (!location.pathname.startsWith(`/patient/${memberId}/`))
          void navigate({ to: memberId === userId ? '/patient/$memberId/data' : '/patient/$memberId/summary', params: { memberId } });
        return;
      }
      if (conversation) openConversation(conversation.conversationId);
      else openPlace.set({ kind: 'list' });
      if (location.pathname.startsWith('/patient/')) openTab.set('messaging');
      else messagesOpen.set(true);
    },
    [navigate, userId],
  );
}

/** Opens the conversation with somebody, where a call came to nothing: the member's, or the direct one, which is made where there is none. */
export function useWriteTo() {
  const { t } = useTranslation('app');
  const openMessages = useOpenMessages();
  const notice = useNotices();
  return useCallback(
    ({ userId, memberId }: { readonly userId: string; readonly memberId: string | null }) => {
      if (memberId !== null) return openMessages({ conversationId: memberId, memberId });
      call(chat.createConversation, { body: { kind: 'direct', id: crypto.randomUUID(), userId } }, { quiet: true }).then(
        ({ conversationId }) => openMessages({ conversationId, memberId: null }),
        () => notice({ message: t('communications.notOpened'), variant: 'error' }),
      );
    },
    [notice, openMessages, t],
  );
}
