import { factuaryUserFacts } from '@vigil/contract';
import { type Module, route, tenantOf } from '#http/route.ts';
import type { FactsNow } from '#services/events-processor/index.ts';

/** The measures of one member. */
export function createUserFacts(facts: Pick<FactsNow, 'everyMeasure'>): Module {
  return {
    routes: [
      route(factuaryUserFacts.getUserFacts, async ({ params }, context) =>
        facts.everyMeasure({ tenantId: tenantOf(context).id, userId: params.userId }),
      ),
    ],
  };
}
