import * as z from 'zod/mini';
import { mostOutsideFacts } from './events-processor.values.ts';

/** Facts from outside. `value` null: no longer known. `time`: as of when, Unix seconds. `source`: who or what worked it out. */
export const outsideFacts = z.strictObject({
  facts: z
    .array(
      z.strictObject({
        fact: z.string().check(z.regex(/^[a-z0-9_]{3,60}$/, 'A fact from outside is named relative_population_{disease} or e_{condition}')),
        value: z.union([z.number(), z.string().check(z.maxLength(40)), z.null()]),
        time: z.number().check(z.gte(0), z.lte(99_999_999_999)),
        source: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
      }),
    )
    .check(z.minLength(1), z.maxLength(mostOutsideFacts)),
});
export type OutsideFacts = z.infer<typeof outsideFacts>;
