import type { ActionEventKind } from '@vigil/contract/factuary-actions.values';
import type { Sql } from '#platform/postgres/database.ts';

/** How an action ended: somebody has done something about it, has closed it, or its time was over. */
export type ActionEnd = 'intervened' | 'closed' | 'expired';

/**
 * Within a transaction of the tenant: these actions have just ended. What it answers does what follows, after `tellOfIt`; before that
 * it locks what hangs on them, as alarms. Whoever answers an alarm has it locked and takes it out of the bells then, and who ends its
 * action does so too: in two orders they would wait for each other.
 */
export type FollowEnded = (sql: Sql, tenantId: string, actionIds: readonly string[], kind: ActionEnd) => Promise<() => Promise<void>>;

/** Within a transaction of the tenant: these actions have just ended, and `tellOfIt` says so in the bells. */
export type ActionsEnded = (
  sql: Sql,
  tenantId: string,
  actionIds: readonly string[],
  kind: ActionEnd,
  tellOfIt: () => Promise<void>,
) => Promise<void>;

/** Tells, within the transaction that stores it, that actions have ended, so that what follows is there exactly when the cause is. */
export interface Endings {
  whenEnded(follow: FollowEnded): void;
  readonly ended: ActionsEnded;
}

const ends: Partial<Record<ActionEventKind, ActionEnd>> = { INTERVENED: 'intervened', CONFIRMED: 'intervened', CLOSED: 'closed' };

/** How an event ends its action; undefined where it does not. */
export const endOf = (kind: ActionEventKind): ActionEnd | undefined => ends[kind];

export function createEndings(): Endings {
  const following: FollowEnded[] = [];
  return {
    whenEnded: (follow) => {
      following.push(follow);
    },
    async ended(sql, tenantId, actionIds, kind, tellOfIt) {
      const follows: (() => Promise<void>)[] = [];
      for (const follow of following) follows.push(await follow(sql, tenantId, actionIds, kind));
      await tellOfIt();
      for (const follow of follows) await follow();
    },
  };
}
