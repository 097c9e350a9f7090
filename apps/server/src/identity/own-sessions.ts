import type { SignInSession } from '@vigil/contract/login.contract';
import { signInMethods } from '@vigil/contract/login.values';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/postgres/database.ts';
import { at } from './accounts.ts';
import type { SignInEvents } from './events.ts';
import type { SessionLocks } from './quick-unlock/session-locks.ts';
import { sha256 } from './sealing.ts';

export interface OwnSessionsOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly events: SignInEvents;
  readonly locks: Pick<SessionLocks, 'lock'>;
  /** Told after sessions of an account have ended, so that nothing believes their tokens and their streams are judged anew. */
  readonly ended: (accountId: string) => void;
}

interface SessionRow {
  readonly uid: string;
  readonly browser: string | null;
  readonly system: string | null;
  readonly loginTs: number;
  readonly amr: unknown;
  readonly grantIds: readonly string[];
  /** Seconds; null before the first token was renewed. */
  readonly renewedTs: number | null;
}

/** Where an account is signed in: a session is one browser at one host of the portal. */
export function createOwnSessions({ database, clock, events, locks, ended }: OwnSessionsOptions) {
  async function sessionsOf(accountId: string): Promise<readonly SessionRow[]> {
    return database.global((sql) =>
      sql.query<SessionRow>(
        `select s.uid, s.browser, s.system, (s.payload->>'loginTs')::double precision as login_ts, s.payload->'amr' as amr, g.grant_ids,
           (select max((r.payload->>'iat')::double precision) from vigil.oidc_records r
            where r.kind = 'RefreshToken' and r.grant_id = any(g.grant_ids)) as renewed_ts
         from vigil.oidc_records s
         cross join lateral (
           select coalesce(array_agg(a.value->>'grantId') filter (where a.value->>'grantId' is not null), '{}') as grant_ids
           from jsonb_each(coalesce(s.payload->'authorizations', '{}')) a
         ) g
         where s.kind = 'Session' and s.account_id = $1 and (s.expires_at is null or s.expires_at > ${at(2)})
         order by greatest((s.payload->>'loginTs')::double precision, coalesce(
           (select max((r.payload->>'iat')::double precision) from vigil.oidc_records r where r.kind = 'RefreshToken' and r.grant_id = any(g.grant_ids)), 0)) desc
         limit 100`,
        [accountId, clock.now()],
      ),
    );
  }

  const isOf = (grantId: string | null) => (session: SessionRow) => grantId !== null && session.grantIds.includes(grantId);

  async function noteEnd(accountId: string, ip: string): Promise<void> {
    ended(accountId);
    await events.record({ event: 'session-ended', outcome: 'succeeded', accountId, ip });
  }

  return {
    /** The last used first, a hundred at most. */
    async list(accountId: string, grantId: string | null): Promise<SignInSession[]> {
      return (await sessionsOf(accountId)).map((session) => ({
        id: session.uid,
        current: isOf(grantId)(session),
        browser: session.browser,
        system: session.system,
        signedInAt: session.loginTs * 1000,
        lastUsedAt: Math.round(Math.max(session.loginTs, session.renewedTs ?? 0) * 1000),
        methods: signInMethods.filter((method) => Array.isArray(session.amr) && session.amr.includes(method)),
      }));
    },

    /** Ends one: its tokens are worth nothing at once in this process, within two seconds in others. False when it is none of the account's. */
    async end(accountId: string, sessionId: string, ip: string): Promise<boolean> {
      const session = (await sessionsOf(accountId)).find(({ uid }) => uid === sessionId);
      if (!session) return false;
      await database.global((sql) =>
        sql.query(
          `delete from vigil.oidc_records where account_id = $1
             and ((kind = 'Session' and uid = $2) or (kind = 'Grant' and id_hash = any($3)) or grant_id = any($4))`,
          [accountId, session.uid, session.grantIds.map(sha256), session.grantIds],
        ),
      );
      await noteEnd(accountId, ip);
      return true;
    },

    /** Locks the one with the grant: its tokens end, and the provider asks before it gives others. False when there is none. */
    async lock(accountId: string, grantId: string | null, ip: string): Promise<boolean> {
      const session = (await sessionsOf(accountId)).find(isOf(grantId));
      if (!session) return false;
      await database.global(async (sql) => {
        await locks.lock(sql, accountId, session.uid);
        await sql.query(
          `delete from vigil.oidc_records where account_id = $1 and ((kind = 'Grant' and id_hash = any($2)) or grant_id = any($3))`,
          [accountId, session.grantIds.map(sha256), session.grantIds],
        );
      });
      ended(accountId);
      await events.record({ event: 'session-locked', outcome: 'succeeded', accountId, ip });
      return true;
    },

    /** Ends all but the one with the grant, sign-ins that are under way included. Answers how many sessions there were. */
    async endOthers(accountId: string, grantId: string | null, ip: string): Promise<number> {
      const all = await sessionsOf(accountId);
      const kept = all.filter(isOf(grantId));
      const keptGrants = [...new Set([...kept.flatMap((session) => session.grantIds), ...(grantId === null ? [] : [grantId])])];
      await database.global((sql) =>
        sql.query(
          `delete from vigil.oidc_records where account_id = $1
             and not (coalesce(kind = 'Session' and uid = any($2), false) or (kind = 'Grant' and id_hash = any($3)) or coalesce(grant_id = any($4), false))`,
          [accountId, kept.map(({ uid }) => uid), keptGrants.map(sha256), keptGrants],
        ),
      );
      await noteEnd(accountId, ip);
      return all.length - kept.length;
    },
  };
}
export type OwnSessions = ReturnType<typeof createOwnSessions>;
