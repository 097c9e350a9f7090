import { reportJobFailure } from '#platform/jobs/job-failures.ts';
import type { Log } from '#platform/log.ts';
import type { Sql } from '#platform/postgres/database.ts';
import { withdraw } from '#services/notification/index.ts';
import type { EndedRow, EventsStore } from './events.store.ts';
import { tell } from './telling.ts';

export interface ExpiryDeps {
  readonly events: Pick<EventsStore, 'tenantsWithDue' | 'expireDue'>;
  readonly log: Pick<Log, 'warn'>;
  /** How often a process looks. Seconds. */
  readonly everySeconds: number;
}

export interface Expiry {
  /** Ends every action whose time to live is over, whoever looks; how many it was. */
  expire(): Promise<number>;
  stop(): Promise<void>;
}

/** Actions that one transaction ends. */
const atOnce = 500;

/**
 * Ends actions when their time to live is over, by the database's clock, whether anybody asks for them or not. Every process may do
 * it: each end is one event, written once, and what a process that died has not come to another one finds still due.
 */
export function createExpiry({ events, log, everySeconds }: ExpiryDeps): Expiry {
  let running: Promise<unknown> = Promise.resolve();
  let stopped = false;

  async function expire(): Promise<number> {
    let ended = 0;
    for (const tenantId of await events.tenantsWithDue()) {
      let some = atOnce;
      while (some === atOnce && !stopped) {
        some = await events.expireDue(tenantId, atOnce, (sql, rows) => tellOfEnds(sql, tenantId, rows));
        ended += some;
      }
    }
    return ended;
  }

  const goOn = () => {
    running = running
      .then(() => expire())
      .catch((error) =>
        reportJobFailure(log, 'expiry-of-actions', { err: error }, 'actions that are due were not ended; it will be tried again'),
      );
  };
  const timer = setInterval(goOn, everySeconds * 1000);
  timer.unref();

  return {
    expire,
    async stop() {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}

/** In the transaction of the ends: those that nobody is told of leave the bells together. */
async function tellOfEnds(sql: Sql, tenantId: string, ended: readonly EndedRow[]): Promise<void> {
  const told = ended.filter(({ priority }) => priority === 'CRITICAL');
  const quiet = ended.filter(({ priority }) => priority !== 'CRITICAL');
  if (quiet.length > 0)
    await withdraw(
      sql,
      tenantId,
      quiet.map(({ actionId }) => actionId),
    );
  for (const event of told) await tell(sql, tenantId, event, event);
}
