import * as z from 'zod/mini';
import { createDrafts } from '#lib/drafts.ts';
import { emptyValues, type InvitationValues } from './values.ts';

/** An invitation that was sent, as it was: its answer may be lost. */
export interface TriedInvitation {
  readonly id: string;
  /** All that it said, as text that compares. */
  readonly content: string;
}

/** An invitation being filled in. */
export interface InvitationDraft {
  readonly id: string;
  readonly values: InvitationValues;
  readonly tried?: TriedInvitation | undefined;
}

/**
 * What is sent under which id. The same invitation sent again keeps its id, so that it invites nobody twice; one that was changed
 * meanwhile is another: under the old id the server would answer with the first, or refuse it for ever.
 */
export function tryOf(draft: Pick<InvitationDraft, 'id' | 'tried'>, content: string): TriedInvitation {
  if (draft.tried?.content === content) return draft.tried;
  return { id: draft.tried ? crypto.randomUUID() : draft.id, content };
}

const kept = z.object({
  id: z.string(),
  values: z.catchall(z.object({ units: z.enum(['imperial', 'metric']) }), z.union([z.string(), z.boolean()])),
  tried: z.optional(z.object({ id: z.string(), content: z.string() })),
});

/** By the realm. */
export const invitationDrafts = createDrafts<InvitationDraft>('invitations', (found) => {
  const result = kept.safeParse(found);
  if (!result.success) return null;
  const { id, values, tried } = result.data;
  return { id, tried, values: { ...emptyValues(values.units), ...values } as InvitationValues };
});
