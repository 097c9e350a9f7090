import type { Clock } from '#platform/clock.ts';
import { networkOf } from '#platform/network.ts';
import type { Database, Sql } from '#platform/postgres/database.ts';
import { at } from './accounts.ts';
import type { IdentityKeys } from './keys.ts';
import { addressPolicy, afterFailure, lockedUntil, type ThrottlePolicy, type ThrottleState } from './throttle.rules.ts';

/** What is counted, and by which rule. `subject` (an address, an account) is kept only as an HMAC. */
export interface Counter {
  readonly subject: string;
  readonly policy: ThrottlePolicy;
}

export type Attempt = { readonly allowed: true } | { readonly allowed: false; readonly retryAtMs: number };

interface Row {
  readonly failures: number;
  readonly lastMs: number;
  readonly lockedMs: number | null;
}

/**
 * Counters of failed attempts, in Postgres: they hold over restarts and over all processes. An attempt is counted as
 * failed before it is looked at and forgiven afterwards, so that a thousand guesses sent at once count as a thousand.
 */
export function createThrottle(database: Database, clock: Clock, keys: Pick<IdentityKeys, 'mac'>) {
  const keyOf = (subject: string) => keys.mac('throttle', subject);

  async function read(sql: Sql, key: Buffer): Promise<ThrottleState | null> {
    // The lock makes simultaneous attempts on one subject wait for each other, also on the first one, when there is no row yet.
    await sql.query('select pg_advisory_xact_lock($1)', [key.readBigInt64BE(0)]);
    const rows = await sql.query<Row>(
      `select failures, extract(epoch from last_failure_at) * 1000 as last_ms, extract(epoch from locked_until) * 1000 as locked_ms
       from vigil.sign_in_throttles where key = $1`,
      [key],
    );
    const [row] = rows;
    return row ? { failures: row.failures, lastFailureMs: row.lastMs, lockedUntilMs: row.lockedMs } : null;
  }

  return {
    /** Takes one attempt on every counter. Refused when any is locked: nothing is counted then, and the latest unlocking is told. */
    async begin(counters: readonly Counter[]): Promise<Attempt> {
      const now = clock.now();
      return database.global(async (sql) => {
        const ordered = counters
          .map((counter) => ({ key: keyOf(counter.subject), policy: counter.policy }))
          .sort((a, b) => Buffer.compare(a.key, b.key));
        const states: { key: Buffer; policy: ThrottlePolicy; state: ThrottleState | null }[] = [];
        for (const { key, policy } of ordered) states.push({ key, policy, state: await read(sql, key) });
        const retryAtMs = Math.max(...states.map(({ state }) => lockedUntil(state, now) ?? 0));
        if (retryAtMs > 0) return { allowed: false, retryAtMs };
        for (const { key, policy, state } of states) {
          const next = afterFailure(state, now, policy);
          await sql.query(
            `insert into vigil.sign_in_throttles (key, failures, first_failure_at, last_failure_at, locked_until)
             values ($1, $2, ${at(3)}, ${at(3)}, ${at(4)})
             on conflict (key) do update set failures = excluded.failures, last_failure_at = excluded.last_failure_at, locked_until = excluded.locked_until`,
            [key, next.failures, now, next.lockedUntilMs],
          );
        }
        return { allowed: true };
      });
    },

    /** The attempt succeeded: the counters start again. */
    async forgive(subjects: readonly string[]): Promise<void> {
      await database.global((sql) => sql.query('delete from vigil.sign_in_throttles where key = any($1)', [subjects.map(keyOf)]));
    },

    /** Takes back one failure: on counters shared with others, where a success must not wipe their failures. */
    async takeBack(subject: string): Promise<void> {
      await database.global((sql) =>
        sql.query('update vigil.sign_in_throttles set failures = greatest(failures - 1, 0), locked_until = null where key = $1', [
          keyOf(subject),
        ]),
      );
    },
  };
}
export type Throttle = ReturnType<typeof createThrottle>;

/** Failures of one network address, over all accounts. */
export function addressCounter(ip: string): Counter {
  return { subject: `address:${networkOf(ip)}`, policy: addressPolicy };
}
