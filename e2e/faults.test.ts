import { existsSync, readdirSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase } from '#server/platform/postgres/database.ts';
import { connectionUrl } from '#server/platform/postgres/embedded.ts';
import { createRecords, type Records, readBack, type Sending, signInBand } from './band.ts';
import { type Clinic, openClinic, tokenOf } from './clinic.ts';
import { isAlive, postmasterOf, processesBelow, ticksChildOf } from './processes.ts';
import {
  freePort,
  hasEnded,
  isReady,
  newDataDir,
  type RunningServer,
  removeDataDir,
  startInVain,
  startServer,
  until,
  vigil,
  vigilLines,
} from './server.ts';

let server: RunningServer;
let clinic: Clinic;
let records: Records;
let nurse: string;
/** A second server, on what was restored from the first one's backup. */
let restored: RunningServer | undefined;
const dataDir = newDataDir();
const restoredDir = newDataDir();
const backupFile = join(newDataDir(), 'backup.tar.zst');

beforeAll(async () => {
  server = await startServer({ dataDir });
  clinic = await openClinic(server, 3);
  records = createRecords(clinic.bands);
  nurse = await tokenOf(dataDir, clinic.tenant, clinic.nurse);
});

afterAll(async () => {
  await Promise.all([server?.stop(), restored?.stop()]);
  for (const folder of [dataDir, restoredDir, join(backupFile, '..')]) removeDataDir(folder);
});

async function startAgain(): Promise<void> {
  server = await startServer({ dataDir, port: server.port });
}

const acknowledgedBatches = (sending: Sending, enough: number) =>
  until(`${enough} batches are acknowledged`, () => sending.acknowledged() >= enough);

/** Every acknowledged tick is there with its value, and no tick is there twice. Answers how many were found. */
async function expectNothingLost(at: RunningServer = server, token: string = nurse): Promise<number> {
  let found = 0;
  for (const userId of clinic.members) {
    const back = await readBack(at.url, token, userId, records.span());
    const missing = [...records.acknowledgedOf(userId)].filter(([timestamp, value]) => back.ticks.get(timestamp) !== value);
    expect(missing, 'acknowledged ticks that are not found').toEqual([]);
    expect(back.moments, 'each moment once').toBe(back.ticks.size);
    expect(back.counted, 'ticks counted by the engine').toBe(back.ticks.size);
    found += back.ticks.size;
  }
  return found;
}

/** The rollups of the days follow until they count exactly the ticks that there are. */
function rollupsFollow(at: RunningServer = server, token: string = nurse): Promise<void> {
  return until('the rollups count every tick once', async () => {
    for (const userId of clinic.members) {
      const back = await readBack(at.url, token, userId, records.span());
      if (back.rolledUp !== back.ticks.size) return false;
    }
    return true;
  });
}

test('ten times kill -9 of the whole server under load: every acknowledged tick is found after each start, none twice', async () => {
  const before = records.totalAcknowledged();
  let batches = 0;
  for (let round = 1; round <= 10; round++) {
    const sending = records.send(server.url, { persistent: false });
    // Another moment of the group commit each time.
    await acknowledgedBatches(sending, 4 + ((round * 7) % 11));
    await server.kill();
    await sending.stop();
    batches += sending.acknowledged();
    await startAgain();
    await expectNothingLost();
  }
  const found = await expectNothingLost();
  const acknowledged = records.totalAcknowledged() - before;
  expect(acknowledged).toBe(batches * 50);
  await rollupsFollow();
  process.stdout.write(
    `  kill -9, 10 rounds: ${acknowledged} ticks acknowledged in ${batches} batches, ${found} found, none lost, none twice\n`,
  );
}, 240_000);

