import type { Route } from '#http/route.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/postgres/database.ts';
import { createDrafts, type DraftsDeps } from './drafts.service.ts';
import { createDraftsStore } from './drafts.store.ts';
import { createHandingOver, type HandingOverDeps } from './handing-over.service.ts';
import { handoffsRoutes } from './handoffs.routes.ts';
import { createReading } from './reading.service.ts';
import { createReadingStore } from './reading.store.ts';

/** What handoffs are made of. */
export type HandoffsDeps = Omit<DraftsDeps, 'store' | 'clock'> & Pick<HandingOverDeps, 'publish' | 'withdrawPushes'>;

/** The end of a shift: a draft of what happened, which is edited, handed over to a colleague and acknowledged there. */
export function createHandoffs(deps: HandoffsDeps & { readonly database: Database; readonly clock: Clock }): readonly Route[] {
  const store = { ...createDraftsStore(deps.database), ...createReadingStore(deps.database) };
  const drafts = createDrafts({ ...deps, store });
  return handoffsRoutes({
    ...{ drafts, store, shiftsOf: deps.shiftsOf },
    handingOver: createHandingOver({ ...deps, drafts }),
    reading: createReading({ ...deps, store }),
  });
}
