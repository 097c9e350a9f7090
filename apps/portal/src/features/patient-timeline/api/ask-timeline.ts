import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { registryTimeline } from '@vigil/contract';
import type { ApiError } from '@vigil/contract/client';
import type { ReceivedOf } from '@vigil/contract/endpoint';
import type { TimelineFilter } from '@vigil/contract/registry-timeline.values';
import { call } from '#lib/api.ts';
import { useSession } from '#lib/session/session.ts';

type Answer = ReceivedOf<typeof registryTimeline.getTimeline>;

/** Entries that are asked for at once. */
const entriesOfPage = 60;

export interface TimelineAsked {
  /** Unix milliseconds, the end exclusive. */
  readonly startDate: number;
  readonly endDate: number;
  /** All of them where there is none. */
  readonly kinds: readonly TimelineFilter[];
}

/** What happened around a member, newest first, a page at a time. The counts are those of the first page. */
export function useTimeline(patientId: string, { startDate, endDate, kinds }: TimelineAsked) {
  const { userId, tenant } = useSession();
  return useInfiniteQuery({
    queryKey: ['registry.timeline', `${tenant.tenant_ID} ${userId}`, patientId, startDate, endDate, kinds.join(',')],
    queryFn: ({ pageParam, signal }: { pageParam: string | undefined; signal: AbortSignal }): Promise<Answer> =>
      call(
        registryTimeline.getTimeline,
        {
          params: { patientId },
          query: {
            ...{ startDate, endDate, size: entriesOfPage },
            ...(kinds.length > 0 && { kinds: kinds.join(',') }),
            ...(pageParam !== undefined && { before: pageParam }),
          },
        },
        { quiet: true, signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }: Answer) => next ?? undefined,
    select: ({ pages }: { pages: readonly Answer[] }) => ({
      entries: pages.flatMap(({ content }) => content),
      counts: pages[0]?.counts ?? [],
    }),
    placeholderData: keepPreviousData,
  });
}

export type TimelineFailure = ApiError;
