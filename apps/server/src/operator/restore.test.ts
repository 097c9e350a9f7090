import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPeople } from '#people/index.ts';
import { createAuditAnchor } from '#platform/audit/anchor/anchor.ts';
import { placeOf } from '#platform/audit/anchor/place.ts';
import { verifyAnchor } from '#platform/audit/anchor/verify-anchor.ts';
import { createAudit } from '#platform/audit/audit.ts';
import { verifyAudit } from '#platform/audit/verify-audit.ts';
import { createProcessBus } from '#platform/bus.ts';
import { systemClock } from '#platform/clock.ts';
import { readConfig } from '#platform/config.ts';
import { dataLockName } from '#platform/data-lock.ts';
import { createLog } from '#platform/log.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#platform/postgres/embedded.ts';
import { enginesOf, openStores } from '#platform/stores.ts';
import { type EmbeddedTicks, startEmbeddedTicks } from '#platform/ticks/embedded.ts';
import { restoreMarkName } from '#platform/unfinished-restore.ts';
import { createTickWriter } from '#services/ticks-store/index.ts';
import { tickBatch } from '#testing/ticks.ts';
import { backup } from './backup.ts';
import { rebuildAll } from './rebuild.ts';
import { clearUnfinishedRestore, restore } from './restore.ts';

/*
 * The operator's tool in a process of its own, killed in the middle of a restore. Embedded stores, and stores that are
 * servers of their own (a PostgreSQL and a ticks engine started here, named by DATABASE_URL and TICKS_URL).
 */
const log = createLog(process.env.TEST_LOG_LEVEL ?? 'silent');
const tool = join(import.meta.dirname, '../vigil.ts');
const workplace = mkdtempSync(join(tmpdir(), 'vigil-restore-'));
const file = join(workplace, 'backup.tar.zst');
const tickCount = 5_000;
const auditEntries = 300;
let external: { postgres: EmbeddedPostgres; ticks: EmbeddedTicks; secret: string };

beforeAll(async () => {
  await makeBackup();
  const [dataDir, secret] = [join(workplace, 'servers'), randomBytes(32).toString('hex')];
  mkdirSync(dataDir);
  external = {
    secret,
    postgres: await startEmbeddedPostgres({
      ...enginesOf(dataDir),
      folder: join(dataDir, 'postgres'),
      ownerPassword: secret,
      log,
      onExit: () => {},
      stopSeconds: 8,
      hangSeconds: 30,
      restartMinutes: 10,
    }),
    ticks: await startEmbeddedTicks({ ...enginesOf(dataDir), dataDir, secret, log, hangSeconds: 6, stopSeconds: 8 }),
  };
}, 120_000);

