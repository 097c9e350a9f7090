import { getNews2, postNews2Statement } from '@vigil/contract/triage.contract';
import type { SaidOfMember } from '@vigil/domain/news2/course';
import { type Module, route, tenantOf, userIdOf } from '#http/route.ts';
import { together } from '#platform/personal-data/together.ts';
import type { Database, Sql } from '#platform/postgres/database.ts';
import { createHandoffs, type HandoffsDeps } from './handoffs/handoffs.ts';
import { handoffsPersonalData } from './handoffs/personal-data.ts';
import { triagePersonalData } from './personal-data.ts';
import { createPlacesStore } from './today/places.store.ts';
import { createReviewsStore } from './today/reviews.store.ts';
import { todayRoutes } from './today/today.routes.ts';
import { createToday, type TodayServiceDeps } from './today/today.service.ts';
import { createTriageService, type TriageServiceDeps } from './triage.service.ts';
import { createTriageStore, insertSaidInSurvey, type SaidInSurvey, type StatementRow } from './triage.store.ts';

export interface TriageDeps extends Omit<TriageServiceDeps, 'store'> {
  readonly database: Database;
  /** What Today is made of. */
  readonly today: Omit<TodayServiceDeps, 'database' | 'reviews' | 'places' | 'statements' | 'clock'>;
  /** What handoffs tell beyond that. */
  readonly handoffs: Omit<HandoffsDeps, 'alarmsOf' | 'gapsOf' | 'assignments' | 'publish'>;
}

export interface TriageModule extends Module {
  /** Within the transaction of an answer: keeps what it says for NEWS2, unless somebody has said something since it was answered. */
  saidInSurvey(sql: Sql, tenantId: string, said: SaidInSurvey): Promise<void>;
  /** What clinicians and answers said of members that NEWS2 is made of, each in the order in which it was said (Unix seconds). */
  saidOf(tenantId: string, userIds: readonly string[]): Promise<ReadonlyMap<string, readonly SaidOfMember[]>>;
}

/** NEWS2 of a member with what it is made of, beside the member's own baselines; Today: who needs somebody, and why; and handoffs of shifts. */
export function createTriage({ database, today, handoffs, ...deps }: TriageDeps): TriageModule {
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
      ...createHandoffs({
        ...{ ...handoffs, database, clock: deps.clock },
        ...{ alarmsOf: today.alarmsOf, gapsOf: today.gapsOf, assignments: today.assignments, publish: today.publish },
      }),
    ],
    personalData: together(triagePersonalData(database), handoffsPersonalData(database)),
    async saidInSurvey(sql, tenantId, said) {
      if (await insertSaidInSurvey(sql, tenantId, said)) await deps.onSaid(sql, tenantId, said.userId);
    },
    async saidOf(tenantId, userIds) {
      const said = await store.everything(tenantId, userIds);
      const inSeconds = ({ kind, value, saidAt }: StatementRow) => ({ kind, value, saidAt: saidAt / 1000 });
      return new Map([...said].map(([userId, rows]) => [userId, rows.map(inSeconds)]));
    },
  };
}
