import type { ApiErrorCode } from '@vigil/contract/client';
import type { Note } from '@vigil/contract/notary.contract';
import type { NewNote } from '@vigil/contract/notary.forms';
import * as z from 'zod/mini';
import { createDrafts } from '#lib/drafts.ts';

/** A note on its way from the first key to the server. Its id is the note's, so that sending it again stores nothing twice. */
export interface NoteDraft extends Pick<NewNote, 'id' | 'text' | 'amends'> {
  /** `saved`: stored, and not yet in the history that is on screen. */
  readonly state: 'writing' | 'saving' | 'failed' | 'saved';
  /** Why it was not saved; null unless it failed. */
  readonly failure: ApiErrorCode | null;
}

const kept = z.object({
  id: z.string(),
  text: z.string(),
  amends: z.optional(z.object({ id: z.string(), reason: z.string() })),
  state: z.enum(['writing', 'saving', 'failed', 'saved']),
  failure: z.nullable(z.string()),
});

/** By the member whom they are about. */
export const noteDrafts = createDrafts<NoteDraft>('notes', (found) => {
  const result = kept.safeParse(found);
  if (!result.success || result.data.state === 'saved') return null;
  const draft = result.data as NoteDraft;
  // The page was closed before the answer came: whether it was stored is not known, and sending it again is safe.
  return draft.state === 'saving' ? { ...draft, state: 'failed', failure: 'unreachable' } : draft;
});

/** The note that a draft amends, also when somebody else has amended it since. */
export function amendedBy({ amends }: NoteDraft, notes: readonly Note[]): Note | undefined {
  return notes.find((note) => [note, ...note.replaced].some(({ id }) => id === amends?.id));
}

/** A draft as it goes on being written after a failure. What clashed with a stored note becomes a note of its own. */
export function writtenOn(draft: NoteDraft): NoteDraft {
  return { ...draft, id: draft.failure === 'conflict' ? crypto.randomUUID() : draft.id, state: 'writing', failure: null };
}
