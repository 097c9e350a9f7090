import type { Log } from '../log.ts';

/** What the server does by itself, as monitoring and the log name it. */
const backgroundJobs = [
  'alarms',
  'alert-rules',
  'audit-anchor',
  'calendar',
  'calls',
  'chat',
  'cohorts',
  'erasures',
  'events-of-other-servers',
  'expiry-of-actions',
  'files',
  'gaps',
  'imports-of-accounts',
  'mail',
  'programs',
  'pushes',
  'rollups',
  'sessions',
  'sms',
] as const;
export type BackgroundJob = (typeof backgroundJobs)[number];

const failures = new Map<BackgroundJob, number>(backgroundJobs.map((job) => [job, 0]));

/** Counts a run of a job that failed and is tried again, for monitoring, and logs it. */
export function reportJobFailure(log: Pick<Log, 'warn'>, job: BackgroundJob, fields: object, message: string): void {
  count(job);
  log.warn({ ...fields, job }, message);
}

/** The same of work that nobody will do any more. */
export function reportGivenUp(log: Pick<Log, 'error'>, job: BackgroundJob, fields: object, message: string): void {
  count(job);
  log.error({ ...fields, job }, message);
}

const count = (job: BackgroundJob) => failures.set(job, (failures.get(job) ?? 0) + 1);

/** Failed runs in this process, by job; those that never failed are there with 0. */
export const jobFailures = (): ReadonlyMap<BackgroundJob, number> => failures;
