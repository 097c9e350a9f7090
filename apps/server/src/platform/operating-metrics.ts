import { Counter, Gauge, type Registry } from 'prom-client';
import type { WatchedDisk } from './disk/watched-disks.ts';
import { jobFailures } from './jobs/job-failures.ts';
import type { WorkLag } from './work-lag.ts';

export interface OperatingFigures {
  readonly disks: () => Promise<readonly WatchedDisk[]>;
  /** Null while the database cannot tell. */
  readonly workLag: () => Promise<WorkLag | null>;
  /** Mails that this process has handed to the mail server, which has not taken them yet. */
  readonly mailsBeingSent: () => number;
}

/**
 * What an operator is woken for: disks that fill up, mail, alert rules and alerts that are behind, work that fails. A figure that is not
 * known now is absent, and never 0.
 */
export function watchOperating(registry: Registry, { disks, workLag, mailsBeingSent }: OperatingFigures): void {
  const registers = [registry];
  const knownDisks = () => disks().catch(() => []);

  new Gauge({
    name: 'vigil_disk_free_bytes',
    help: 'Free space of the disks that the server writes to: DATA_DIR (data), and uploaded files where they lie on another (files)',
    ...{ labelNames: ['place'] as const, registers },
    async collect() {
      this.reset();
      for (const { place, freeBytes } of await knownDisks()) this.set({ place }, freeBytes);
    },
  });
  new Gauge({
    name: 'vigil_disk_size_bytes',
    help: 'Size of these disks',
    ...{ labelNames: ['place'] as const, registers },
    async collect() {
      this.reset();
      for (const { place, totalBytes } of await knownDisks()) this.set({ place }, totalBytes);
    },
  });
  new Gauge({
    name: 'vigil_disk_threshold_bytes',
    help: 'Free space below which a disk is low, is kept for readings only, or is full, so that readings are refused too',
    ...{ labelNames: ['place', 'state'] as const, registers },
    async collect() {
      this.reset();
      for (const { place, thresholds } of await knownDisks())
        for (const [state, bytes] of Object.entries(thresholds)) this.set({ place, state }, bytes);
    },
  });

  const queues = (lag: WorkLag | null) =>
    lag && {
      alerts: { waiting: lag.alarmMessages, seconds: lag.alarmMessagesSeconds },
      reminders: { waiting: lag.reminderMails, seconds: lag.reminderMailsSeconds },
      administrator: { waiting: lag.keptMessages, seconds: lag.keptMessagesSeconds },
    };
  new Gauge({
    name: 'vigil_mail_waiting',
    help: 'E-mails and SMS that wait: of alerts, reminders, other mails of this process (sending), and those that an administrator has to pass on because no server carries them (administrator)',
    ...{ labelNames: ['queue'] as const, registers },
    async collect() {
      this.reset();
      this.set({ queue: 'sending' }, mailsBeingSent());
      for (const [queue, { waiting }] of Object.entries(queues(await workLag()) ?? {})) this.set({ queue }, waiting);
    },
  });
  new Gauge({
    name: 'vigil_mail_wait_seconds',
    help: 'How long the oldest of them has been waiting',
    ...{ labelNames: ['queue'] as const, registers },
    async collect() {
      this.reset();
      for (const [queue, { seconds }] of Object.entries(queues(await workLag()) ?? {})) this.set({ queue }, seconds ?? 0);
    },
  });

  const lagOf = (name: string, help: string, secondsOf: (lag: WorkLag) => number | null) =>
    new Gauge({
      ...{ name, help, labelNames: [] as const, registers },
      async collect() {
        const lag = await workLag();
        this.remove();
        if (lag) this.set(secondsOf(lag) ?? 0);
      },
    });
  lagOf(
    'vigil_rule_lag_seconds',
    'How long readings, or time that has passed, have been waiting for alert rules to look at them',
    (lag) => lag.rulesSeconds,
  );
  lagOf('vigil_alert_lag_seconds', 'How long an alert has been waiting to go on to whoever is next to be told', (lag) => lag.alarmsSeconds);

  new Counter({
    name: 'vigil_job_failures_total',
    help: 'Runs of background jobs in this process that failed; they are tried again unless the log says that they were given up',
    ...{ labelNames: ['job'] as const, registers },
    collect() {
      this.reset();
      for (const [job, failures] of jobFailures()) this.inc({ job }, failures);
    },
  });
}
