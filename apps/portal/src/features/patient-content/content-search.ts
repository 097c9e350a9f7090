import { insightStatuses, pledgeStatuses } from '@vigil/contract/factuary-programs.values';
import * as z from 'zod/mini';

/** What the address of the page holds: which insights and pledges are shown; null for all of them. */
export const contentSearch = z.object({
  insights: z.catch(z._default(z.nullable(z.enum(insightStatuses)), null), null),
  pledges: z.catch(z._default(z.nullable(z.enum(pledgeStatuses)), null), null),
});
export type ContentSearch = z.output<typeof contentSearch>;
