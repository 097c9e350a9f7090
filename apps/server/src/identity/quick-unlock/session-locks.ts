import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/postgres/database.ts';
import { at } from '../accounts.ts';

/** What of a session tells whether it is locked. */
export interface LockableSession {
  readonly uid: string;
  /** Seconds since 1970. */
  readonly loginTs?: number | undefined;
  readonly authorizations?: Readonly<Record<string, { readonly grantId?: string | undefined }>> | undefined;
}

/**
 * Whether a session that may lock is locked: its page said so, or nobody has renewed a token of it for as long as they may. The
 * second does not depend on what the browser says, which may have been closed or tampered with.
 */
export function createSessionLocks(database: Database, clock: Clock, portalId: string) {
  return async ({ uid, loginTs = 0, authorizations = {} }: LockableSession, unusedSeconds: number): Promise<boolean> => {
    // What other applications hold of it says nothing about who sits before the screen.
    const grantId = authorizations[portalId]?.grantId ?? null;
    const [found] = await database.global((sql) =>
      sql.query<{ isLocked: boolean; isUsed: boolean }>(
        `select exists(select 1 from vigil.oidc_records where kind = 'Session' and uid = $1 and locked_at is not null) as is_locked,
           exists(select 1 from vigil.oidc_records where kind = 'RefreshToken' and grant_id = $2 and consumed_at is null
             and expires_at > ${at(3)}) as is_used`,
        [uid, grantId, clock.now()],
      ),
    );
    const isFresh = clock.now() / 1000 < loginTs + unusedSeconds;
    return found?.isLocked === true || !(found?.isUsed || isFresh);
  };
}
export type SessionLocks = ReturnType<typeof createSessionLocks>;
