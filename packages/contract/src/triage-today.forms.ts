import * as z from 'zod/mini';

/** The row as it was read: a row that has changed since is not put aside. */
export const reviewedRow = z.strictObject({ mark: z.string().check(z.minLength(1), z.maxLength(64)) });
export type ReviewedRow = z.output<typeof reviewedRow>;
