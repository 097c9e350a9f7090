import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, describe, expect, it } from 'vitest';
import { applicationRole, withCredentials } from '#platform/migrate.ts';
import type { TicksEngine } from '#platform/ticks/engine.ts';
import { ownDataDir, startOwnEngine } from '#platform/ticks/testing/own-engine.ts';
import { useHarness } from '#testing/harness.ts';
import { batchOf, numberedSeries, ticksPerNumber } from './testing/batches.ts';
import { storedDays } from './testing/stored-rollups.ts';
import { createTickWriter } from './writer.ts';

const harness = await useHarness();
const tenant = await harness.createTenant();
const folder = ownDataDir();
afterAll(() => folder.remove());
const databaseUrl = withCredentials(harness.ownerUrl, applicationRole, harness.secrets.databaseApp);
const script = join(import.meta.dirname, 'testing', 'appending-process.ts');

/** Runs the appending process until it has acknowledged so many batches, kills it, and answers their numbers. */
async function appendUntilKilled(userId: string, first: number, enough: number): Promise<number[]> {
  const child = spawn(process.execPath, [script, folder.path, databaseUrl, tenant.id, userId, String(first)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const acknowledged: number[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    if (/^\d+$/.test(line)) acknowledged.push(Number(line));
    // Lines still come after the signal: they were written, so they were acknowledged.
    if (acknowledged.length >= enough) child.kill('SIGKILL');
  }
  await ended;
  return acknowledged;
}

async function storedNumbers(engine: TicksEngine, userId: string): Promise<Map<number, number>> {
  const rows = await engine.query<{ number: number; n: number }>(
    'select value as number, count() as n from vigil.ticks final where user_id = {userId:UUID} group by value',
    { userId },
  );
  return new Map(rows.map((row) => [row.number, row.n]));
}

function expectAll(stored: Map<number, number>, acknowledged: readonly number[]): void {
  expect(acknowledged.filter((number) => stored.get(number) !== ticksPerNumber)).toEqual([]);
}

describe('kill -9', () => {
  it('of the server loses no acknowledged tick, and the next start follows them all up', { timeout: 120_000 }, async () => {
    const { id } = await harness.createUser(tenant, { timeZone: 'UTC' });
    const acknowledged: number[] = [];
    for (const enough of [5, 40, 17])
      acknowledged.push(...(await appendUntilKilled(id, acknowledged.length === 0 ? 0 : Math.max(...acknowledged) + 10, enough)));
    expect(acknowledged.length).toBeGreaterThanOrEqual(62);

    const own = await startOwnEngine(folder.path);
    const stored = await storedNumbers(own.engine, id);
    expectAll(stored, acknowledged);
    const writer = createTickWriter({ ...harness, engine: own.engine });
    const ticks = [...stored.values()].reduce((sum, n) => sum + n, 0);
    const rolledUp = async () => (await storedDays(own.engine, id, 'UTC')).reduce((sum, day) => sum + day.n, 0);
    await expect.poll(rolledUp, { timeout: 15_000 }).toBe(ticks);
    await writer.stop();
    await own.stop();
  });

  it('of the engine under load loses no acknowledged tick; what failed succeeds when sent again', { timeout: 120_000 }, async () => {
    const own = await startOwnEngine(folder.path);
    const writer = createTickWriter({ ...harness, engine: own.engine });
    const { id } = await harness.createUser(tenant, { timeZone: 'UTC' });
    const send = (number: number) => writer.append(batchOf({ tenantId: tenant.id, userId: id, series: numberedSeries(number) }));
    const numbers = Array.from({ length: 150 }, (_, number) => number);
    const failed: number[] = [];
    const errors = new Set<string>();
    for (let start = 0; start < numbers.length; start += 3) {
      if (start === 30 || start === 90) process.kill(own.embedded.pid() ?? 0, 'SIGKILL');
      const results = await Promise.allSettled(numbers.slice(start, start + 3).map(send));
      for (const [index, result] of results.entries()) {
        if (result.status === 'fulfilled') continue;
        failed.push(start + index);
        errors.add((result.reason as { code: string }).code);
      }
      if (results.some((result) => result.status === 'rejected'))
        await expect
          .poll(
            () =>
              own.engine.ping().then(
                () => 'up',
                () => 'down',
              ),
            { timeout: 20_000 },
          )
          .toBe('up');
    }
    expect(failed.length).toBeGreaterThan(0);
    expect([...errors]).toEqual(['ticks_unavailable']);
    expectAll(
      await storedNumbers(own.engine, id),
      numbers.filter((number) => !failed.includes(number)),
    );

    await Promise.all(failed.map(send));
    expectAll(await storedNumbers(own.engine, id), numbers);
    await writer.rollupsSettled();
    const rolledUp = (await storedDays(own.engine, id, 'UTC')).reduce((sum, day) => sum + day.n, 0);
    expect(rolledUp).toBe(numbers.length * ticksPerNumber);
    await writer.stop();
    await own.stop();
  });
});
