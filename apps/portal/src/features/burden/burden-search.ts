import * as z from 'zod/mini';

/** Days that the figures can be of. */
export const burdenPeriods = [7, 28, 90] as const;
export type BurdenPeriod = (typeof burdenPeriods)[number];

/** What the address of the figures holds. */
export const burdenSearch = z.object({
  days: z._default(z.catch(z.literal(burdenPeriods), 28), 28),
  cohort: z.optional(z.catch(z.optional(z.uuid()), undefined)),
});
export type BurdenSearch = z.output<typeof burdenSearch>;
