import { actionCategoryIds, liveStatuses, priorities } from '@vigil/contract/factuary-actions.values';
import { lastPageNumber } from '@vigil/contract/paging.values';
import * as z from 'zod/mini';

/** Which open actions are listed; what makes no sense in the address is left out. `mine`: those that the person has, and those that wait for a role of theirs. */
export const openActionsSearch = z.object({
  whose: z._default(z.catch(z.enum(['mine', 'all']), 'mine'), 'mine'),
  status: z._default(z.catch(z.enum(['any', ...liveStatuses]), 'any'), 'any'),
  category: z._default(z.catch(z.enum(['any', ...actionCategoryIds]), 'any'), 'any'),
  priority: z._default(z.catch(z.enum(['any', ...priorities]), 'any'), 'any'),
  /** From 1, as people count. */
  page: z._default(z.catch(z.int().check(z.gte(1), z.lte(lastPageNumber)), 1), 1),
});
export type OpenActionsSearch = z.output<typeof openActionsSearch>;