afterAll(async () => {
  await external?.ticks.stop();
  await external?.postgres.stop();
  rmSync(workplace, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

/** A tenant with a member, her ticks, an audit trail and its anchor. */
async function makeBackup(): Promise<void> {
  const dataDir = join(workplace, 'source');
  const stores = await openStores({
    config: readConfig({ DATA_DIR: dataDir }),
    log,
    mode: 'own',
    onFatal: () => {},
  });
  const { database, engine, secrets } = stores;
  const [tenantId, userId] = [randomUUID(), randomUUID()];
  const anchor = createAuditAnchor({
    database,
    clock: systemClock,
    log,
    key: secrets.auditSeal,
    dataDir,
    place: 'embedded',
    everySeconds: 3600,
    logMinutes: 0,
  });
  const audit = createAudit({ database, clock: systemClock, key: secrets.auditSeal, onWritten: anchor.note });
  await database.global((sql) => sql.query("insert into vigil.tenants (id, code) values ($1, 'clinic')", [tenantId]));
  await database.tenant(tenantId, (sql) =>
    sql.query(
      "insert into vigil.users (tenant_id, id, roles, given_name, family_name, time_zone) values ($1, $2, '{patient}', 'Test', 'Member', 'UTC')",
      [tenantId, userId],
    ),
  );
  const writer = createTickWriter({
    engine,
    database,
    people: createPeople({ database }),
    bus: createProcessBus(() => {}),
    clock: systemClock,
    log,
  });
  const startSeconds = Date.parse('2026-01-01T00:00:00Z') / 1000;
  const ticks = Array.from({ length: tickCount }, (_, index) => [startSeconds + index * 60, 60 + (index % 40)] as const);
  await writer.append(tickBatch({ id: userId, tenantId }, { heart_rate: ticks }));
  await writer.stop();
  const entry = { tenantId, actorKind: 'person', actorId: userId, subject: null, members: [userId], method: 'GET', status: 200 } as const;
  const recorded = Array.from({ length: auditEntries }, () =>
    audit.record({ ...entry, requestId: randomUUID(), endpoint: 'ticksStore.getTicks', ip: '127.0.0.1' }),
  );
  await Promise.all(recorded);
  await anchor.stop();
  await backup(stores, { dataDir, file, now: new Date(), onProgress: () => {}, reserveBytes: 0 });
  await stores.close();
}

type Env = Record<string, string>;

function launch(script: string, dataDir: string, args: readonly string[], env: Env = {}) {
  const child = spawn(process.execPath, [script, ...args], {
    env: { ...process.env, NODE_ENV: '', DEMO: '0', DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8');
    });
  const ended = new Promise<{ code: number | null; said: string }>((resolve) => child.once('close', (code) => resolve({ code, said })));
  return { child, ended };
}

const steps = ['files', 'loading', 'committing'] as const;

function stepOf(dataDir: string): number {
  try {
    const { step } = JSON.parse(readFileSync(join(dataDir, restoreMarkName), 'utf8')) as { step: (typeof steps)[number] };
    return steps.indexOf(step);
  } catch {
    return -1;
  }
}

/** Starts a restore and kills it as soon as it has come to the step, or a little further. */
async function cutShort(dataDir: string, step: (typeof steps)[number], signal: NodeJS.Signals = 'SIGKILL', env?: Env): Promise<void> {
  const { child, ended } = launch(tool, dataDir, ['restore', file], env);
  while (stepOf(dataDir) < steps.indexOf(step) && !hasEnded(child)) await pause(2);
  child.kill(signal);
  const { said } = await ended;
  expect(child.signalCode, said).toBe(signal);
  expect(existsSync(join(dataDir, restoreMarkName))).toBe(true);
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

const newDataDir = () => join(workplace, `target-${randomUUID()}`);

/** The lock's file stays: who removes it gives the lock away. */
const namesIn = (dataDir: string) => readdirSync(dataDir).filter((name) => name !== dataLockName);

const refusal = /holds part of a restored backup only.*vigil restore <file>.*vigil restore --clear/s;

function target(dataDir: string, env: Env = {}) {
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...env });
  const open = () => openStores({ config, log, mode: 'own', onFatal: () => {} });
  return {
    restore: (from = file) =>
      restore({ config, file: from, log, onProgress: () => {}, rebuild: (stores) => rebuildAll({ config, log, stores }) }),
    clear: () => clearUnfinishedRestore({ config, log }),
    open,
    /** Everything of the backup is there, once, and fits together. */
    async expectRestored() {
      expect(existsSync(join(dataDir, restoreMarkName))).toBe(false);
      const { database, engine, secrets, close } = await open();
      const key = secrets.auditSeal;
      try {
        expect(await verifyAudit(database, key)).toEqual({ tenants: 1, rows: auditEntries, broken: [] });
        const { anchor, anchorFound, broken } = await verifyAnchor({ database, key, dataDir, place: placeOf(config) });
        expect({ anchorFound, broken }).toEqual({ anchorFound: [], broken: [] });
        expect(Object.values(anchor?.tenants ?? {})).toMatchObject([{ sequence: auditEntries }]);
        const [ticks] = await engine.query<{ n: number }>('select toFloat64(count()) as n from vigil.ticks final');
        expect(ticks?.n).toBe(tickCount);
        expect(await database.global((sql) => sql.query('select code from vigil.tenants'))).toEqual([{ code: 'clinic' }]);
      } finally {
        await close();
      }
    },
  };
}

/** Beyond what the work takes: these tests start stores and processes, on machines that may be busy. */
const patienceMs = 240_000;

describe.each([
  ['files', 'the server', join(tool, '../main.ts'), []],
  ['loading', 'the doctor', tool, ['doctor']],
  ['committing', 'every other command', tool, ['backup', join(workplace, 'never.tar.zst')]],
] as const)('a restore killed at the step "%s"', (step, who, script, args) => {
  test(
    `is refused by ${who}, and done anew by another restore`,
    async () => {
      const dataDir = newDataDir();
      await cutShort(dataDir, step);
      const before = readdirSync(dataDir).sort();
      const { code, said } = await launch(script, dataDir, args, { PORT: '0' }).ended;
      expect(code).toBe(1);
      expect(said).toMatch(refusal);
      expect(said).not.toMatch(/\n\s+at /);
      expect(readdirSync(dataDir).sort()).toEqual(before);
      await target(dataDir).restore();
      await target(dataDir).expectRestored();
    },
    patienceMs,
  );
});

test(
  'Ctrl-C leaves the mark, too; cleared, the directory is empty and takes another restore',
  async () => {
    const dataDir = newDataDir();
    await cutShort(dataDir, 'loading', 'SIGINT');
    await expect(target(dataDir).open()).rejects.toThrow(refusal);
    await target(dataDir).clear();
    expect(namesIn(dataDir)).toEqual([]);
    await expect(target(dataDir).clear()).rejects.toThrow('Nothing was removed');
    await target(dataDir).restore();
    await target(dataDir).expectRestored();
  },
  patienceMs,
);

test('a mark that was cut short itself is a mark', async () => {
  const dataDir = newDataDir();
  mkdirSync(dataDir);
  writeFileSync(join(dataDir, restoreMarkName), '{"backupOf":"20');
  await expect(target(dataDir).open()).rejects.toThrow(refusal);
  await target(dataDir).clear();
  expect(namesIn(dataDir)).toEqual([]);
});

test('a backup that lies in the directory to be emptied is not removed: the restore is refused', async () => {
  const dataDir = newDataDir();
  mkdirSync(dataDir);
  writeFileSync(join(dataDir, restoreMarkName), '{}');
  const inside = join(dataDir, 'backup.tar.zst');
  copyFileSync(file, inside);
  await expect(target(dataDir).restore(inside)).rejects.toThrow('move it out');
  expect(existsSync(inside)).toBe(true);
});

test(
  'while one restore is under way, another into the same directory is refused',
  async () => {
    const dataDir = newDataDir();
    const first = target(dataDir).restore();
    await expect.poll(() => stepOf(dataDir), { timeout: patienceMs, interval: 5 }).toBeGreaterThan(0);
    await expect(target(dataDir).restore()).rejects.toThrow('Another Vigil is using');
    await first;
    await target(dataDir).expectRestored();
  },
  patienceMs,
);

describe('into servers of their own (DATABASE_URL, TICKS_URL)', () => {
  async function servers(): Promise<Env> {
    const name = `vigil_${randomUUID().slice(0, 8)}`;
    const client = new pg.Client({ connectionString: external.postgres.ownerUrl });
    await client.connect();
    await client.query(`create database ${name}`);
    await client.end();
    return {
      DATABASE_URL: Object.assign(new URL(external.postgres.ownerUrl), { pathname: `/${name}` }).toString(),
      TICKS_URL: external.ticks.url.replace('http://', `http://vigil:${external.secret}@`),
    };
  }

  test.each(['loading', 'committing'] as const)(
    'one killed at the step "%s" is done anew; what holds data already is left alone; cleared, the servers are empty',
    async (step) => {
      const env = await servers();
      const dataDir = newDataDir();
      await cutShort(dataDir, step, 'SIGKILL', env);
      await target(dataDir, env).restore();
      await target(dataDir, env).expectRestored();

      const other = newDataDir();
      await expect(target(other, env).restore()).rejects.toThrow('already holds tenants');
      const { TICKS_URL = '' } = env;
      await expect(target(other, { ...(await servers()), TICKS_URL }).restore()).rejects.toThrow('already holds ticks');
      expect(namesIn(other)).toEqual([]);

      writeFileSync(join(dataDir, restoreMarkName), JSON.stringify({ backupOf: 'x', begunAt: 'y', step: 'committing' }));
      await target(dataDir, env).clear();
      expect(namesIn(dataDir)).toEqual([]);
      await target(other, env).restore();
      await target(other, env).expectRestored();
      writeFileSync(join(other, restoreMarkName), JSON.stringify({ backupOf: 'x', begunAt: 'y', step: 'committing' }));
      await target(other, env).clear();
    },
    patienceMs,
  );
});
