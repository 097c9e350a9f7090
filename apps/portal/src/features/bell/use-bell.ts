import { useQuery, useQueryClient } from '@tanstack/react-query';
import { notification, registry } from '@vigil/contract';
import type { ReceivedOf } from '@vigil/contract/endpoint';
import type { BellItem } from '@vigil/contract/notification.contract';
import type { BellList } from '@vigil/contract/notification.values';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { askAgain, endpointQuery, useEndpointMutation } from '#lib/endpoint-query.ts';
import { soundOf } from '#lib/message-sound.ts';
import { usePushes } from '#lib/pushes/use-pushes.ts';
import { keptItems } from './kept-items.ts';
import { noticeOf, sayWhenLooking } from './notices.ts';

/** What was read on another device, and what has ended meanwhile, is heard of at this pace. Milliseconds. */
const everyMs = 60_000;

const itemsQuery = (userId: string) => endpointQuery(notification.listItems, { params: { userId } }, { quiet: true });

/** Who a member is, for an item about them. Who may not be seen any more has no name here. */
export const memberQuery = (memberId: string) => ({
  ...endpointQuery(registry.getUser, { params: { id: memberId } }, { quiet: true }),
  staleTime: 60_000,
});

/** The person's bell: what the server says is unread, asked again whenever something is told, and counted rather than kept. */
export function useBell(userId: string) {
  const client = useQueryClient();
  const query = itemsQuery(userId);
  const { data, error, refetch } = useQuery({ ...query, refetchInterval: everyMs });
  const kept = useSyncExternalStore(keptItems.subscribe, () => keptItems.of(userId));

  useEffect(sayWhenLooking, []);
  const told = useRef(new Set<string>());
  /** What the calendar's list said when a push told of an event; null while none has. */
  const eventsBefore = useRef<ReadonlySet<string> | null>(null);
  usePushes('ACTION', {
    touches: [notification.listItems],
    onPush: ({ id, patientId }) => {
      if (patientId !== null) void client.prefetchQuery(memberQuery(patientId));
      if (data?.items.some((item) => item.id === id)) noticeOf(id);
      else told.current.add(id);
    },
  });
  usePushes('CALENDAR_EVENT', {
    touches: [notification.listItems],
    onPush: () => {
      eventsBefore.current ??= new Set(data?.items.map(toldAs));
    },
  });
  usePushes('MESSAGE', {
    touches: [notification.listItems],
    onPush: ({ id }) => {
      noticeOf(id, 'messageNotice');
      soundOf(id);
    },
  });
  useEffect(() => {
    if (!data) return;
    keptItems.keep(userId, data.items);
    // Many pushes only have screens ask again: what calls somebody stands in the bell.
    for (const { id } of data.items) if (told.current.delete(id)) noticeOf(id);
    told.current.clear();
    const before = eventsBefore.current;
    eventsBefore.current = null;
    if (before === null) return;
    for (const item of data.items)
      if (item.type === 'calendar' && !before.has(toldAs(item)))
        noticeOf(toldAs(item), item.news === 'reminder' ? 'reminderNotice' : 'calendarNotice');
  }, [data, userId]);
  // Another tab has read something, or heard of something: both ask the server.
  useEffect(() => {
    const follow = ({ key }: StorageEvent) => {
      if (key === 'vigil.notifications') void askAgain(client, notification.listItems);
    };
    addEventListener('storage', follow);
    return () => removeEventListener('storage', follow);
  }, [client]);

  const marking = useEndpointMutation(notification.readItems, {
    touches: [notification.listItems],
    quiet: true,
    onMutate: async ({ body }) => {
      await client.cancelQueries({ queryKey: query.queryKey });
      client.setQueryData(query.queryKey, (before) => before && without(before, body));
    },
  });

  return {
    items: data?.items,
    badges: data?.badges,
    unread: data ? data.badges.calendar + data.badges.actions + data.badges.messages : kept.filter(({ clicked }) => !clicked).length,
    failed: error !== null,
    notMarked: marking.isError,
    retry: () => void refetch(),
    markAll: (type: BellList) => {
      if (data) marking.mutate({ params: { userId }, body: { type, asOf: data.asOf } });
    },
    click: ({ id, type }: BellItem) => {
      keptItems.click(userId, id);
      marking.mutate({ params: { userId }, body: { type, ids: [id], clicked: true } });
    },
  };
}

/** An event stands in the list once, and comes again with each news of it. */
const toldAs = ({ id, createdAt }: BellItem): string => `${id} ${createdAt}`;

export type BellState = ReturnType<typeof useBell>;

type Bell = ReceivedOf<typeof notification.listItems>;
type Marked = { readonly type: BellList } & ({ readonly asOf: number } | { readonly ids: readonly string[] });

/** As it is once that is marked: at once on the screen, and by the server's word as soon as it has answered. */
function without(bell: Bell, marked: Marked): Bell {
  const isMarked = (item: BellItem) => item.type === marked.type && !('ids' in marked && !marked.ids.includes(item.id));
  const items = bell.items.filter((item) => !isMarked(item));
  const left = 'ids' in marked ? bell.badges[marked.type] - (bell.items.length - items.length) : 0;
  return { ...bell, items, badges: { ...bell.badges, [marked.type]: left } };
}
