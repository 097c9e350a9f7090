import * as z from 'zod/mini';

/** Weeks ahead that can be looked at. */
export const lastWeek = 52;

/** What the address of the on-call screen holds. */
export const onCallSearch = z.object({
  /** Weeks from today. */
  week: z._default(z.catch(z.int().check(z.gte(0), z.lte(lastWeek)), 0), 0),
  /** By whose clock times are said: the rota's, or the reader's. */
  times: z._default(z.catch(z.enum(['rota', 'own']), 'rota'), 'rota'),
});
export type OnCallSearch = z.output<typeof onCallSearch>;
