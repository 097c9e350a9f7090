import Fastify from 'fastify';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import type { WatchedDisk } from '#platform/disk/watched-disks.ts';
import { watchOperating } from '#platform/operating-metrics.ts';
import { type DiskHealth, mountHealth } from './health.ts';

const up = async () => {};
const disk = (state: string, refusesReadings = false): DiskHealth => ({ place: 'data', state, refusesReadings });

async function readiness(disks: () => Promise<readonly DiskHealth[]>) {
  const app = Fastify();
  mountHealth(app, { probes: { postgres: up, ticks: up }, disks, isStopping: () => false, registry: new Registry() });
  const { statusCode, body } = await app.inject('/readyz');
  await app.close();
  return [statusCode, JSON.parse(body)];
}
const stores = { postgres: 'ok', ticks: 'ok' };

test('a server is ready while its disk fills up, and says so early; once readings are refused it is not', async () => {
  expect(await readiness(async () => [disk('ok')])).toEqual([200, { status: 'ready', stores, disks: { data: 'ok' } }]);
  expect(await readiness(async () => [disk('low')])).toEqual([200, { status: 'ready', stores, disks: { data: 'low' } }]);
  expect(await readiness(async () => [disk('readings-only')])).toEqual([
    200,
    { status: 'ready', stores, disks: { data: 'readings-only' } },
  ]);
  expect(await readiness(async () => [disk('full', true)])).toEqual([503, { status: 'not ready', stores, disks: { data: 'full' } }]);
});

test('a disk that cannot be asked is told as unknown, and is no reason to send nobody here', async () => {
  expect(await readiness(() => Promise.reject(new Error('EIO')))).toEqual([200, { status: 'ready', stores, disks: 'unknown' }]);
});

const data: WatchedDisk = {
  ...{ place: 'data', freeBytes: 5_000, totalBytes: 90_000, state: 'low' },
  thresholds: { low: 9_000, 'readings-only': 2_000, full: 1_000 },
};
const lag = {
  ...{ rulesSeconds: 12.5, alarmsSeconds: null, alarmMessages: 3, alarmMessagesSeconds: 61 },
  ...{ reminderMails: 0, reminderMailsSeconds: null, keptMessages: 7, keptMessagesSeconds: 5 },
};

async function exposed(figures: Partial<Parameters<typeof watchOperating>[1]>): Promise<string[]> {
  const registry = new Registry();
  watchOperating(registry, { disks: async () => [data], workLag: async () => lag, mailsBeingSent: () => 2, ...figures });
  return (await registry.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}

test('disks, mail, rules, alerts and jobs are told to monitoring', async () => {
  const lines = await exposed({});
  for (const line of [
    'vigil_disk_free_bytes{place="data"} 5000',
    'vigil_disk_size_bytes{place="data"} 90000',
    'vigil_disk_threshold_bytes{place="data",state="readings-only"} 2000',
    'vigil_mail_waiting{queue="sending"} 2',
    'vigil_mail_waiting{queue="alerts"} 3',
    'vigil_mail_waiting{queue="administrator"} 7',
    'vigil_mail_wait_seconds{queue="alerts"} 61',
    'vigil_mail_wait_seconds{queue="reminders"} 0',
    'vigil_rule_lag_seconds 12.5',
    'vigil_alert_lag_seconds 0',
  ])
    expect(lines).toContain(line);
  expect(lines.filter((line) => line.startsWith('vigil_job_failures_total{job="alert-rules"}'))).toHaveLength(1);
});

test('what cannot be known now is left out, and the rest is told: a lag that nobody measured is none of 0 s', async () => {
  const lines = await exposed({ disks: () => Promise.reject(new Error('EIO')), workLag: async () => null });
  expect(lines.filter((line) => /_disk_|_lag_|wait_seconds/.test(line))).toEqual([]);
  expect(lines).toContain('vigil_mail_waiting{queue="sending"} 2');
});
