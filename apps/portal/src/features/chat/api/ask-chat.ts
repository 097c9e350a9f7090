import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { calendar, chat, registryCareTeam, registryTeams } from '@vigil/contract';
import type { ApiError } from '@vigil/contract/client';
import type { ReceivedOf } from '@vigil/contract/endpoint';
import { call } from '#lib/api.ts';
import { chatProvider } from '#lib/chat/chat-provider.ts';
import { endpointQuery, useEndpointMutation } from '#lib/endpoint-query.ts';
import { useSession } from '#lib/session/session.ts';

/** A conversation, who takes part, and what was half written. */
export const channelQuery = (conversationId: string) => ({
  ...endpointQuery(chat.getConversation, { params: { conversationId } }, { quiet: true }),
  queryFn: () => chatProvider.getChannel(conversationId),
});

/** With something unread, the latest first. */
export const unreadQuery = () => endpointQuery(chat.listUnread, {}, { quiet: true });
/** The latest first: a page, and the one before it by its `next`. */
export const conversationsQuery = (before?: string) =>
  endpointQuery(chat.listConversations, { query: before === undefined ? {} : { before } }, { quiet: true });
export const colleaguesQuery = () => endpointQuery(registryCareTeam.getCaseloads, {}, { quiet: true });
export const teamsQuery = () => endpointQuery(registryTeams.listTeams, {}, { quiet: true });

/** What a colleague's calendar says of one minute, from a moment in milliseconds: times and kinds, no more. */
export const absenceQuery = (userId: string, fromMs: number) => ({
  ...endpointQuery(calendar.listEvents, { params: { userId }, query: { startDate: fromMs, endDate: fromMs + 60_000 } }, { quiet: true }),
  ...{ staleTime: 60_000, placeholderData: keepPreviousData },
});

export const touchedByMessages = [chat.listUnread, chat.listConversations] as const;

export const useCreateConversation = () => useEndpointMutation(chat.createConversation, { touches: touchedByMessages, quiet: true });
export const useChangeGroup = () =>
  useEndpointMutation(chat.changeGroup, { touches: [...touchedByMessages, chat.getConversation], quiet: true });

type Hits = ReceivedOf<typeof chat.searchMessages>;

/** Messages that hold a text, in one conversation or in all of the person's; asked for a page at a time. */
export function useSearch(text: string, conversationId: string | null) {
  const { userId, tenant } = useSession();
  return useInfiniteQuery<Hits, ApiError, readonly Hits['hits'][number][], readonly unknown[], string | null>({
    queryKey: [chat.searchMessages.id, `${tenant.tenant_ID} ${userId}`, text, conversationId],
    queryFn: ({ pageParam, signal }) =>
      call(
        chat.searchMessages,
        { body: { text, ...(conversationId !== null && { conversationId }), ...(pageParam !== null && { before: pageParam }) } },
        { quiet: true, signal },
      ),
    initialPageParam: null,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ hits }) => hits),
    // What is found changes with every message: it is not kept.
    gcTime: 0,
  });
}
