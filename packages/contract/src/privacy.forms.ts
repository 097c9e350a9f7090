import * as z from 'zod/mini';
import { longestErasureReason } from './privacy.values.ts';
import { readable, storable } from './readable-text.forms.ts';

const id = z.uuid().check(z.toLowerCase());

/** A request to erase a member. The sender makes its `id`: the same one sent again changes nothing. */
export const erasureRequest = z.object({
  id,
  reason: z.string().check(z.trim(), z.minLength(1, 'Say why, in a few words.'), z.maxLength(longestErasureReason), storable, readable),
});
export type ErasureRequest = z.output<typeof erasureRequest>;

/** Carries an erasure out. Before it is due, the member's name in full confirms that it is meant. */
export const erasureDecision = z.object({
  /** The request that was read. */
  id,
  /** First and last name as the account has them. */
  confirmName: z.optional(z.string().check(z.trim(), z.maxLength(300))),
});
export type ErasureDecision = z.output<typeof erasureDecision>;
