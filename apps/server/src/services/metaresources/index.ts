import type { Module } from '#http/route.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/postgres/database.ts';
import { metaresourcesRoutes } from './metaresources.routes.ts';
import { createMetaresourcesService } from './metaresources.service.ts';
import { createPanelSetsStore } from './panel-sets.store.ts';
import { panelSetsPersonalData } from './personal-data.ts';

export interface MetaresourcesDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

/** Panels: which measures a person of the clinical staff sees of each member. Everybody reads and changes their own only. */
export function createMetaresources({ database, clock }: MetaresourcesDependencies): Module {
  const service = createMetaresourcesService({ store: createPanelSetsStore(database), clock });
  return { routes: metaresourcesRoutes(service), personalData: panelSetsPersonalData(database) };
}
