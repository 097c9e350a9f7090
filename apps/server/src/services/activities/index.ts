import type { Module } from '#http/route.ts';
import type { People } from '#people/index.ts';
import type { Database } from '#platform/postgres/database.ts';
import { activitiesRoutes } from './activities.routes.ts';
import { type ActivitiesService, type ActivitiesServiceDeps, createActivitiesService } from './activities.service.ts';
import { createActivitiesStore } from './activities.store.ts';
import { activitiesPersonalData } from './personal-data.ts';

export type { ActivityRow } from './activities.store.ts';

export interface ActivitiesDependencies extends Omit<ActivitiesServiceDeps, 'store' | 'people'> {
  readonly database: Database;
  readonly people: Pick<People, 'namesOf' | 'timeZoneOf' | 'privacy'>;
}

export interface Activities extends Module, Pick<ActivitiesService, 'counted' | 'log' | 'logged' | 'loggedAt' | 'typedElsewhere'> {}

/** What members did and measured by hand, logged by themselves or the care team; measured values are manual readings as well. */
export function createActivities({ database, people, ...rest }: ActivitiesDependencies): Activities {
  const service = createActivitiesService({ store: createActivitiesStore(database), people, ...rest });
  const personalData = activitiesPersonalData(database, people, service.followReadings);
  const { counted, log, logged, loggedAt, typedElsewhere } = service;
  return { routes: activitiesRoutes(service), personalData, counted, log, logged, loggedAt, typedElsewhere };
}
