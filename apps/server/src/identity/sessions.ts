import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/postgres/database.ts';
import { at } from './accounts.ts';
import type { SignInEvents } from './events.ts';

export interface SessionsOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly events: SignInEvents;
  /** Told after an account's sessions have ended, so that nothing believes its earlier tokens. */
  readonly ended: (accountId: string) => void;
}

/** Ends sessions: refresh tokens and sessions are removed, tokens from before are worth nothing, prompt=none needs a sign-in. */
export function createSessions({ database, clock, events, ended }: SessionsOptions) {
  async function endOfAccount(accountId: string): Promise<void> {
    await database.global(async (sql) => {
      // A sign-in after the last end may stand in the second after it (see sessions.rules): each end lies at least a second after the one before.
      await sql.query(
        `update vigil.accounts set sessions_ended_at = greatest(${at(2)}, sessions_ended_at + interval '1 second') where id = $1`,
        [accountId, clock.now()],
      );
      await sql.query('delete from vigil.oidc_records where account_id = $1', [accountId]);
    });
    ended(accountId);
    await events.record({ event: 'sign-out', outcome: 'succeeded', accountId, ip: null });
  }

  return {
    endOfAccount,
    /** Of every account of a user. */
    async endOfUser(userId: string): Promise<void> {
      const own = await database.global((sql) => sql.query<{ id: string }>('select id from vigil.accounts where user_id = $1', [userId]));
      for (const { id } of own) await endOfAccount(id);
    },
  };
}
