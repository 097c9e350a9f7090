import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyCheckout } from './checkout.ts';
import { isAlive, postmasterOf, processesBelow } from './processes.ts';
import { freePort, isReady, until } from './server.ts';

/*
 * `npm start`, the command of the README, wherever it is typed and by whomever: it gets ready, its engines run as nobody who
 * owns anything else, and SIGTERM ends all of it with code 0.
 */
const isRoot = process.getuid?.() === 0 && process.platform === 'linux';
/** Of root below the home folder, which is closed to others; with what breaks scripts in its name. */
const closed = join(isRoot ? homedir() : tmpdir(), `vigil test ${process.pid}`);
const checkout = join(closed, "a checkout's folder, größer");
/** Of an ordinary user, whom root's home keeps out. */
const open = mkdtempSync(join(tmpdir(), 'vigil-anywhere-'));

beforeAll(() => {
  mkdirSync(closed, { mode: 0o700 });
  chmodSync(closed, 0o700);
  copyCheckout(checkout);
  chmodSync(open, 0o755);
});
afterAll(() => {
  for (const folder of [closed, open]) rmSync(folder, { recursive: true, force: true });
});

interface Place {
  readonly folder: string;
  readonly dataDir?: string;
  /** What starts npm: another user, other rights. */
  readonly under?: readonly string[];
  readonly env?: Record<string, string | undefined>;
}

interface Started {
  readonly npm: ChildProcess;
  readonly dataDir: string;
  stop(): Promise<void>;
}

