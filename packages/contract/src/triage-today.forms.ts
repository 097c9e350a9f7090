import * as z from 'zod/mini';
import { typed } from './readable-text.forms.ts';

export const longestReviewReason = 500;

/** `mark`: the row as it was read; a row that has changed since is not put aside. `reason`: why nothing is to be done now. */
export const reviewedRow = z.strictObject({
  mark: z.string().check(z.minLength(1), z.maxLength(64)),
  reason: typed(1, longestReviewReason),
});
export type ReviewedRow = z.output<typeof reviewedRow>;
