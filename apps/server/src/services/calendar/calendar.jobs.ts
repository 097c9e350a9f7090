import { reportJobFailure } from '#platform/jobs/job-failures.ts';
import { repeat } from '#platform/jobs/repeat.ts';
import { startRounds } from '#platform/jobs/rounds.ts';
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
  const failure = 'reminders of the calendar failed; they will be tried again';
  // Apart: nobody's reminder waits for a mail server.
  const rounds = startRounds({
    kinds: [
      { tenants: deps.tenantsWithReminders, some: deps.remind, most: remindedAtOnce },
      { tenants: deps.tenantsWithMails, some: deps.sendMails, most: mailedAtOnce },
    ],
    ...{ everySeconds, log, failure, job: 'calendar' },
  });
  const endForgetting = repeat(forgetEverySeconds, deps.forgetDeleted, (error) =>
    reportJobFailure(log, 'calendar', { err: error }, failure),
  );
  return {
    run: rounds.run,
    async stop() {
      await Promise.all([rounds.stop(), endForgetting()]);
    },
  };
}
