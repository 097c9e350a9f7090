import type { Module } from '#http/route.ts';
import type { People } from '#people/index.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/postgres/database.ts';
import type { Actions } from '../../factuary/actions/index.ts';
import { tasksPersonalData } from './personal-data.ts';
import { tasksRoutes } from './tasks.routes.ts';
import { createTasksService, type TasksService } from './tasks.service.ts';
import { createTasksStore, type TasksStore } from './tasks.store.ts';

export interface TasksDependencies {
  readonly database: Database;
  readonly people: Pick<People, 'care' | 'privacy'>;
  /** What was done about actions is something done as well. */
  readonly actions: Pick<Actions, 'lastDoneBy'>;
  readonly clock: Clock;
}

export interface Tasks extends Module, Pick<TasksStore, 'ofPatient'>, Pick<TasksService, 'note' | 'lastOf'> {}

/** What people of the tenant did, for whom and for how long: written by themselves or told by what they did about actions, never changed. */
export function createTasks({ database, people, actions, clock }: TasksDependencies): Tasks {
  const store = createTasksStore(database);
  const service = createTasksService({ store, people, actions, clock });
  const personalData = tasksPersonalData(database, people);
  return { routes: tasksRoutes(service), personalData, note: service.note, lastOf: service.lastOf, ofPatient: store.ofPatient };
}
