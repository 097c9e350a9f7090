import * as z from 'zod/mini';
import { createDrafts } from '#lib/drafts.ts';
import { type Tried, triedShape } from '#lib/tried.ts';
import { emptyValues, type InvitationValues } from './values.ts';

/** An invitation being filled in. */
export interface InvitationDraft {
  readonly id: string;
  readonly values: InvitationValues;
  readonly tried?: Tried | undefined;
}

const kept = z.object({
  id: z.string(),
  values: z.catchall(z.object({ units: z.enum(['imperial', 'metric']) }), z.union([z.string(), z.boolean()])),
  tried: z.optional(triedShape),
});

/** By the realm. */
export const invitationDrafts = createDrafts<InvitationDraft>('invitations', (found) => {
  const result = kept.safeParse(found);
  if (!result.success) return null;
  const { id, values, tried } = result.data;
  return { id, tried, values: { ...emptyValues(values.units), ...values } as InvitationValues };
});