async function npmStart({ folder, dataDir = join(folder, 'data'), under = [], env = {} }: Place): Promise<Started> {
  const port = await freePort();
  const [command = 'npm', ...args] = [...under, 'npm', 'start'];
  const npm = spawn(command, args, {
    cwd: folder,
    env: { ...process.env, NODE_ENV: '', DEMO: '0', PORT: String(port), DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [npm.stdout, npm.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')));
  const ended = new Promise<number | null>((resolve) => npm.once('exit', resolve));
  await until('npm start is ready', async () => {
    if (npm.exitCode !== null) throw new Error(`npm start ended with code ${npm.exitCode}:\n${output}`);
    return isReady(`http://localhost:${port}`);
  });
  return {
    npm,
    dataDir,
    async stop() {
      const below = processesBelow(npm.pid ?? 0);
      npm.kill('SIGTERM');
      expect(await ended, output).toBe(0);
      await until('no process is left', () => !below.some(({ pid }) => isAlive(pid)), 20);
    },
  };
}

const uidOf = (pid: number) => statSync(`/proc/${pid}`).uid;

/** Both engines run as a user that owns the stores and nothing else; the uid. */
function engineUid({ npm, dataDir }: Started): number {
  const engines = processesBelow(npm.pid ?? 0).filter(({ command }) => /bin\/postgres -D|ticks\/child\/main\.ts/.test(command));
  expect(engines).toHaveLength(2);
  const uids = new Set(engines.map(({ pid }) => uidOf(pid)));
  expect([...uids]).toEqual([statSync(join(dataDir, 'postgres')).uid]);
  expect(uidOf(postmasterOf(dataDir))).toBe([...uids][0]);
  return [...uids][0] ?? -1;
}

/** The capabilities that a container has unless it was given more. */
const containerCapabilities =
  'chown,dac_override,fsetid,fowner,mknod,net_raw,setgid,setuid,setfcap,setpcap,net_bind_service,sys_chroot,kill,audit_write';

test('as the user of the tests, in a folder closed to others, with spaces and quotes in its path', async () => {
  const started = await npmStart({ folder: checkout });
  const uid = engineUid(started);
  if (isRoot) expect([uid >= 61_184 && uid < 65_520, existsSync(`/proc/${started.npm.pid}`)]).toEqual([true, true]);
  else expect(uid).toBe(process.getuid?.());
  await started.stop();
  // The same data once more: what the first start made belongs to the same user still.
  const again = await npmStart({ folder: checkout });
  expect(engineUid(again)).toBe(uid);
  await again.stop();
});

test.runIf(isRoot)('as root with the rights that a container has, on new data and on data of a root with all rights', async () => {
  const under = ['setpriv', `--bounding-set=-all,${containerCapabilities.replaceAll(/(\w+)/g, '+$1')}`, '--inh-caps=-all'];
  const fresh = await npmStart({ folder: checkout, dataDir: join(closed, 'fresh'), under });
  expect(uidOf(postmasterOf(fresh.dataDir))).toBeGreaterThanOrEqual(61_184);
  await fresh.stop();
  // Where nothing is closed, the ticks engine needs no mount to be the engines' user, either.
  const inTheOpen = await npmStart({ folder: checkout, dataDir: join(open, 'in the open'), under });
  expect(engineUid(inTheOpen)).toBeGreaterThanOrEqual(61_184);
  await inTheOpen.stop();
  const kept = await npmStart({ folder: checkout, under });
  await kept.stop();
  const back = await npmStart({ folder: checkout });
  engineUid(back);
  await back.stop();
});

test.runIf(isRoot)('as root without any right: one sentence says how to start instead', async () => {
  const under = ['setpriv', '--bounding-set=-all', '--inh-caps=-all'];
  await expect(npmStart({ folder: checkout, dataDir: join(closed, 'none'), under })).rejects.toThrow(
    /Vigil cannot start: PostgreSQL does not run as root, .*Start Vigil as an ordinary user/,
  );
});

test.runIf(isRoot).each([
  // Containers set HOME to / for a user without a name; without any HOME npm itself does not start.
  ['an ordinary user', 2, { HOME: '/nonexistent' }],
  ['a user without a name', 54_321, { HOME: '/', USER: undefined, LOGNAME: undefined }],
])('as %s, from a checkout that is only to be read, with /tmp that runs no programs', async (_, uid, env) => {
  const folder = join(open, `checkout ${uid}`);
  if (!existsSync(join(open, 'shared'))) copyCheckout(join(open, 'shared'));
  mkdirSync(folder);
  chownSync(folder, uid, uid);
  const readOnly = `mount -t tmpfs -o noexec none /var/tmp && mount --bind '${join(open, 'shared')}' /mnt && mount -o remount,bind,ro /mnt && cd /mnt && exec "$@"`;
  const become = ['setpriv', '--reuid', String(uid), '--regid', String(uid), '--clear-groups', '--bounding-set=-all', '--inh-caps=-all'];
  const under = ['unshare', '--mount', '--propagation', 'private', 'sh', '-c', readOnly, 'sh', ...become];
  const started = await npmStart({ folder, under, env: { ...env, TMPDIR: '/var/tmp' } });
  expect(engineUid(started)).toBe(uid);
  await started.stop();
});

test.runIf(isRoot)(
  'root stays out of the data directory of somebody else, of a shared one and of one that holds other things',
  async () => {
    const theirs = join(open, 'theirs');
    mkdirSync(theirs, { mode: 0o700 });
    chownSync(theirs, 2, 2);
    const other = join(open, 'other');
    mkdirSync(other);
    writeFileSync(join(other, 'letter.txt'), 'not of Vigil');
    const shared = join(open, 'shared-data');
    mkdirSync(join(shared, 'outbox'), { recursive: true });
    chmodSync(shared, 0o1777);
    for (const [dataDir, words] of [
      [theirs, 'belongs to user 2, and this is user 0'],
      [other, "holds files that are not Vigil's (letter.txt)"],
      [shared, 'can be written by other users (mode 1777)'],
    ] as const) {
      const before = [statSync(dataDir).mode, readdirSync(dataDir)];
      await expect(npmStart({ folder: checkout, dataDir })).rejects.toThrow(words);
      expect([statSync(dataDir).mode, readdirSync(dataDir)]).toEqual(before);
    }
  },
);

test.runIf(isRoot)('programs of a folder above the checkout that others may write are not run by root', async () => {
  const bin = join(closed, 'node_modules', '.bin');
  mkdirSync(bin, { recursive: true });
  for (const name of ['setpriv', 'unshare', 'mount', 'sh', 'true']) {
    writeFileSync(join(bin, name), `#!/bin/sh\necho ${name} >>'${join(closed, 'ran')}'\nexec /usr/bin/${name} "$@"\n`, { mode: 0o755 });
  }
  const started = await npmStart({ folder: checkout, dataDir: join(closed, 'path') });
  engineUid(started);
  await started.stop();
  const ran = existsSync(join(closed, 'ran')) ? readFileSync(join(closed, 'ran'), 'utf8').trim().split('\n') : [];
  // npm itself starts every script through the `sh` that it finds; that is npm's.
  expect(ran.filter((name) => name !== 'sh')).toEqual([]);
});