test('kill -9 of the ticks engine: bands are answered 200 or 503 with Retry-After, then it works again by itself', async () => {
  const before = ticksChildOf(server.process.pid ?? 0);
  const sending = records.send(server.url, { persistent: true });
  await acknowledgedBatches(sending, 3);
  process.kill(before, 'SIGKILL');
  await until('another ticks engine runs', () =>
    processesBelow(server.process.pid ?? 0).some(({ pid, command }) => pid !== before && command.includes('ticks/child/main.ts')),
  );
  await until('the server is ready again', () => isReady(server.url));
  await acknowledgedBatches(sending, sending.acknowledged() + 6);
  await sending.stop();
  expect([...sending.answers.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect(sending.withoutRetryAfter).toEqual([]);
  expect(ticksChildOf(server.process.pid ?? 0)).not.toBe(before);
  await expectNothingLost();
});

test('a ticks engine that is stopped is replaced within seconds: calls get 503 meanwhile, nothing is lost, nothing is there twice', async () => {
  const before = ticksChildOf(server.process.pid ?? 0);
  const sending = records.send(server.url, { persistent: true });
  await acknowledgedBatches(sending, 3);
  process.kill(before, 'SIGSTOP');
  const stoppedMs = performance.now();
  const acknowledged = sending.acknowledged();
  // Three batches may have been on their way.
  await acknowledgedBatches(sending, acknowledged + 4);
  // Six seconds until it is given up, and the start of another on a loaded machine; it was over a minute once.
  expect(performance.now() - stoppedMs).toBeLessThan(25_000);
  await sending.stop();
  expect(isAlive(before)).toBe(false);
  expect([...sending.answers.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect(sending.withoutRetryAfter).toEqual([]);
  await expectNothingLost();
});

test('kill -9 of PostgreSQL: it is started again once, bands are answered 200 or 503 meanwhile; killed again, the server ends', async () => {
  const first = postmasterOf(dataDir);
  expect(processesBelow(server.process.pid ?? 0).map(({ pid }) => pid)).toContain(first);
  const sending = records.send(server.url, { persistent: true });
  await acknowledgedBatches(sending, 3);
  process.kill(first, 'SIGKILL');
  const answers = await answersUntilReplaced(first, [
    '/readyz',
    '/idp/auth?client_id=vigil-portal&response_type=code',
    '/idp/forgotten',
    `/ticks-store/api/v1/users/${clinic.members[0]}/ticks?metrics=heart_rate&start_time=0&end_time=1`,
  ]);
  expect(answers.filter(({ status }) => status >= 500 && status !== 503)).toEqual([]);
  expect(answers.filter(({ path, status, retryAfter }) => path !== '/readyz' && status === 503 && !retryAfter)).toEqual([]);
  await acknowledgedBatches(sending, sending.acknowledged() + 6);
  await sending.stop();
  expect([...sending.answers.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect(sending.withoutRetryAfter).toEqual([]);
  const second = postmasterOf(dataDir);
  expect(second).not.toBe(first);
  await expectNothingLost();

  const children = processesBelow(server.process.pid ?? 0);
  process.kill(second, 'SIGKILL');
  await until('the server ends', () => hasEnded(server.process), 40);
  expect(server.process.exitCode).toBe(1);
  await until('no process is left', () => !children.some(({ pid }) => isAlive(pid)), 20);
  await startAgain();
  await expectNothingLost();
});

/** What is answered, again and again, from now on until another PostgreSQL runs and the server says that it is ready. */
async function answersUntilReplaced(postmaster: number, paths: readonly string[]) {
  const answers: { path: string; status: number; retryAfter: string | null }[] = [];
  await until('another PostgreSQL runs and the server is ready', async () => {
    for (const path of paths) {
      const answer = await fetch(`${server.url}${path}`, {
        redirect: 'manual',
        headers: { authorization: `Bearer ${nurse}`, accept: 'text/html, application/json' },
      });
      await answer.arrayBuffer();
      answers.push({ path, status: answer.status, retryAfter: answer.headers.get('retry-after') });
    }
    return !isAlive(postmaster) && (await isReady(server.url)) && postmasterOf(dataDir) !== postmaster;
  });
  return answers;
}

test('a second server on the same data directory is refused with one sentence', async () => {
  const { code, stderr } = await startInVain({ DATA_DIR: dataDir, PORT: String(await freePort()), DEMO: '0' });
  expect(code).toBe(1);
  expect(stderr.trim().split('\n')).toEqual([expect.stringContaining(`Another Vigil server is using ${dataDir}`)]);
  expect(await isReady(server.url)).toBe(true);
});

test.each([
  ['a port that is none', { PORT: 'abc' }, ['PORT', '"abc"']],
  ['demonstration accounts in production', { DEMO: '1', NODE_ENV: 'production' }, ['DEMO', 'NODE_ENV']],
  ['a demonstration for everybody', { DEMO: '1', HOST: '0.0.0.0' }, ['HOST', '"0.0.0.0"', 'DEMO_PUBLIC']],
  ['an address that is none', { PUBLIC_URL: 'vigil' }, ['PUBLIC_URL', '"vigil"']],
])('%s stops the start with one sentence that names the setting, before anything is written', async (_case, env, words) => {
  const untouched = join(dataDir, 'never');
  const { code, stderr } = await startInVain({ DATA_DIR: untouched, DEMO: '0', ...env });
  expect(code).toBe(1);
  const lines = stderr.trim().split('\n');
  expect(lines).toHaveLength(1);
  for (const word of words) expect(lines[0]).toContain(word);
  expect(existsSync(untouched)).toBe(false);
});

test('doctor finds nothing to mend beside the running server', async () => {
  const { code, stdout } = await vigil(dataDir, ['doctor']);
  expect(stdout).toContain('Nothing is broken');
  expect(stdout).toMatch(/ok +Audit log: [1-9]\d* entries of 1 tenants, chain unbroken/);
  expect(code).toBe(0);
});

test('a backup made under load restores into an empty directory: the same people, devices, ticks, audit trail and rollups', async () => {
  const earlier = records.send(server.url, { persistent: true });
  await acknowledgedBatches(earlier, 30);
  await earlier.stop();
  await rollupsFollow();
  const before = await Promise.all(clinic.members.map((userId) => readBack(server.url, nurse, userId, records.span())));
  const acknowledgedBefore = clinic.members.map((userId) => [...records.acknowledgedOf(userId)]);
  const list = (folder: string) =>
    Promise.all([
      vigilLines(folder, ['user', 'list', '--tenant', clinic.tenant]),
      vigilLines(folder, ['device', 'list', '--tenant', clinic.tenant, '--member', clinic.members[0] ?? '']),
    ]);
  const people = await list(dataDir);

  const sending = records.send(server.url, { persistent: true });
  await acknowledgedBatches(sending, 1);
  await vigilLines(dataDir, ['backup', backupFile]);
  await sending.stop();
  expect(statSync(backupFile).mode & 0o077).toBe(0);
  expect([...sending.answers.keys()]).toEqual([200]);

  const [told] = await vigilLines(restoredDir, ['restore', backupFile]);
  expect(told).toContain('Restored the backup');
  restored = await startServer({ dataDir: restoredDir });
  expect(await list(restoredDir)).toEqual(people);
  const token = await tokenOf(restoredDir, clinic.tenant, clinic.nurse);
  for (const [index, userId] of clinic.members.entries()) {
    const back = await readBack(restored.url, token, userId, records.span());
    const missing = acknowledgedBefore[index]?.filter(([timestamp, value]) => back.ticks.get(timestamp) !== value);
    expect(missing).toEqual([]);
    expect(back.counted).toBe(back.ticks.size);
    expect(back.rolledUp).toBe(back.ticks.size);
    // Days that were over before the backup was begun are figure for figure the same.
    const whole = (before[index]?.days ?? []).slice(0, -1);
    expect(whole.length).toBeGreaterThan(0);
    expect(back.days.slice(0, whole.length)).toEqual(whole);
  }
  for (const band of clinic.bands) await expect(signInBand(restored.url, band)).resolves.toMatch(/^ey/);
});

test('a restore into a directory that is not empty is refused and changes nothing', async () => {
  const files = readdirSync(restoredDir);
  const { code, stderr } = await vigil(restoredDir, ['restore', backupFile]);
  expect(code).toBe(1);
  expect(stderr).toContain('is not empty. Nothing was restored');
  expect(readdirSync(restoredDir)).toEqual(files);
});

test('doctor finds the restored audit trail unbroken; a row changed with the owner’s password it names, with code 1', async () => {
  const well = await vigil(restoredDir, ['doctor']);
  expect(well.stdout).toMatch(/ok +Audit log: [1-9]\d* entries of 1 tenants, chain unbroken/);
  expect(well.code).toBe(0);
  await changeAuditRow(restoredDir);
  const { code, stdout } = await vigil(restoredDir, ['doctor']);
  expect(stdout).toMatch(/BROKEN +Audit log: .*entry 1: the row was changed/);
  expect(stdout).toContain('1 to mend, ');
  expect(code).toBe(1);
});

test('a backup that was cut short is refused and nothing is written', async () => {
  const target = join(dataDir, '..', `${dataDir.split('/').at(-1)}-cut`);
  truncateSync(backupFile, Math.floor(statSync(backupFile).size * 0.7));
  const { code, stderr } = await vigil(target, ['restore', backupFile]);
  expect(code).toBe(1);
  expect(stderr).toContain('Nothing was restored');
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect(existsSync(target)).toBe(false);
});

/** What the hash chain is for: a change by somebody whom neither grants nor triggers stop. */
async function changeAuditRow(folder: string): Promise<void> {
  const { databaseOwner } = JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8')) as { databaseOwner: string };
  const { postgresPort } = JSON.parse(readFileSync(join(folder, 'runtime.json'), 'utf8')) as { postgresPort: number };
  const owner = createDatabase({
    url: connectionUrl('vigil_owner', databaseOwner, postgresPort, 'vigil'),
    size: 1,
    onError: (error) => {
      throw error;
    },
  });
  try {
    await owner.global(async (sql) => {
      await sql.query('alter table vigil.audit_log disable trigger audit_log_is_append_only');
      const changed = await sql.query('update vigil.audit_log set endpoint = $1 where sequence = 1 returning sequence', [
        'registry.getUser',
      ]);
      expect(changed).toHaveLength(1);
      await sql.query('alter table vigil.audit_log enable trigger audit_log_is_append_only');
    });
  } finally {
    await owner.close();
  }
}
