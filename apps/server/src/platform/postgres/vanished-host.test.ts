import { afterAll, expect, test } from 'vitest';
import { useHarness } from '#testing/harness.ts';
import { startSilentProxy } from '#testing/silent-proxy.ts';
import { withConnection } from './connection.ts';
import { createDatabase } from './database.ts';

const { ownerUrl } = await useHarness();
const proxy = await startSilentProxy(Number(new URL(ownerUrl).port));
const url = Object.assign(new URL(ownerUrl), { port: String(proxy.port) }).toString();
const database = createDatabase({ url, size: 3, onError: () => {} });
afterAll(async () => {
  await proxy.stop();
  await database.close();
});

const away = { code: 'database_unavailable', status: 503 };
interface Timed {
  readonly outcome: unknown;
  readonly seconds: number;
}
/** How a question ended, and after how many seconds. */
async function timed(work: Promise<unknown>): Promise<Timed> {
  const fromMs = performance.now();
  const outcome = await work.catch((error: unknown) => error);
  return { seconds: (performance.now() - fromMs) / 1_000, outcome };
}

test('a statement that takes its time is waited for, also where nothing else is heard meanwhile', { timeout: 60_000 }, async () => {
  const slow = 'select 1 as one, pg_sleep(17)';
  const [pooled, single] = await Promise.all([database.ask(slow), withConnection(url, async (client) => (await client.query(slow)).rows)]);
  expect([pooled, single]).toMatchObject([[{ one: 1 }], [{ one: 1 }]]);
});

test('a host that vanishes without a word: whoever waits is told within 15 s, and all works again when it is back', {
  timeout: 90_000,
}, async () => {
  await Promise.all([1, 2, 3].map(() => database.ask('select pg_sleep(0.2)')));
  const waiting: Promise<Timed>[] = [];
  await withConnection(url, async (client) => {
    await client.query('select 1');
    const transaction = database.global(async (sql) => {
      await sql.query('select 1');
      proxy.vanish();
      waiting.push(timed(client.query('select 4')));
      waiting.push(timed(sql.query('select 2')));
      await Promise.all(waiting);
    });
    await transaction.catch(() => {});
  });
  const atOnce = await timed(database.ping());
  const [ofOperator, inTransaction] = await Promise.all(waiting);
  expect(ofOperator?.outcome).toMatchObject({ code: 'ETIMEDOUT' });
  expect(inTransaction?.outcome).toMatchObject(away);
  for (const one of [ofOperator, inTransaction]) expect(one?.seconds).toBeLessThan(15);
  // Whoever comes later does not wait for it again.
  expect(atOnce.outcome).toMatchObject(away);
  expect(atOnce.seconds).toBeLessThan(2);

  proxy.comeBack();
  await expect.poll(() => database.ping().catch(() => 'gone'), { timeout: 10_000 }).toBeUndefined();
  for (const { outcome } of await Promise.all([1, 2, 3].map(() => timed(database.ask('select 1 as one')))))
    expect(outcome).toEqual([{ one: 1 }]);
});
