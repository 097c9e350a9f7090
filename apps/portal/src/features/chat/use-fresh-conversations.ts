import { useQueryClient } from '@tanstack/react-query';
import { chat } from '@vigil/contract';
import { useEffect } from 'react';
import { chatProvider } from '#lib/chat/chat-provider.ts';
import { askAgain } from '#lib/endpoint-query.ts';
import { usePushes } from '#lib/pushes/use-pushes.ts';
import { touchedByMessages } from './api/ask-chat.ts';

/** The lists of conversations are asked for anew whenever something is told, live or by the bell's stream. */
export function useFreshConversations(): void {
  const client = useQueryClient();
  usePushes('MESSAGE', { touches: touchedByMessages });
  useEffect(
    () =>
      chatProvider.listen(({ event }) => {
        if (event === 'chat:message' || event === 'chat:conversation')
          for (const endpoint of [chat.listUnread, chat.listConversations]) void askAgain(client, endpoint);
      }),
    [client],
  );
}
