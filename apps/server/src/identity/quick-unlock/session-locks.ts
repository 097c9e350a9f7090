import type { Clock } from '#platform/clock.ts';
import type { Database, Sql } from '#platform/postgres/database.ts';
import { at } from '../accounts.ts';

/** What of a session tells whether it is locked. */
export interface LockableSession {
  readonly uid: string;
  /** Seconds since 1970. */
  readonly loginTs?: number | undefined;
  readonly authorizations?: Readonly<Record<string, { readonly grantId?: string | undefined }>> | undefined;
}

interface SessionUse {
  /** Seconds without a renewal after which it locks; null: it does not lock by itself. */
  readonly unusedSeconds: number | null;
  /** The person has proven in this request who they are. */
  readonly hasJustSignedIn: boolean;
}

/** Locks of sessions. They are kept by the session's uid: the provider gives a session another id whenever it is resumed. */
export function createSessionLocks(database: Database, clock: Clock, portalId: string) {
  /** Nobody has renewed a token of it for as long as they may. That does not depend on the browser, which may have been closed or tampered with. */
  async function isUnused({ loginTs = 0, authorizations = {} }: LockableSession, unusedSeconds: number): Promise<boolean> {
    if (clock.now() / 1000 < loginTs + unusedSeconds) return false;
    // What other applications hold of it says nothing about who sits before the screen.
    const grantId = authorizations[portalId]?.grantId ?? null;
    const live = await database.global((sql) =>
      sql.query(
        `select 1 from vigil.oidc_records where kind = 'RefreshToken' and grant_id = $1 and consumed_at is null and expires_at > ${at(2)} limit 1`,
        [grantId, clock.now()],
      ),
    );
    return live.length === 0;
  }

  return {
    async isLocked(session: LockableSession, { unusedSeconds, hasJustSignedIn }: SessionUse): Promise<boolean> {
      const locks = await database.global((sql) => sql.query('select 1 from vigil.session_locks where uid = $1', [session.uid]));
      if (locks.length > 0) return true;
      return unusedSeconds !== null && !hasJustSignedIn && isUnused(session, unusedSeconds);
    },

    /**
     * From now on, the account's sessions lock after so many seconds without a renewal: tokens from before could be renewed for longer.
     */
    async lockSoon(sql: Sql, accountId: string, unusedSeconds: number): Promise<void> {
      await sql.query(
        `update vigil.oidc_records set expires_at = least(expires_at, ${at(3)})
         where account_id = $1 and kind = 'RefreshToken' and payload->>'clientId' = $2`,
        [accountId, portalId, clock.now() + unusedSeconds * 1000],
      );
    },

    /** Until `open`. It outlives the PIN: without one the password opens the session. */
    async lock(sql: Sql, accountId: string, uid: string): Promise<void> {
      await sql.query(
        `insert into vigil.session_locks (uid, account_id, locked_at) values ($1, $2, ${at(3)}) on conflict (uid) do nothing`,
        [uid, accountId, clock.now()],
      );
    },

    /** After the PIN or the password of the account whose session it is. Another account's stays locked. */
    async open(accountId: string, uid: string): Promise<void> {
      await database.global((sql) => sql.query('delete from vigil.session_locks where uid = $1 and account_id = $2', [uid, accountId]));
    },
  };
}
export type SessionLocks = ReturnType<typeof createSessionLocks>;
