import { getNews2, postNews2Statement } from '@vigil/contract/triage.contract';
import type { SaidOfMember } from '@vigil/domain/news2/course';
import { type Module, route, tenantOf, userIdOf } from '#http/route.ts';
import type { Bus } from '#platform/bus.ts';
import type { Log } from '#platform/log.ts';
import type { Database } from '#platform/postgres/database.ts';
import { triagePersonalData } from './personal-data.ts';
import { createReviewsStore } from './today/reviews.store.ts';
import { followAlarms } from './today/tell-today.ts';
import { todayRoutes } from './today/today.routes.ts';
import { createToday, type TodayServiceDeps } from './today/today.service.ts';
import { createTriageService, type TriageServiceDeps } from './triage.service.ts';
import { createTriageStore, type StatementRow } from './triage.store.ts';

export interface TriageDeps extends Omit<TriageServiceDeps, 'store'> {
  readonly database: Database;
  readonly bus: Pick<Bus, 'subscribe'>;
  readonly log: Pick<Log, 'warn'>;
  /** What Today is made of. */
  readonly today: Omit<TodayServiceDeps, 'database' | 'reviews' | 'statements' | 'clock'>;
}

export interface TriageModule extends Module {
  /** What clinicians said of members that NEWS2 is made of, each in the order in which it was said (Unix seconds). */
  saidOf(tenantId: string, userIds: readonly string[]): Promise<ReadonlyMap<string, readonly SaidOfMember[]>>;
}

/** NEWS2 of a member with what it is made of, beside the member's own baselines; and Today: who needs somebody, and why. */
export function createTriage({ database, bus, log, today, ...deps }: TriageDeps): TriageModule {
  const store = createTriageStore(database);
  const triage = createTriageService({ ...deps, store });
  const unfollow = followAlarms({ ...today, database, bus, log });
  return {
    routes: [
      route(getNews2, ({ params }, context) => triage.news2(tenantOf(context).id, params.userId)),
      route(postNews2Statement, ({ params, body }, context) => triage.state(tenantOf(context).id, userIdOf(context), params.userId, body)),
      ...todayRoutes(createToday({ ...today, database, reviews: createReviewsStore(database), statements: store, clock: deps.clock })),
    ],
    personalData: triagePersonalData(database),
    async saidOf(tenantId, userIds) {
      const said = await store.everything(tenantId, userIds);
      const inSeconds = ({ kind, value, saidAt }: StatementRow) => ({ kind, value, saidAt: saidAt / 1000 });
      return new Map([...said].map(([userId, rows]) => [userId, rows.map(inSeconds)]));
    },
    stop: async () => unfollow(),
  };
}
