import { createLocalStore, createStore } from '#lib/store.ts';
import { besideFromPx } from '#ui/beside.ts';
import { communicationsTabs, type TabId } from './tabs.ts';

/**
 * The tab of the communications panel that is open, from member to member, on this computer until sign-out; null: closed.
 * Where the panel would cover the page, the page comes first.
 */
export const openTab = createLocalStore<TabId | null>('vigil.communications', (kept) =>
  innerWidth < besideFromPx ? null : (communicationsTabs.find(({ id }) => id === kept)?.id ?? null),
);

/** Whether the person’s conversations stand beside the screens that are not a member’s page. */
export const messagesOpen = createStore(false);

/** Whether the panel was opened by hand on this page, rather than found open with it. */
export const openedByHand = createStore(false);

/** Opens a tab for somebody who asked for what is on it. */
export function openByHand(id: TabId): void {
  openedByHand.set(true);
  openTab.set(id);
}

/** Opens a tab, or closes the panel where that is the open one. */
export function toggleTab(id: TabId): void {
  openedByHand.set(true);
  openTab.set(openTab.get() === id ? null : id);
}
