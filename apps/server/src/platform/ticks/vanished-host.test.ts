import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { loadSecrets } from '#platform/secrets.ts';
import { useHarness } from '#testing/harness.ts';
import { startSilentProxy } from '#testing/silent-proxy.ts';
import { createTicksEngine } from './client.ts';

const { config } = await useHarness();
const { ticksUrl } = JSON.parse(readFileSync(join(config.dataDir, 'runtime.json'), 'utf8')) as { ticksUrl: string };
const { ticksEngine: secret } = await loadSecrets(config.dataDir);
const proxy = await startSilentProxy(Number(new URL(ticksUrl).port));
/** As a ClickHouse server of the operator's: its password stands in the address. */
const engine = createTicksEngine({ url: `http://default:${secret}@127.0.0.1:${proxy.port}` });
afterAll(async () => {
  await engine.close();
  await proxy.stop();
});

const report = { lane: 'report' } as const;

it('a question that takes its time is waited for, also where nothing else is heard meanwhile', { timeout: 60_000 }, async () => {
  const slow = 'select sum(sleepEachRow(1)) as slept from numbers(15) settings max_block_size = 1';
  expect(await engine.query<{ slept: number }>(slow, {}, report)).toEqual([{ slept: 0 }]);
});

it('a server that vanishes without a word: whoever asks is told within 15 s, and all works again when it is back', {
  timeout: 90_000,
}, async () => {
  proxy.vanish();
  const fromMs = performance.now();
  const insert = { lane: 'intake', maxSeconds: 60 } as const;
  const asked = [engine.query('select 1 as one', {}, report), engine.rowBinary('select 1 as one'), engine.command('select 1', {}, insert)];
  for (const one of asked) await expect(one).rejects.toMatchObject({ code: 'ticks_unavailable', status: 503 });
  expect(performance.now() - fromMs).toBeLessThan(15_000);

  // Whoever comes later does not wait for it again.
  const laterMs = performance.now();
  await expect(engine.query('select 1 as one', {}, report)).rejects.toMatchObject({ code: 'ticks_unavailable' });
  expect(performance.now() - laterMs).toBeLessThan(2_000);

  proxy.comeBack();
  await expect.poll(() => engine.query('select 1 as one', {}, report).catch(() => 'gone'), { timeout: 10_000 }).toEqual([{ one: 1 }]);
});
