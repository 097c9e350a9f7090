import type { Module } from '#http/route.ts';
import type { People } from '#people/index.ts';
import type { Clock } from '#platform/clock.ts';
import type { DiskReserve } from '#platform/disk/disk-space.ts';
import type { Database } from '#platform/postgres/database.ts';
import { analyticsRoutes } from './analytics.routes.ts';
import { createAnalyticsService } from './analytics.service.ts';
import { type AnalyticsStore, createAnalyticsStore } from './analytics.store.ts';
import { eventsPersonalData } from './personal-data.ts';

export interface AnalyticsDependencies {
  readonly database: Database;
  readonly people: Pick<People, 'isMember'>;
  readonly clock: Clock;
  readonly reserve: Pick<DiskReserve, 'require'>;
  /** Days after which events are removed. */
  readonly keepDays: number;
}

export interface Analytics extends Module, Pick<AnalyticsStore, 'usedOn'> {}

/** What people do in the portal (page views, web vitals), kept with member and time for the report of time spent. */
export function createAnalytics({ database, people, clock, reserve, keepDays }: AnalyticsDependencies): Analytics {
  const store = createAnalyticsStore(database);
  const service = createAnalyticsService({ store, people, clock, reserve, keepDays });
  return { routes: analyticsRoutes(service), personalData: eventsPersonalData(database), usedOn: store.usedOn };
}
