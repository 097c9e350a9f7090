import * as z from 'zod/mini';

/** Days that the figures can be of. */
export const burdenPeriods = [7, 28, 90] as const;
export type BurdenPeriod = (typeof burdenPeriods)[number];

/** Weeks that have ended, of which administrators who are not of the clinical staff choose one. */
export const weeksBack = 12;

/** What the address of the figures holds. */
export const burdenSearch = z.object({
  /** How many weeks before the last one that has ended. */
  weeksAgo: z._default(z.catch(z.int().check(z.minimum(0), z.maximum(weeksBack - 1)), 0), 0),
  days: z._default(z.catch(z.literal(burdenPeriods), 28), 28),
  cohort: z.optional(z.catch(z.optional(z.uuid()), undefined)),
});
export type BurdenSearch = z.output<typeof burdenSearch>;
