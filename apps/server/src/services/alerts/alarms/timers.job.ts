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
 * that was away takes up each alarm once and one level further, however long it was.
 */
export function createTimers({ tenantsWithDue, goOn, tenantsWithMessages, send, log, everySeconds }: TimersDeps): Timers {
  let stopped = false;

  /**
   * A tenant's next part waits until every other tenant has had one: many alarms of one do not hold up another's, and neither does
   * one whose alarms fail.
   */
  async function allOf(tenants: readonly string[], work: TimersDeps['goOn'], most: number): Promise<void> {
    for (let left = tenants; left.length > 0 && !stopped; ) {
      const more: string[] = [];
      for (const tenantId of left) {
        if (stopped) return;
        try {
          if ((await work(tenantId, most)) === most) more.push(tenantId);
        } catch (error) {
          failed(error);
        }
      }
      left = more;
    }
  }
  const failed = (error: unknown) => log.warn({ err: error }, 'alarms that are due did not go on; it will be tried again');

  /** One run after the other; one that takes longer than the interval is followed by one, not by all that it has held up. */
  function again(run: () => Promise<void>): () => Promise<unknown> {
    let running: Promise<unknown> = Promise.resolve();
    let waiting = false;
    const timer = setInterval(() => {
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
    return () => {
      clearInterval(timer);
      return running;
    };
  }
  // Apart: no alarm waits for a mail server.
  const ends = [
    again(async () => allOf(await tenantsWithDue(), goOn, atOnce)),
    again(async () => allOf(await tenantsWithMessages(), send, sentAtOnce)),
  ];

  return {
    async goOn(tenantId) {
      await allOf([tenantId], goOn, atOnce);
      await allOf([tenantId], send, sentAtOnce);
    },
    async stop() {
      stopped = true;
      await Promise.all(ends.map((end) => end()));
    },
  };
}
