import * as z from 'zod/mini';

/** What a new device credential is told: a label that its member's administrators know it by, 1 to 100 characters. */
export const newDevice = z.object({ label: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)) });
