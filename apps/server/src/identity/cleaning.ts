import { memberSessionDays } from '@vigil/contract/configurator.values';
import type { Clock } from '#platform/clock.ts';
import { reportJobFailure } from '#platform/jobs/job-failures.ts';
import type { Log } from '#platform/log.ts';
import type { Database } from '#platform/postgres/database.ts';
import { at } from './accounts.ts';

const everyMs = 10 * 60_000;
const statements = [
  `delete from vigil.oidc_records where expires_at < ${at(1)}`,
  `delete from vigil.sign_in_links where expires_at < ${at(1)}`,
  // Longer than every window and every lock of the throttle rules.
  `delete from vigil.sign_in_throttles where last_failure_at < ${at(1)} - interval '3 days'`,
  // Longer than the longest session, which began before it was locked.
  `delete from vigil.session_locks where locked_at < ${at(1)} - interval '${memberSessionDays.most} days'`,
];

/** Removes what has expired: sessions, codes, refresh tokens, links, counters. Every ten minutes; several processes do no harm. */
export function createCleaning({ database, clock, log }: { database: Database; clock: Clock; log: Log }) {
  let running: Promise<void> = Promise.resolve();

  async function clean(): Promise<void> {
    for (const statement of statements) await database.global((sql) => sql.query(statement, [clock.now()]));
  }

  const timer = setInterval(() => {
    running = clean().catch((error) => reportJobFailure(log, 'sessions', { err: error }, 'expired sessions could not be removed'));
  }, everyMs);
  timer.unref();

  return {
    clean,
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
