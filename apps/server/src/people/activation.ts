import type { Sql } from '#platform/postgres/database.ts';

/** Within a transaction of the tenant: these members have just become active. */
export type BecameActive = (sql: Sql, tenantId: string, userIds: readonly string[]) => Promise<void>;

/**
 * Tells that members have shown their first sign of life: the account was made, or the band synced. Whoever wants to know is told
 * within the transaction that stores it, so that what follows is there exactly when the cause is.
 */
export interface Activation {
  whenActive(follow: BecameActive): void;
  readonly becameActive: BecameActive;
}

export function createActivation(): Activation {
  const following: BecameActive[] = [];
  return {
    whenActive: (follow) => {
      following.push(follow);
    },
    async becameActive(sql, tenantId, userIds) {
      if (userIds.length === 0) return;
      for (const follow of following) await follow(sql, tenantId, userIds);
    },
  };
}
