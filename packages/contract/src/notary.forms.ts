import * as z from 'zod/mini';
import { longestNoteReason, longestNoteText } from './notary.values.ts';
import { typed } from './readable-text.forms.ts';

const id = z.uuid().check(z.toLowerCase());

/**
 * A note about a member, or an amendment of one. The sender makes its `id`, and sends the same one again when no answer came:
 * a note is stored once. An amendment names the version that it replaces, and why.
 */
export const newNote = z.object({
  id,
  /** The member whom the note is about. */
  user: id,
  /** Who writes it: the caller, whether it is said or not. */
  clinicianId: z.optional(id),
  text: typed(1, longestNoteText),
  amends: z.optional(z.object({ id, reason: typed(1, longestNoteReason) })),
});
export type NewNote = z.output<typeof newNote>;
