import { isIP } from 'node:net';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { Database } from '#platform/postgres/database.ts';
import { at } from './accounts.ts';

export type SignInEvent =
  | 'password'
  | 'magic-link'
  | 'reset-request'
  | 'reset'
  | 'magic-request'
  | 'invitation'
  | 'account-created'
  | 'password-change'
  | 'second-factor'
  | 'second-factor-added'
  | 'second-factor-removed'
  | 'second-factor-reset'
  | 'recovery-codes'
  | 'session-ended'
  | 'session-locked'
  | 'unlock'
  | 'pin-set'
  | 'pin-removed'
  | 'sign-out'
  | 'consent'
  | 'operator-token';
export type SignInOutcome = 'succeeded' | 'refused' | 'locked' | 'link-invalid';

export interface SignInEvents {
  /** Keeps what happened. The account by id, null where the address belongs to nobody; never an e-mail address. */
  record(event: { event: SignInEvent; outcome: SignInOutcome; accountId: string | null; ip: string | null }): Promise<void>;
}

export function createSignInEvents(database: Database, clock: Clock, log: Log): SignInEvents {
  return {
    async record({ event, outcome, accountId, ip }) {
      log.info({ event, outcome, accountId }, 'sign-in');
      await database.global((sql) =>
        sql.query(`insert into vigil.sign_in_events (at, account_id, event, outcome, ip) values (${at(1)}, $2, $3, $4, $5)`, [
          clock.now(),
          accountId,
          event,
          outcome,
          ip !== null && isIP(ip) !== 0 ? ip : null,
        ]),
      );
    },
  };
}
