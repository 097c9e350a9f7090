import type { Clock } from './clock.ts';
import { repeat } from './jobs/repeat.ts';
import type { Log } from './log.ts';
import type { Database } from './postgres/database.ts';

/** The present as PostgreSQL has it: the same in every process over one database, whatever the clocks of their machines say. */
export interface DatabaseClock extends Clock {
  stop(): Promise<void>;
}

export interface DatabaseClockDependencies {
  readonly database: Pick<Database, 'ask'>;
  readonly log: Pick<Log, 'warn'>;
  /** This machine's. */
  readonly own: Clock;
  /** Between two comparisons. Seconds, default 10. */
  readonly everySeconds?: number;
}

const comparedAtFirst = 3;
/** From so far on an operator should know. Milliseconds. */
const worthSayingMs = 1_000;

/**
 * The machine's clock, put right by what PostgreSQL says of the time. An answer is some time on its way, so it only tells within
 * which bounds the difference lies: it is moved into them and no further, and where both clocks agree it stays nothing. Rejects
 * where the database cannot be asked at first; afterwards the last difference stands while it is away.
 */
export async function createDatabaseClock({ database, log, own, everySeconds = 10 }: DatabaseClockDependencies): Promise<DatabaseClock> {
  let aheadMs = 0;
  let saidMs = 0;

  async function compare(): Promise<void> {
    const from = performance.now();
    const [row] = await database.ask<{ now: number }>('select clock_timestamp() as now');
    const heardAtMs = own.now();
    if (!row) return;
    // It was written down at some time between the question and the answer; a millisecond for what is cut off of each time.
    const most = row.now - heardAtMs + (performance.now() - from) + 1;
    const least = row.now - heardAtMs - 1;
    aheadMs = Math.round(Math.min(Math.max(aheadMs, least), most));
    if (Math.abs(aheadMs - saidMs) < worthSayingMs) return;
    saidMs = aheadMs;
    log.warn(
      { seconds: Math.round(aheadMs / 1000) },
      'the clock of the database is ahead of this machine’s by so many seconds: the database’s counts',
    );
  }
  // The first answer is the slowest, because a connection has to be opened for it.
  for (let time = 0; time < comparedAtFirst; time += 1) await compare();
  // That the database is away is said by everybody else who asks it.
  const end = repeat(everySeconds, compare, () => {});
  return { now: () => own.now() + aheadMs, stop: end };
}
