import type { ActionEventKind } from '@vigil/contract/factuary-actions.values';
import type { Sql } from '#platform/postgres/database.ts';

/** How an action ended: somebody has done something about it, has closed it, or its time was over. */
export type ActionEnd = 'intervened' | 'closed' | 'expired';

/** Within a transaction of the tenant: these actions have just ended. */
export type ActionsEnded = (sql: Sql, tenantId: string, actionIds: readonly string[], kind: ActionEnd) => Promise<void>;

/** Tells, within the transaction that stores it, that actions have ended, so that what follows is there exactly when the cause is. */
export interface Endings {
  whenEnded(follow: ActionsEnded): void;
  readonly ended: ActionsEnded;
}

const ends: Partial<Record<ActionEventKind, ActionEnd>> = { INTERVENED: 'intervened', CONFIRMED: 'intervened', CLOSED: 'closed' };

/** How an event ends its action; undefined where it does not. */
export const endOf = (kind: ActionEventKind): ActionEnd | undefined => ends[kind];

export function createEndings(): Endings {
  const following: ActionsEnded[] = [];
  return {
    whenEnded: (follow) => {
      following.push(follow);
    },
    async ended(sql, tenantId, actionIds, kind) {
      for (const follow of following) await follow(sql, tenantId, actionIds, kind);
    },
  };
}
