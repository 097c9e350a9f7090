import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  freePort,
  hasEnded,
  launchServer,
  newDataDir,
  type RunningServer,
  reachedBy,
  removeDataDir,
  startServer,
  until,
  vigil,
} from './server.ts';

/*
 * A disk that fills up under a running server: a file system in memory, which only this test's processes see. Making one takes root.
 */
const asRoot = process.getuid?.() === 0 && process.platform === 'linux';
const dataDir = newDataDir();
let namespace: ReturnType<typeof spawn>;
let enter: readonly string[] = [];
let server: RunningServer | undefined;
const [kib, mib] = [1024, 1024 ** 2];
/** Small enough for a file system in memory. */
const settings = { DISK_RESERVE_MIB: '512' };
const doctor = () => vigil(dataDir, ['doctor'], settings);

const onDisk = (command: string) => {
  const [program = '', ...args] = [...enter, 'sh', '-c', command];
  return execFileSync(program, args, { encoding: 'utf8' });
};
/** Fills the disk up to so many free bytes. */
function leave(bytes: number): void {
  onDisk(`rm -f '${dataDir}/ballast'`);
  const free = Number(onDisk(`df -k --output=avail '${dataDir}' | tail -1`)) * kib;
  onDisk(`head -c ${Math.max(0, free - bytes)} /dev/zero >'${dataDir}/ballast' 2>/dev/null; true`);
}
const ready = async () => {
  const answer = await fetch(`${server?.url}/readyz`);
  return [answer.status, (await answer.json()).disks];
};
const metric = async (name: string) =>
  (await (await fetch(`${server?.url}/metrics`)).text())
    .split('\n')
    .find((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`));

beforeAll(async () => {
  if (!asRoot) return;
  namespace = spawn(
    'unshare',
    ['--mount', 'sh', '-c', `mount -t tmpfs -o size=1400m,mode=700 none '${dataDir}' && echo mounted && exec sleep 3600`],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  if (namespace.stdout) await once(namespace.stdout, 'data');
  enter = ['nsenter', `--target=${namespace.pid}`, '--mount'];
  reachedBy(dataDir, enter);
  server = await startServer({ dataDir, under: enter, env: settings });
});
afterAll(async () => {
  await server?.stop();
  namespace?.kill('SIGKILL');
  removeDataDir(dataDir);
});

test.runIf(asRoot)('a disk that fills up is told early, by readiness, by metrics and by doctor, at each step', async () => {
  leave(900 * mib);
  expect(await ready()).toEqual([200, { data: 'low' }]);
  const low = await doctor();
  expect([low.code, low.stdout]).toEqual([0, expect.stringContaining('warning Disk: space is running out')]);
  expect(low.stdout).not.toContain('All is well');

  leave(400 * mib);
  expect(await ready()).toEqual([200, { data: 'readings-only' }]);
  const reserved = await doctor();
  expect([reserved.code, reserved.stdout]).toEqual([1, expect.stringContaining('all of it kept for readings')]);
  const backup = await vigil(dataDir, ['backup', `${dataDir}/backup.tar.zst`], settings);
  expect([backup.code, backup.stderr]).toEqual([1, expect.stringContaining('No backup was written; name a file on another disk')]);
  expect(onDisk(`ls '${dataDir}'`)).not.toContain('backup');

  leave(200 * mib);
  expect(await ready()).toEqual([503, { data: 'full' }]);
  const free = Number((await metric('vigil_disk_free_bytes'))?.split(' ').at(-1));
  expect(free).toBeGreaterThan(100 * mib);
  expect(free).toBeLessThan(256 * mib);
});

test.runIf(asRoot)('at 0 bytes doctor says that the disk is full, and accuses nobody of having changed anything', async () => {
  leave(0);
  const { code, stdout } = await doctor();
  expect(code).toBe(1);
  expect(stdout).toMatch(/BROKEN +Disk: The disk is full: 0 MiB free/);
  expect(stdout).toContain('it could not be examined: the disk is full');
  expect(stdout).not.toMatch(/Somebody|was changed|DATABASE_URL/);
});

test.runIf(asRoot)('with room again everything is well by itself', async () => {
  onDisk(`rm -f '${dataDir}/ballast'`);
  await until('the server is ready', async () => (await ready())[0] === 200);
  const { code, stdout } = await doctor();
  expect([code, stdout]).toEqual([0, expect.stringMatching(/ok +Definitions/)]);
});

test.runIf(asRoot).each([0, 100 * kib, 4 * mib])(
  'a start with %i bytes left says that the disk is full, and not that a setting is wrong',
  async (bytes) => {
    await server?.stop();
    leave(bytes);
    server = launchServer({ dataDir, port: await freePort(), under: enter, env: settings });
    const { process, url } = server;
    // A little room may be enough to start in: then readiness says it.
    const answers = async () => hasEnded(process) || (await fetch(`${url}/readyz`).catch(() => undefined)) !== undefined;
    await until('the server answers or has ended', answers);
    if (!hasEnded(process)) return expect(await ready()).toEqual([503, { data: 'full' }]);
    const told = server
      .output()
      .trim()
      .split('\n')
      .filter((line) => !line.startsWith('{'));
    expect([await server.ended, told]).toEqual([1, [expect.stringMatching(/the disk of .* is full.*make room/)]]);
    expect(told.join()).not.toMatch(/DATABASE_URL|TICKS_URL/);
  },
);
