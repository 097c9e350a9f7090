import type { Sql } from '#platform/postgres/database.ts';
import type { UserRow } from './user-row.ts';

/** Within a transaction of the tenant: somebody is put on hold or leaves (`held`), or is back. */
export type HoldChanged = (sql: Sql, tenantId: string, userId: string, held: boolean) => Promise<void>;

/** Tells, within the transaction that stores it, that somebody is on hold or has left, or no longer. */
export interface Holds {
  whenHeld(follow: HoldChanged): void;
  /** Told of an account before and after a change. */
  readonly followChange: (sql: Sql, before: UserRow, after: UserRow) => Promise<void>;
}

const isHeld = ({ isOnHold, isInTheTenant, removedAt, deactivatedAt }: UserRow) =>
  isOnHold || isInTheTenant === false || removedAt !== null || deactivatedAt !== null;

export function createHolds(): Holds {
  const following: HoldChanged[] = [];
  return {
    whenHeld: (follow) => {
      following.push(follow);
    },
    async followChange(sql, before, after) {
      if (isHeld(before) === isHeld(after)) return;
      for (const follow of following) await follow(sql, after.tenantId, after.id, isHeld(after));
    },
  };
}
