import * as z from 'zod/mini';
import { createDrafts } from '#lib/drafts.ts';
import { emptyValues, type InvitationValues } from './values.ts';

/** An invitation being filled in. Its id is the invitation’s, so that sending it again invites nobody twice. */
export interface InvitationDraft {
  readonly id: string;
  readonly values: InvitationValues;
}

const kept = z.object({
  id: z.string(),
  values: z.catchall(z.object({ units: z.enum(['imperial', 'metric']) }), z.union([z.string(), z.boolean()])),
});

/** By the realm. */
export const invitationDrafts = createDrafts<InvitationDraft>('invitations', (found) => {
  const result = kept.safeParse(found);
  if (!result.success) return null;
  const { id, values } = result.data;
  return { id, values: { ...emptyValues(values.units), ...values } as InvitationValues };
});
