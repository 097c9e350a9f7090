import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { oldestPostgres } from '#server/platform/postgres/examine-server.ts';
import { sendReadings, signInBand } from './band.ts';
import { openBrowser } from './browser.ts';
import { newContext, signIn } from './demo.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';
import { newDataDir, type RunningServer, removeDataDir, startServer, until, vigil, vigilLines } from './server.ts';

/** Through DATABASE_URL, as an ordinary role that may make roles and databases and nothing else. */
describe.each([
  { version: 'oldest', major: oldestPostgres },
  { version: 'newest', major: 18 },
] as const)('on the $version PostgreSQL, $major', ({ version, major }) => {
  let postgres: PostgresServer;
  let server: RunningServer | undefined;
  let env: { DATABASE_URL: string; DEMO: string; DEMO_DAYS: string };
  const [dataDir, restoredDir, backups] = [newDataDir(), newDataDir(), newDataDir()];
  const backupFile = join(backups, 'backup.tar.zst');
  const tell = (args: string[]) => vigilLines(dataDir, args, { DATABASE_URL: env.DATABASE_URL });
  /** Readings of a member whose band is a test's own, and the member. */
  let member = '';
  const startSeconds = Math.floor(Date.now() / 1000) - 3_600;
  const readings = Array.from({ length: 30 }, (_, index) => ({ timestamp: startSeconds + index * 60, data: { heart_rate: 70 + index } }));

  beforeAll(async () => {
    postgres = await startPostgres(version);
    env = { DATABASE_URL: await postgres.createDatabase('clinic'), DEMO: '1', DEMO_DAYS: '1' };
  });

  afterAll(async () => {
    await server?.stop();
    await postgres?.stop();
    for (const folder of [dataDir, restoredDir, backups]) removeDataDir(folder);
  });

  async function readingsOf(url: string, folder: string, databaseUrl: string): Promise<{ timestamp: number; data: object }[]> {
    const [token] = await vigilLines(folder, ['token', '--account', 'nurse@demo.example', '--tenant', 'demo'], {
      DATABASE_URL: databaseUrl,
    });
    const interval = `start_time=${startSeconds}&end_time=${startSeconds + 30 * 60}`;
    const answer = await fetch(`${url}/ticks-store/api/v1/users/${member}/ticks?metrics=heart_rate&${interval}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.status).toBe(200);
    return (await answer.json()) as { timestamp: number; data: object }[];
  }

  test('the server starts, migrates and takes the demonstration; it starts again on what it made', async () => {
    expect(await postgres.version()).toBe(major);
    server = await startServer({ dataDir, env });
    const first = server;
    await until('the history is stored', () => first.output().includes('demo: all data is loaded'), 120);
    expect(await server.stop()).toBe(0);
    server = await startServer({ dataDir, port: server.port, env });
  });

  test('a nurse signs in and reads a member’s chart', async () => {
    const browser = await openBrowser();
    try {
      const page = await (await newContext(browser)).newPage();
      await signIn(page, server?.url ?? '', 'nurse@demo.example');
      await page.waitForURL('**/dashboard/today');
      await page.goto(`${server?.url ?? ''}/dashboard/panel`);
      await page.locator('tr[data-row]').filter({ hasNotText: 'Public data set' }).first().locator('[data-row-link]').click();
      await page.waitForURL('**/patient/*/summary');
      await page.goto(page.url().replace('/summary', '/data'));
      await page.getByRole('article', { name: 'Heart rate', exact: true }).locator('canvas').first().waitFor();
    } finally {
      await browser.close();
    }
  });

  test('a band’s readings are taken and given back', async () => {
    const url = server?.url ?? '';
    const person = [
      '--tenant',
      'demo',
      '--email',
      'own-band@demo.example',
      '--given',
      'Synthetic',
      '--family',
      'Member',
      '--role',
      'patient',
    ];
    await tell(['user', 'create', ...person]);
    const device = await tell(['device', 'create', '--tenant', 'demo', '--member', 'own-band@demo.example', '--label', 'Synthetic band']);
    const told = new Map(device.map((line) => line.split('\t') as [string, string]));
    member = told.get('user_id') ?? '';
    const token = await signInBand(url, { clientId: told.get('client_id') ?? '', secret: told.get('client_secret') ?? '' });
    const answer = await sendReadings(url, member, token, readings);
    expect(await answer.json()).toMatchObject({ accepted: readings.length });
    expect(await readingsOf(url, dataDir, env.DATABASE_URL)).toHaveLength(readings.length);
  });

  test('doctor finds nothing to mend', async () => {
    const { code, stdout } = await vigil(dataDir, ['doctor'], { DATABASE_URL: env.DATABASE_URL });
    expect(stdout).toMatch(new RegExp(`ok +PostgreSQL: ${major}\\.`));
    expect(stdout).toContain('Nothing is broken');
    expect(code).toBe(0);
  });

  test('a backup restores into another database: the same people and readings, and doctor finds nothing to mend', async () => {
    const people = await tell(['user', 'list', '--tenant', 'demo']);
    const before = await readingsOf(server?.url ?? '', dataDir, env.DATABASE_URL);
    await tell(['backup', backupFile]);
    await server?.stop();
    const other = { DATABASE_URL: await postgres.createDatabase('restored') };
    rmSync(restoredDir, { recursive: true });
    await vigilLines(restoredDir, ['restore', backupFile], other);
    server = await startServer({ dataDir: restoredDir, env: { ...env, ...other } });
    expect(await vigilLines(restoredDir, ['user', 'list', '--tenant', 'demo'], other)).toEqual(people);
    const after = await readingsOf(server.url, restoredDir, other.DATABASE_URL);
    expect(after).toEqual(before);
    const { stdout, code } = await vigil(restoredDir, ['doctor'], other);
    expect(stdout).toContain('Nothing is broken');
    expect(code).toBe(0);
    // Nine processes one after the other, one of which computes all rollups again: minutes on a machine that is busy with other things.
  }, 360_000);
});
