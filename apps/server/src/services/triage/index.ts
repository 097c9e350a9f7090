import { getNews2, postNews2Statement } from '@vigil/contract/triage.contract';
import { type Module, route, tenantOf, userIdOf } from '#http/route.ts';
import type { Database } from '#platform/postgres/database.ts';
import { triagePersonalData } from './personal-data.ts';
import { createPlacesStore } from './today/places.store.ts';
import { createReviewsStore } from './today/reviews.store.ts';
import { todayRoutes } from './today/today.routes.ts';
import { createToday, type TodayServiceDeps } from './today/today.service.ts';
import { createTriageService, type TriageServiceDeps } from './triage.service.ts';
import { createTriageStore } from './triage.store.ts';

export interface TriageDeps extends Omit<TriageServiceDeps, 'store'> {
  readonly database: Database;
  /** What Today is made of. */
  readonly today: Omit<TodayServiceDeps, 'database' | 'reviews' | 'places' | 'statements' | 'clock'>;
}

/** NEWS2 of a member with what it is made of, beside the member's own baselines; and Today: who needs somebody, and why. */
export function createTriage({ database, today, ...deps }: TriageDeps): Module {
  const store = createTriageStore(database);
  const triage = createTriageService({ ...deps, store });
  return {
    routes: [
      route(getNews2, ({ params }, context) => triage.news2(tenantOf(context).id, params.userId)),
      route(postNews2Statement, ({ params, body }, context) => triage.state(tenantOf(context).id, userIdOf(context), params.userId, body)),
      ...todayRoutes(
        createToday({
          ...{ ...today, database, statements: store, clock: deps.clock },
          ...{ reviews: createReviewsStore(database), places: createPlacesStore(database) },
        }),
      ),
    ],
    personalData: triagePersonalData(database),
  };
}
