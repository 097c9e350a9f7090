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

/** Something that was done to an action and is being undone. */
export interface UndoneAct {
  readonly actionId: string;
  readonly userId: string;
  /** Who did it, and undoes it. */
  readonly byId: string;
  /** When it was done. Milliseconds. */
  readonly atMs: number;
  /** It had ended the action, which is live again. */
  readonly reopens: boolean;
}

/** Within a transaction of the tenant: as `FollowEnded`, of what is being undone. Throws `NotUndone` where it cannot be. */
export type FollowUndone = (sql: Sql, tenantId: string, undone: UndoneAct) => Promise<() => Promise<void>>;

/**
 * Within a transaction of the tenant, before anything is locked: the end of an action about this member is about to be undone, and no other action that
 * would stand for the same may open meanwhile.
 */
export type BeforeReopening = (sql: Sql, tenantId: string, userId: string) => Promise<void>;

/** Tells, within the transaction that stores it, that actions have ended, so that what follows is there exactly when the cause is. */
export interface Endings {
  whenEnded(follow: FollowEnded): void;
  whenUndone(follow: FollowUndone): void;
  beforeReopening(prepare: BeforeReopening): void;
  readonly reopening: BeforeReopening;
  readonly ended: ActionsEnded;
  readonly undone: (sql: Sql, tenantId: string, undone: UndoneAct, tellOfIt: () => Promise<void>) => Promise<void>;
}

const ends: Partial<Record<ActionEventKind, ActionEnd>> = { INTERVENED: 'intervened', CONFIRMED: 'intervened', CLOSED: 'closed' };

/** How an event ends its action; undefined where it does not. */
export const endOf = (kind: ActionEventKind): ActionEnd | undefined => ends[kind];

export function createEndings(): Endings {
  const following: FollowEnded[] = [];
  const followingUndos: FollowUndone[] = [];
  const preparing: BeforeReopening[] = [];
  return {
    whenEnded: (follow) => {
      following.push(follow);
    },
    whenUndone: (follow) => {
      followingUndos.push(follow);
    },
    beforeReopening: (prepare) => {
      preparing.push(prepare);
    },
    async reopening(sql, tenantId, userId) {
      for (const prepare of preparing) await prepare(sql, tenantId, userId);
    },
    async undone(sql, tenantId, undone, tellOfIt) {
      const follows: (() => Promise<void>)[] = [];
      for (const follow of followingUndos) follows.push(await follow(sql, tenantId, undone));
      await tellOfIt();
      for (const follow of follows) await follow();
    },
    async ended(sql, tenantId, actionIds, kind, tellOfIt) {
      const follows: (() => Promise<void>)[] = [];
      for (const follow of following) follows.push(await follow(sql, tenantId, actionIds, kind));
      await tellOfIt();
      for (const follow of follows) await follow();
    },
  };
}
