import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportOf, quantity, record } from '#server/intake/formats/apple-health/testing/synthetic-export.ts';
import { zipOf } from '#server/testing/zip-of.ts';
import { type Clinic, openClinic, tokenOf } from './clinic.ts';
import {
  type Ended,
  freePort,
  hasEnded,
  newDataDir,
  type RunningServer,
  reachedBy,
  removeDataDir,
  startServer,
  startVigil,
  until,
} from './server.ts';

/*
 * Imports of vendors' files beside a running server, cut short at any moment: what was stored stays, what is brought in again is not there
 * twice, and what went wrong is said. Only root may give a server a disk of its own, which these tests fill.
 */
const asRoot = process.getuid?.() === 0;
const dataDir = newDataDir();
const files = newDataDir();
const readings = 200_000;
const from = Date.parse('2024-01-01T00:00:00Z') / 1000;
const interval = { from, to: from + readings * 30 };
let server: RunningServer;
let clinic: Clinic;
let nurse: string;

/** Holds a mount namespace in which the data directory is a small disk of its own, while servers in it come and go. */
let disk: ChildProcess | undefined;
const onDisk = () => (disk ? ['nsenter', `--mount=/proc/${disk.pid}/ns/mnt`, '--wd=.'] : []);
const launch = async (port?: number) => startServer({ dataDir, port: port ?? (await freePort()) });

