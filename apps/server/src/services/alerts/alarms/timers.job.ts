import { startRounds } from '#platform/jobs/rounds.ts';
import type { Log } from '#platform/log.ts';

export interface TimersDeps {
  /** Tenants with alarms whose time has come. */
  readonly tenantsWithDue: () => Promise<readonly string[]>;
  /** Lets so many of a tenant's alarms go on, those that another process is at left out; how many it was. */
  readonly goOn: (tenantId: string, most: number) => Promise<number>;
  readonly tenantsWithMessages: () => Promise<readonly string[]>;
  /** Sends so many of a tenant's messages, those that another process is at left out; how many it was. */
  readonly send: (tenantId: string, most: number) => Promise<number>;
  readonly log: Pick<Log, 'warn'>;
  /** How often a process looks. Seconds. */
  readonly everySeconds: number;
}

export interface Timers {
  /** Lets everything of one tenant go on that is due now, and hands its messages over. */
  goOn(tenantId: string): Promise<void>;
  stop(): Promise<void>;
}

/** What one transaction takes on: few enough that others who work on these alarms do not wait noticeably. */
const atOnce = 250;
/** Messages that are sent at the same time. */
const sentAtOnce = 10;

/**
 * Lets alarms go on when their time comes, by the database's clock, in every process: a row is due or it is not, so that a server
 * that was away takes up each alarm once and one level further, however long it was. No alarm waits for a mail server.
 */
export function createTimers({ tenantsWithDue, goOn, tenantsWithMessages, send, log, everySeconds }: TimersDeps): Timers {
  const rounds = startRounds({
    kinds: [
      { tenants: tenantsWithDue, some: goOn, most: atOnce },
      { tenants: tenantsWithMessages, some: send, most: sentAtOnce },
    ],
    ...{ everySeconds, log, job: 'alarms' },
    failure: 'alerts that are due did not go on; it will be tried again',
  });
  return { goOn: rounds.run, stop: rounds.stop };
}
