import { createStore } from '#lib/store.ts';

/** What the panel shows in place of its page's own conversation: the list, or a conversation, at a message of it. */
export type Place =
  | { readonly kind: 'list' }
  | { readonly kind: 'conversation'; readonly conversationId: string; readonly target: string | null };

/** Null: the member's conversation on a member's page, and the list elsewhere. */
export const openPlace = createStore<Place | null>(null);

export const openConversation = (conversationId: string, target: string | null = null): void =>
  openPlace.set({ kind: 'conversation', conversationId, target });
