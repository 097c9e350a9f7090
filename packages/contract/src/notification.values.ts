/** What a push is about. SYSTEM: about the session itself, as its end. */
export const pushContentTypes = ['ACTION', 'CALENDAR_EVENT', 'MESSAGE', 'SYSTEM'] as const;
export type PushContentType = (typeof pushContentTypes)[number];

/** The lists of the bell, in their order on the screen. */
export const bellLists = ['calendar', 'actions', 'messages'] as const;
export type BellList = (typeof bellLists)[number];

/** Items of one list that are told at once; a list's badge counts all of them. */
export const mostBellItems = 100;

/** Items that one call can mark by their ids. */
export const mostBellItemsMarked = 1_000;

/** Longest description of a push, in characters. */
export const longestPushDescription = 500;

/** How long a client waits after a failure before it opens a push stream again, in milliseconds. */
export const pushRetryMs = 600_000;

/** What the text in a push's `content` says. */
export interface PushContent {
  /** The same in every stream that carries the push, and after resuming: who has it already leaves it out. */
  readonly id: string;
  /** The member whom it is about; null where it is about nobody. */
  readonly patientId: string | null;
  readonly description: string;
}
