import type { Module } from '#http/route.ts';
import type { People } from '#people/index.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/postgres/database.ts';
import { notaryRoutes } from './notary.routes.ts';
import { createNotaryService, type Notary } from './notary.service.ts';
import { createNotaryStore, type NotaryStore } from './notary.store.ts';
import { notesPersonalData } from './personal-data.ts';

export interface NotaryDependencies {
  readonly database: Database;
  readonly people: Pick<People, 'namesOf' | 'privacy'>;
  readonly clock: Clock;
}

export interface NotaryModule extends Module, Pick<Notary, 'write'>, Pick<NotaryStore, 'since' | 'versionsOf'> {}

/** Notes about members: written and amended by the care team, read by clinical staff and the member, never changed or removed. */
export function createNotary({ database, people, clock }: NotaryDependencies): NotaryModule {
  const store = createNotaryStore(database);
  const service = createNotaryService({ store, people, clock });
  return {
    routes: notaryRoutes(service),
    personalData: notesPersonalData(database, people),
    write: service.write,
    since: store.since,
    versionsOf: store.versionsOf,
  };
}
