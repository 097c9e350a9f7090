import type { Log } from '#platform/log.ts';

export interface CalendarJobsDeps {
  /** Tenants with somebody to remind, and with mails that wait. */
  readonly tenantsWithReminders: () => Promise<readonly string[]>;
  readonly tenantsWithMails: () => Promise<readonly string[]>;
  /** Does so many at most of a tenant's, those that another process is at left out; how many it was. */
  readonly remind: (tenantId: string, most: number) => Promise<number>;
  readonly sendMails: (tenantId: string, most: number) => Promise<number>;
  readonly forgetDeleted: () => Promise<unknown>;
  readonly log: Pick<Log, 'warn'>;
  /** How often a process looks. */
  readonly everySeconds: number;
}

export interface CalendarJobs {
  /** Reminds everybody of one tenant who is due now, and sends its mails. */
  run(tenantId: string): Promise<void>;
  stop(): Promise<void>;
}

const remindedAtOnce = 100;
const mailedAtOnce = 10;
const forgetEverySeconds = 3_600;

/** Reminders, their mails, and forgetting what was deleted long ago: in every process, each thing in one of them. */
export function createCalendarJobs(deps: CalendarJobsDeps): CalendarJobs {
  const { log, everySeconds } = deps;
  let stopped = false;

  /** A tenant's next part waits until every other tenant has had one; one that fails holds up no other. */
  async function allOf(tenants: readonly string[], work: CalendarJobsDeps['remind'], most: number): Promise<void> {
    for (let left = tenants; left.length > 0 && !stopped; ) {
      const more: string[] = [];
      for (const tenantId of left) {
        if (stopped) return;
        const done = await work(tenantId, most).catch(failed);
        if (done === most) more.push(tenantId);
      }
      left = more;
    }
  }
  const failed = (error: unknown) => log.warn({ err: error }, 'reminders of the calendar failed; they will be tried again');

  /** One run at a time: a run that takes longer than the interval is not begun again meanwhile. */
  function again(seconds: number, run: () => Promise<unknown>): () => Promise<unknown> {
    let running: Promise<unknown> | null = null;
    const timer = setInterval(() => {
      running ??= run()
        .catch(failed)
        .finally(() => {
          running = null;
        });
    }, seconds * 1000);
    timer.unref();
    return async () => {
      clearInterval(timer);
      await running;
    };
  }
  // Apart: nobody's reminder waits for a mail server.
  const ends = [
    again(everySeconds, async () => allOf(await deps.tenantsWithReminders(), deps.remind, remindedAtOnce)),
    again(everySeconds, async () => allOf(await deps.tenantsWithMails(), deps.sendMails, mailedAtOnce)),
    again(forgetEverySeconds, deps.forgetDeleted),
  ];

  return {
    async run(tenantId) {
      await allOf([tenantId], deps.remind, remindedAtOnce);
      await allOf([tenantId], deps.sendMails, mailedAtOnce);
    },
    async stop() {
      stopped = true;
      await Promise.all(ends.map((end) => end()));
    },
  };
}
