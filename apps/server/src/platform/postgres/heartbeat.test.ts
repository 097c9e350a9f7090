import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { makeDataDirectory } from '#platform/data-directory.ts';
import { createLog } from '#platform/log.ts';
import { enginesOf } from '#platform/stores.ts';
import { startEmbeddedPostgres } from './embedded.ts';
import { askPostgres } from './heartbeat.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'vigil-hanging-'));
makeDataDirectory(dataDir);
const folder = join(dataDir, 'postgres');
const given: string[] = [];
const postgres = await startEmbeddedPostgres({
  ...enginesOf(dataDir),
  folder,
  ownerPassword: 'owner',
  log: createLog('silent'),
  stopSeconds: 8,
  hangSeconds: 3,
  restartMinutes: 10,
  onExit: (reason) => given.push(reason),
});
afterAll(async () => {
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const firstProcess = () => Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]);
const inTime = () => AbortSignal.timeout(2_000);

async function kept(): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: postgres.ownerUrl });
  await client.connect();
  try {
    return (await client.query('select value from kept')).rows;
  } finally {
    await client.end();
  }
}

test('a PostgreSQL that refuses a connection in its own words has answered', async () => {
  const nobody = Object.assign(new URL(postgres.ownerUrl), { username: 'nobody' }).toString();
  expect(await askPostgres(nobody, inTime())).toBe('answered');
});

test('a PostgreSQL whose first process hangs is killed and started again, with what it had acknowledged', { timeout: 60_000 }, async () => {
  const client = new pg.Client({ connectionString: postgres.ownerUrl });
  client.on('error', () => {});
  await client.connect();
  await client.query('create table kept as select 42 as value');
  const hanging = firstProcess();
  process.kill(hanging, 'SIGSTOP');
  await expect(askPostgres(postgres.ownerUrl, AbortSignal.timeout(500))).rejects.toThrow();
  await expect.poll(() => askPostgres(postgres.ownerUrl, inTime()).catch(() => 'no answer'), { timeout: 40_000 }).toBe('answered');
  expect(firstProcess()).not.toBe(hanging);
  await expect.poll(() => kept().catch(() => 'still starting'), { timeout: 40_000 }).toEqual([{ value: 42 }]);
  expect(given).toEqual([]);
});
