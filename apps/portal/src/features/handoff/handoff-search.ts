import { handoffLists } from '@vigil/contract/triage-handoffs.values';
import * as z from 'zod/mini';

/** What the address of the handoff screen holds: which earlier handoffs are listed. */
export const handoffSearch = z.object({
  list: z._default(z.catch(z.enum(handoffLists), 'received'), 'received'),
  page: z._default(z.catch(z.int().check(z.minimum(0), z.maximum(1_000)), 0), 0),
});
export type HandoffSearch = z.output<typeof handoffSearch>;
