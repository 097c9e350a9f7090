import { wrongPinsEndSession } from '@vigil/contract/login.values';
import type { Clock } from '#platform/clock.ts';
import type { Database, Sql } from '#platform/postgres/database.ts';
import { at } from '../accounts.ts';
import type { SignInEvents } from '../events.ts';
import { hashPassword, passwordMatches } from '../passwords.ts';

export interface PinsOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly events: SignInEvents;
}

/** `used-up`: no PIN opens anything before the next sign-in. */
export type PinResult = 'right' | 'wrong' | 'used-up';

/** The PINs of accounts. Each try is taken before it is judged, so that many at once are no more tries. */
export function createPins({ database, clock, events }: PinsOptions) {
  const run = (text: string, values: readonly unknown[]) => database.global((sql) => sql.query(text, [...values]));
  /** After a right PIN, or once the person has proven who they are otherwise. */
  const forgive = async (accountId: string) =>
    void (await run('update vigil.accounts set pin_wrong_tries = 0 where id = $1 and pin_wrong_tries > 0', [accountId]));

  return {
    forgive,

    /** With what has to be so as soon as there is a PIN, or not at all. */
    async set(accountId: string, pin: string, withIt: (sql: Sql) => Promise<void>): Promise<void> {
      const hash = await hashPassword(pin);
      await database.global(async (sql) => {
        await sql.query(`update vigil.accounts set pin_hash = $2, pin_set_at = ${at(3)}, pin_wrong_tries = 0 where id = $1`, [
          accountId,
          hash,
          clock.now(),
        ]);
        await withIt(sql);
      });
    },

    async remove(accountId: string): Promise<void> {
      await run('update vigil.accounts set pin_hash = null, pin_set_at = null, pin_wrong_tries = 0 where id = $1', [accountId]);
    },

    /** Whether no PIN opens anything before the next sign-in. */
    async areUsedUp(accountId: string): Promise<boolean> {
      const used = await run('select 1 from vigil.accounts where id = $1 and pin_wrong_tries >= $2', [accountId, wrongPinsEndSession]);
      return used.length > 0;
    },

    async check(accountId: string, pin: string, ip: string): Promise<PinResult> {
      const [tried] = await database.global((sql) =>
        sql.query<{ pinHash: string; pinWrongTries: number }>(
          `update vigil.accounts set pin_wrong_tries = pin_wrong_tries + 1
           where id = $1 and pin_hash is not null and pin_wrong_tries < $2 returning pin_hash, pin_wrong_tries`,
          [accountId, wrongPinsEndSession],
        ),
      );
      const isRight = tried !== undefined && (await passwordMatches(tried.pinHash, pin));
      if (isRight) await forgive(accountId);
      const result = isRight ? 'right' : tried && tried.pinWrongTries < wrongPinsEndSession ? 'wrong' : 'used-up';
      const outcome = { right: 'succeeded', wrong: 'refused', 'used-up': 'locked' } as const;
      await events.record({ event: 'unlock', outcome: outcome[result], accountId, ip });
      return result;
    },
  };
}
export type Pins = ReturnType<typeof createPins>;