async function mountDisk(): Promise<ChildProcess> {
  const mount = 'mount -t tmpfs -o size=1500m none "$1" && touch "$1/mounted" && exec sleep 3600';
  const child = spawn('unshare', ['--mount', '--propagation', 'private', 'sh', '-c', mount, 'sh', dataDir], { stdio: 'ignore' });
  await until('the disk is there', () => {
    try {
      execFileSync('nsenter', [`--mount=/proc/${child.pid}/ns/mnt`, 'rm', `${dataDir}/mounted`], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  });
  return child;
}

const appleTime = (seconds: number) =>
  new Date(seconds * 1000)
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, ' +0000');
const times = Array.from({ length: readings }, (_, index) => from + index * 30);
const beatAt = (index: number) => 50 + (index % 90);

/** What each format is written as: the same beats, so that they are counted alike. */
const formats: Readonly<Record<string, () => Promise<string | Uint8Array>>> = {
  'an Apple Health zip': async () => {
    const records = times.map((at, index) => record(quantity('HeartRate'), beatAt(index), [appleTime(at)], { unit: 'count/min' }));
    return zipOf({ 'apple_health_export/export.xml': exportOf(records) });
  },
  'a table of Fitbit’s': async () => {
    const lines = times.map((at, index) => {
      const time = new Date(at * 1000);
      const hour = time.getUTCHours();
      const clock = `${hour % 12 || 12}:${time.toISOString().slice(14, 19)} ${hour < 12 ? 'AM' : 'PM'}`;
      return `8877689391,${time.getUTCMonth() + 1}/${time.getUTCDate()}/${time.getUTCFullYear()} ${clock},${beatAt(index)}`;
    });
    return `Id,Time,Value\n${lines.join('\n')}\n`;
  },
};
const paths = new Map<string, string>();

beforeAll(async () => {
  for (const [name, write] of Object.entries(formats)) {
    const path = join(files, `file-${paths.size}`);
    writeFileSync(path, await write());
    paths.set(name, path);
  }
  if (asRoot) disk = await mountDisk();
  if (disk) reachedBy(dataDir, onDisk());
  server = await launch();
  clinic = await openClinic(server, 6);
  nurse = await tokenOf(dataDir, clinic.tenant, clinic.nurse);
}, 300_000);

afterAll(async () => {
  await server?.stop();
  disk?.kill('SIGKILL');
  for (const folder of [dataDir, files]) removeDataDir(folder);
});

/** Another member each time. */
let used = 0;
function nextMember(): string {
  const member = clinic.members[used++];
  if (member === undefined) throw new Error('too few members');
  return member;
}

function startImport(file: string, member: string) {
  const args = ['import', paths.get(file) ?? '', '--tenant', clinic.tenant, '--member', member, '--tz', 'UTC'];
  return startVigil(dataDir, args);
}

async function ask<T>(path: string): Promise<T> {
  const answer = await fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${nurse}` } });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** How many beats the ticks store counts, each moment once. */
async function counted(member: string): Promise<number> {
  const asked = `/ticks-store/api/v1/users/${member}/aggregate?metrics=heart_rate&reduce=hist&start_time=${interval.from}&end_time=${interval.to}`;
  const { heart_rate: buckets = [] } = await ask<{ heart_rate?: { count: number }[] }>(asked);
  return buckets.reduce((sum, { count }) => sum + count, 0);
}

/** How many the sums of the days count. */
async function countedByDay(member: string): Promise<number> {
  const asked = `/events-processor/api/v1/users/${member}/facts-over-time?facts=heart_rate_count&tz=UTC&granularity=MONTHLY&from_ts=${interval.from}&to_ts=${interval.to}`;
  const steps = await ask<{ data: { heart_rate_count: number } }[]>(asked);
  return steps.reduce((sum, { data }) => sum + data.heart_rate_count, 0);
}

/** Readings that an import sends at once, and waits for. */
const batchReadings = 50_000;

/** A batch is stored and acknowledged, for more has come since; and the import is still under way. */
async function halfWay(running: ReturnType<typeof startImport>, member: string): Promise<number> {
  let stored = 0;
  await until('a part of the file is stored', async () => {
    if (hasEnded(running.process)) throw new Error(`The import ended: ${JSON.stringify(await running.ended)}`);
    stored = await counted(member);
    return stored > batchReadings;
  });
  return stored;
}

async function expectWholeAfterRepeat(file: string, member: string, before: number): Promise<void> {
  expect(await counted(member)).toBeGreaterThanOrEqual(before);
  const { code, stdout, stderr }: Ended = await startImport(file, member).ended;
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toContain(`${readings} accepted, 0 refused`);
  expect(await counted(member)).toBe(readings);
  await until('the days count every beat once', async () => (await countedByDay(member)) === readings);
}

/** What went wrong, that what was stored stays, and what to do; and not that nothing was saved. */
function expectTrue(stderr: string, reason: RegExp): void {
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect(stderr).toMatch(reason);
  expect(stderr).toMatch(/At least [\d,]+ readings are stored and stay.*same import again/);
  expect(stderr).not.toContain('Nothing was saved');
}

test.each(Object.keys(formats))(
  'kill -9 of the import of %s: what was stored stays, and the repeat completes it',
  async (file) => {
    const member = nextMember();
    const running = startImport(file, member);
    const before = await halfWay(running, member);
    running.process.kill('SIGKILL');
    await running.ended;
    await expectWholeAfterRepeat(file, member, before);
  },
  240_000,
);

test.each(Object.keys(formats))(
  'kill -9 of the server during the import of %s: the import says so, and the repeat completes it',
  async (file) => {
    const member = nextMember();
    const running = startImport(file, member);
    const before = await halfWay(running, member);
    await server.kill();
    const { code, stderr } = await running.ended;
    expect(code).toBe(1);
    expectTrue(stderr, /cannot be reached/);
    server = await launch(server.port);
    await expectWholeAfterRepeat(file, member, before);
  },
  240_000,
);

test.runIf(asRoot).each(Object.keys(formats))(
  'a disk that is filled during the import of %s: it says so and ends; with room again the repeat completes it',
  async (file) => {
    const member = nextMember();
    const running = startImport(file, member);
    const before = await halfWay(running, member);
    // Held meanwhile: on a busy machine it would be done before the disk is full.
    running.process.kill('SIGSTOP');
    const [command = '', ...enter] = onDisk();
    execFileSync(command, [...enter, 'sh', '-c', `head -c 3000m /dev/zero >'${dataDir}/ballast' 2>/dev/null; true`]);
    running.process.kill('SIGCONT');
    const { code, stderr } = await running.ended;
    expect(code).toBe(1);
    expectTrue(stderr, /no room left/);
    execFileSync(command, [...enter, 'rm', `${dataDir}/ballast`]);
    await until('the server takes readings again', async () => (await counted(member).catch(() => -1)) >= before);
    await expectWholeAfterRepeat(file, member, before);
  },
  240_000,
);
