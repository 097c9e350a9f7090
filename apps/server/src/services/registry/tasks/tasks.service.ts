import { randomUUID } from 'node:crypto';
import { VigilError } from '@vigil/contract/errors';
import type { NewTask } from '@vigil/contract/registry-tasks.forms';
import { taskClockSkewMs } from '@vigil/contract/registry-tasks.values';
import type { People } from '#people/index.ts';
import type { Clock } from '#platform/clock.ts';
import type { Actions } from '../../factuary/actions/index.ts';
import type { TaskRow, TasksStore } from './tasks.store.ts';

export interface TasksService {
  /** Throws invalid_input for a time that is still to come, and conflict for an id under which something else is stored. */
  note(tenantId: string, userId: string, task: NewTask): Promise<TaskRow>;
  /** What each of these people did last: a task that they noted, or something about an action. */
  lastOf(tenantId: string, userIds: readonly string[]): Promise<DoneLast[]>;
  /** Throws not_found for somebody who is not of the staff. */
  last(tenantId: string, userId: string): Promise<DoneLast | null>;
}

/** It does not say for whom. */
export type DoneLast = Omit<TaskRow, 'patientId'>;

export interface TasksServiceDeps {
  readonly store: TasksStore;
  readonly people: Pick<People, 'care'>;
  readonly actions: Pick<Actions, 'lastDoneBy'>;
  readonly clock: Clock;
}

export function createTasksService({ store, people, actions, clock }: TasksServiceDeps): TasksService {
  async function lastOf(tenantId: string, userIds: readonly string[]): Promise<DoneLast[]> {
    const newest = new Map<string, DoneLast>();
    for (const done of [...(await store.lastOf(tenantId, userIds)), ...(await actions.lastDoneBy(tenantId, userIds))])
      if (done.performedAt > (newest.get(done.userId)?.performedAt ?? Number.NEGATIVE_INFINITY)) newest.set(done.userId, done);
    return [...newest.values()];
  }

  return {
    lastOf,
    async note(tenantId, userId, { id = randomUUID(), type, performedAt, patientId = null, seconds = null }) {
      if (performedAt > clock.now() + taskClockSkewMs) throw toCome();
      const sent = { id, userId, type, performedAt, patientId, seconds };
      const stored = await store.insert(tenantId, sent, clock.now());
      if (!stored || !isSame(stored, sent)) throw usedBefore();
      return stored;
    },
    async last(tenantId, userId) {
      const [person] = await people.care.named(tenantId, [userId]);
      if (!person || person.roles.every((role) => role === 'patient'))
        throw new VigilError('not_found', 'There is nobody of the staff with this id.');
      const [done] = await lastOf(tenantId, [userId]);
      return done ?? null;
    },
  };
}

const isSame = (stored: TaskRow, sent: TaskRow) =>
  (['userId', 'type', 'performedAt', 'patientId', 'seconds'] as const).every((key) => stored[key] === sent[key]);

const toCome = () =>
  new VigilError('invalid_input', 'performedAt: this time is still to come. Nothing was stored.', {
    fields: [{ field: 'performedAt', message: 'Has to be now or earlier' }],
  });
const usedBefore = () =>
  new VigilError('conflict', 'A task was stored before under this id, with something else in it. It stays as it is; send a new id.');
