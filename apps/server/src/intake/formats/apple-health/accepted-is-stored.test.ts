import { expect, it } from 'vitest';
import { useFileImports } from '#testing/file-imports.ts';
import { exportOf, quantity, record, recorders, sleep, stage } from './testing/synthetic-export.ts';

const { bring, harness } = await useFileImports();

const startSeconds = Date.parse('2024-03-30T22:00:00Z') / 1000;
const written = (seconds: number) => `${new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ')} +0000`;
const from = (second: number, to = second): [string, string] => [written(startSeconds + second), written(startSeconds + to)];

/** Two hours of a watch that is taken off for a while, a phone that is put down now and then, and an app that counts along. */
function twoHours(): string[] {
  const records: string[] = [];
  for (let second = 0; second < 7200; second += 10)
    records.push(record(quantity('HeartRate'), 55 + (second % 70), from(second), { unit: 'count/min' }));
  // The same moments again, as a restored phone exports them: the later value counts.
  for (let second = 0; second < 600; second += 10) records.push(record(quantity('HeartRate'), 90, from(second), { unit: 'count/min' }));
  for (let second = 0; second < 7200; second += 180)
    if (second < 2400 || second > 4200)
      records.push(record(quantity('StepCount'), 20 + (second % 97), from(second, second + 120), { unit: 'count', by: 'watch' }));
  for (let second = 45; second < 7200; second += 330)
    records.push(record(quantity('StepCount'), 10 + (second % 53), from(second, second + 300), { unit: 'count', by: 'phone' }));
  for (let second = 7; second < 7200; second += 500)
    records.push(record(quantity('StepCount'), 200, from(second, second + 497), { unit: 'count', by: 'app' }));
  records.push(record(sleep, stage('AsleepCore'), from(0, 600)), record(sleep, stage('AsleepREM'), from(600, 1200)));
  return records;
}

/**
 * What is in the file by another reading of it: a pattern over the text in place of a parser, and for steps a look at every
 * single second in place of weighing spans.
 */
function recomputed(xml: string): Map<string, number> {
  const expected = new Map<string, number>();
  const records = [
    ...xml.matchAll(/<Record type="(\w+)" sourceName="([^"]*)"[^>]* startDate="([^"]*)" endDate="([^"]*)" value="(\w+)"/g),
  ].map(([, type = '', source = '', start = '', end = '', value = '']) => ({
    type,
    value,
    rank: Object.values(recorders).findIndex((one) => one.includes(`sourceName="${source}"`)),
    start: Date.parse(start.replace(' +0000', 'Z')) / 1000,
    end: Date.parse(end.replace(' +0000', 'Z')) / 1000,
  }));
  for (const { type, value, start } of records) if (type === quantity('HeartRate')) expected.set(`heart_rate@${start}`, Number(value));
  const steps = records.filter(({ type }) => type === quantity('StepCount'));
  for (const { rank, start, end, value } of steps) {
    const free = Array.from({ length: end - start }, (_, index) => start + index).filter(
      (second) => !steps.some((other) => other.rank < rank && other.start <= second && second < other.end),
    );
    const part = Math.round((Number(value) * free.length) / (end - start));
    if (part > 0) expected.set(`steps@${free[0]}`, part);
  }
  expected
    .set(`sleep_depth@${startSeconds}`, 2)
    .set(`sleep_depth@${startSeconds + 600}`, 3)
    .set(`sleep_depth@${startSeconds + 1200}`, 1);
  return expected;
}

it('stores what it says it has accepted, and that is what stands in the file', async () => {
  const xml = exportOf(twoHours());
  const dry = await bring(xml, { dryRun: true });
  const { userId, result } = await bring(xml);
  expect(dry.result).toEqual(result);
  const rows = await harness.engine.query<{ at: string; value: number }>(
    "select concat(metric, '@', toString(toUnixTimestamp(ts))) as at, value from vigil.ticks final where user_id = {userId:UUID}",
    { userId },
  );
  const found = new Map(rows.map(({ at, value }) => [at, Number(value)]));
  const expected = recomputed(xml);
  expect(found).toEqual(expected);
  expect(result.accepted).toBe(expected.size);
  expect(rows).toHaveLength(expected.size);
  // A reading more for the end of sleep, which no record of its own tells.
  const told = result.accepted - 1 + result.replacedTotal + result.rejectedTotal + [...result.skipped.values()].reduce((a, b) => a + b, 0);
  expect(told).toBe(twoHours().length);
  const total = rows.filter(({ at }) => at.startsWith('steps')).reduce((sum, { value }) => sum + Number(value), 0);
  const counted = (by: string) => [...xml.matchAll(/StepCount" sourceName="([^"]*)"[^>]*value="(\d+)"/g)].filter(([, name]) => name === by);
  const all = ['A’s Apple Watch', 'A’s iPhone', 'Stride'].flatMap(counted).reduce((sum, [, , value]) => sum + Number(value), 0);
  expect(total).toBeLessThan(all / 2);
});

it('brought in twice is stored once', async () => {
  const xml = exportOf(twoHours());
  const { userId, result } = await bring(xml);
  expect((await bring(xml, { userId })).result).toEqual(result);
  const [row] = await harness.engine.query<{ n: string }>('select count() as n from vigil.ticks final where user_id = {userId:UUID}', {
    userId,
  });
  expect(Number(row?.n)).toBe(result.accepted);
});

it('can be cancelled between batches and completed by doing it again, with progress to the end', async () => {
  const beats = Array.from({ length: 60_000 }, (_, second) =>
    record(quantity('HeartRate'), 55 + (second % 70), from(second), { unit: 'count/min' }),
  );
  const xml = exportOf(beats);
  const cancel = new AbortController();
  const { id: userId } = await harness.createUser(await harness.createTenant());
  const stopped = bring(xml, { userId, signal: cancel.signal, onProgress: () => cancel.abort() });
  await expect(stopped).rejects.toMatchObject({ name: 'AbortError' });
  const count = async () =>
    Number(
      (await harness.engine.query<{ n: string }>('select count() as n from vigil.ticks final where user_id = {userId:UUID}', { userId }))[0]
        ?.n,
    );
  const before = await count();
  expect(before).toBeGreaterThanOrEqual(50_000);
  expect(before).toBeLessThan(60_000);
  const shares: number[] = [];
  const { result } = await bring(xml, { userId, onProgress: ({ readBytes, totalBytes }) => shares.push(readBytes / totalBytes) });
  expect([result.accepted, await count(), shares.at(-1)]).toEqual([60_000, 60_000, 1]);
});
