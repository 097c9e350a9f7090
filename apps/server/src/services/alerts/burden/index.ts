import type { Module } from '#http/route.ts';
import type { Database } from '#platform/postgres/database.ts';
import type { Cohorts } from '#services/factuary/cohorts/index.ts';
import { burdenRoutes } from './burden.routes.ts';
import { type BurdenDeps, createBurden } from './burden.service.ts';
import { createWatchedStore } from './watched.store.ts';

export interface AlarmBurdenDeps extends Omit<BurdenDeps, 'watched'> {
  readonly database: Database;
  readonly cohorts: Pick<Cohorts, 'membersFor'>;
}

/** What alerts cost the people who answer for them, and what they were good for. Keeps nothing: every figure is derived from what happened. */
export function createAlarmBurden({ database, cohorts, ...deps }: AlarmBurdenDeps): Module {
  return { routes: burdenRoutes(createBurden({ ...deps, watched: createWatchedStore(database).watched }), cohorts) };
}
