import type { BellItem } from '@vigil/contract/notification.contract';
import { bellLists } from '@vigil/contract/notification.values';
import * as z from 'zod/mini';
import { createLocalStore } from '#lib/store.ts';

const item = z.object({ id: z.string(), type: z.enum(bellLists), time: z.number(), clicked: z.boolean() });

/** One item as it stays on this computer past sign-out: neither who nor what, which are asked for again. */
export type KeptItem = z.output<typeof item>;

const kept = z.record(z.string(), z.array(item));
const none: readonly KeptItem[] = [];

/** People whose items stay on one computer; who came first goes first. */
const mostPeople = 10;

/** By person. Messages are dropped whenever the page is loaded (specification, sign-out). */
const store = createLocalStore<z.output<typeof kept>>('vigil.notifications', (found) => {
  const read = kept.safeParse(found);
  if (!read.success) return {};
  return Object.fromEntries(Object.entries(read.data).map(([userId, items]) => [userId, items.filter(({ type }) => type !== 'messages')]));
});

/** What the server has last told a person on this computer, until it tells it again. */
export const keptItems = {
  of: (userId: string): readonly KeptItem[] => store.get()[userId] ?? none,
  keep(userId: string, items: readonly BellItem[]): void {
    const next = items.map(({ id, type, createdAt, clicked }) => ({ id, type, time: createdAt, clicked }));
    if (JSON.stringify(next) === JSON.stringify(keptItems.of(userId))) return;
    const others = Object.entries(store.get()).filter(([id]) => id !== userId);
    store.set(Object.fromEntries([...others, [userId, next] as const].slice(-mostPeople)));
  },
  click(userId: string, id: string): void {
    store.set({ ...store.get(), [userId]: keptItems.of(userId).map((one) => (one.id === id ? { ...one, clicked: true } : one)) });
  },
  subscribe: store.subscribe,
};
