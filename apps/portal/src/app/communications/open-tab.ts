import { createLocalStore, createStore } from '#lib/store.ts';
import { communicationsTabs, type TabId } from './tabs.ts';

/** The tab of the communications panel that is open, from member to member, on this computer until sign-out; null: closed. */
export const openTab = createLocalStore<TabId | null>(
  'vigil.communications',
  (kept) => communicationsTabs.find(({ id }) => id === kept)?.id ?? null,
);

/** Whether the panel was opened by hand on this page, rather than found open with it. */
export const openedByHand = createStore(false);

/** Opens a tab, or closes the panel where that is the open one. */
export function toggleTab(id: TabId): void {
  openedByHand.set(true);
  openTab.set(openTab.get() === id ? null : id);
}
