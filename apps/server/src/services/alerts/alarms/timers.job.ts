import type { Log } from '#platform/log.ts';

export interface TimersDeps {
  /** Tenants with alarms whose time has come. */
  readonly tenantsWithDue: () => Promise<readonly string[]>;
  /** Lets so many of a tenant's alarms go on, those that another process is at left out; how many it was. */
  readonly goOn: (tenantId: string, most: number) => Promise<number>;
  readonly tenantsWithMessages: () => Promise<readonly string[]>;
  /** Hands so many of a tenant's messages over; how many it was. */
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

/**
 * Lets alarms go on when their time comes, by the database's clock, in every process: a row is due or it is not, so that a server
 * that was away takes up each alarm once and one level further, however long it was.
 */
export function createTimers({ tenantsWithDue, goOn, tenantsWithMessages, send, log, everySeconds }: TimersDeps): Timers {
  let running: Promise<unknown> = Promise.resolve();
  let stopped = false;

  /**
   * A tenant's next part waits until every other tenant has had one: many alarms of one do not hold up another's, and neither does
   * one whose alarms fail.
   */
  async function allOf(tenants: readonly string[], work: TimersDeps['goOn']): Promise<void> {
    for (let left = tenants; left.length > 0 && !stopped; ) {
      const more: string[] = [];
      for (const tenantId of left) {
        if (stopped) return;
        try {
          if ((await work(tenantId, atOnce)) === atOnce) more.push(tenantId);
        } catch (error) {
          failed(error);
        }
      }
      left = more;
    }
  }
  const failed = (error: unknown) => log.warn({ err: error }, 'alarms that are due did not go on; it will be tried again');
  async function run(): Promise<void> {
    await allOf(await tenantsWithDue(), goOn);
    await allOf(await tenantsWithMessages(), send);
  }

  let waiting = false;
  const timer = setInterval(() => {
    // A run that takes longer than the interval is followed by one, not by all that it has held up.
    if (waiting) return;
    waiting = true;
    running = running
      .then(() => {
        waiting = false;
        return run();
      })
      .catch(failed);
  }, everySeconds * 1000);
  timer.unref();

  return {
    async goOn(tenantId) {
      await allOf([tenantId], goOn);
      await allOf([tenantId], send);
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
