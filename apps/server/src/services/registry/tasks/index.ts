import type { Module } from '#http/route.ts';
import type { People } from '#people/index.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/postgres/database.ts';
import { tasksPersonalData } from './personal-data.ts';
import { tasksRoutes } from './tasks.routes.ts';
import { createTasksService, type TasksService } from './tasks.service.ts';
import { createTasksStore, type TasksStore } from './tasks.store.ts';

export interface TasksDependencies {
  readonly database: Database;
  readonly people: Pick<People, 'care' | 'privacy'>;
  readonly clock: Clock;
}

export interface Tasks extends Module, Pick<TasksStore, 'lastOf' | 'ofPatient'>, Pick<TasksService, 'note'> {}

/** What people of the tenant did, for whom and for how long: written by themselves, never changed. */
export function createTasks({ database, people, clock }: TasksDependencies): Tasks {
  const store = createTasksStore(database);
  const service = createTasksService({ store, people, clock });
  const personalData = tasksPersonalData(database, people);
  return { routes: tasksRoutes(service), personalData, note: service.note, lastOf: store.lastOf, ofPatient: store.ofPatient };
}
