/** Longest text of a note, in characters. */
export const longestNoteText = 10_000;

/** Longest reason for an amendment, in characters. */
export const longestNoteReason = 500;

/** Versions that a note can have, the first one counted. */
export const mostNoteVersions = 20;

/** Notes that a page of a history can have: with all their versions they are an answer of a few megabytes at most. */
export const mostNotesOnPage = 20;

/** Which notes a history shows: all of them, or those written or amended in the last days. */
export const noteFilters = ['ALL', 'LAST'] as const;
export type NoteFilter = (typeof noteFilters)[number];

/** How far back `LAST` goes, in days (specification: "'Last' threshold 30"). */
export const lastNotesDays = 30;

/** The order of a history, by when a note was first written: newest first, or oldest first. */
export const noteSorts = ['RECENT', 'OLDEST'] as const;
export type NoteSort = (typeof noteSorts)[number];
