import { useInfiniteQuery } from '@tanstack/react-query';
import { calls, chat } from '@vigil/contract';
import type { ApiError } from '@vigil/contract/client';
import type { ReceivedOf } from '@vigil/contract/endpoint';
import { call } from '#lib/api.ts';
import { endpointQuery } from '#lib/endpoint-query.ts';
import { useSession } from '#lib/session/session.ts';

/** Who takes part in a member's conversation: whom the member can call. */
export const peopleQuery = (memberId: string) =>
  endpointQuery(chat.getConversation, { params: { conversationId: memberId } }, { quiet: true });

type Page = ReceivedOf<typeof calls.listCallsOfMember>;

const logKey = (ofWhom: string) => ['calls.log', ofWhom] as const;

/** Calls of a member with the care team, or the person's own (null): the newest first, a page at a time. */
export function useCallLog(memberId: string | null) {
  const { userId, tenant } = useSession();
  return useInfiniteQuery<Page, ApiError, readonly Page['calls'][number][], readonly unknown[], string | undefined>({
    queryKey: [...logKey(memberId ?? 'own'), `${tenant.tenant_ID} ${userId}`],
    queryFn: ({ pageParam, signal }) => {
      const query = pageParam === undefined ? {} : { before: pageParam };
      return memberId === null
        ? call(calls.listCalls, { query }, { quiet: true, signal })
        : call(calls.listCallsOfMember, { params: { userId: memberId }, query }, { quiet: true, signal });
    },
    initialPageParam: undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    select: ({ pages }) => pages.flatMap((page) => page.calls),
  });
}
