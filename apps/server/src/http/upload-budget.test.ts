import { once } from 'node:events';
import { expect, test } from 'vitest';
import { flood } from '#testing/flood.ts';
import { useHarness } from '#testing/harness.ts';
import { startIntake } from '#testing/intake-server.ts';
import { type RawRequest, rawRequest } from '#testing/raw-request.ts';
import { createUploadBudget } from './upload-budget.ts';

const harness = await useHarness();
const server = await startIntake(harness);
const nowSeconds = Math.floor(harness.clock.now() / 1000);
const mib = 1024 * 1024;
const pathOf = (userId: string) => `/ticks-store/api/v1/users/${userId}/ticks`;
/** As a band sends them after ninety minutes and more: 100 readings. */
const readings = {
  source: 'device',
  series: {
    heart_rate: { timestamps: Array.from({ length: 100 }, (_, index) => nowSeconds - 6_000 + index * 60), values: Array(100).fill(60) },
  },
};

type Home = Awaited<ReturnType<typeof server.createHome>>;

/** An upload that says how long it will be, sends `sent`, and then falls silent. */
function stall(home: Home, token: string, sent: Buffer | string, declaredBytes = 16 * mib): RawRequest {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'content-length': declaredBytes };
  const request = rawRequest(server.url, `POST ${pathOf(home.member.id)}`, headers);
  if (sent.length > 0) request.socket.write(sent);
  return request;
}

/**
 * How long the server's thread was at work before the answer was there: on a machine that does other things as well, the time
 * in which it had no processor is nobody's fault here.
 */
async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; result: T }> {
  const from = process.threadCpuUsage();
  const result = await work();
  const { user, system } = process.threadCpuUsage(from);
  return { ms: (user + system) / 1000, result };
}

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);

test.each([
  ['that have sent nothing', ''],
  ['that have sent all but a byte of 16 MiB each', ' '.repeat(16 * mib - 1)],
])('with 30 stalled uploads of one member %s, others are answered within a second', async (_name, sent) => {
  const [culprit, other] = [await server.createHome(), await server.createHome()];
  const stalled = Array.from({ length: 30 }, () => stall(culprit, culprit.self, sent));
  // Whatever a client has still to send is in the hands of the server, or was refused by it, once nothing waits here any more.
  await expect.poll(() => stalled.some(({ socket }) => socket.connecting || socket.writableLength > 0), { timeout: 20_000 }).toBe(false);
  for (const { home, token } of [
    { home: other, token: other.device },
    { home: culprit, token: culprit.nurse },
  ]) {
    const body = token === home.device ? readings : { ...readings, source: 'imported' };
    const batch = await timed(() => server.postTicks(home.member.id, token, body));
    expect([batch.result.status, batch.result.body.accepted]).toEqual([200, 100]);
    expect(batch.ms).toBeLessThan(1_000);
    const list = await timed(() => server.call('GET', `/registry/api/v1/users/${home.member.id}/devices`, home.admin));
    expect([list.result.status, list.ms < 1_000]).toEqual([200, true]);
  }
  for (const { socket } of stalled) socket.destroy();
});

test('with 30 × 16 MiB of one member in flight, another tenant’s batch of 100 readings and its staff are answered within a second', async () => {
  const [culprit, other] = [await server.createHome(), await server.createHome()];
  const flooding = flood({
    ...{ url: server.url, path: pathOf(culprit.member.id), token: culprit.self, requests: 30, bytes: 16 * mib },
    body: JSON.stringify({ ...readings, source: 'manual' }),
  });
  let running = true;
  const end = flooding.finally(() => {
    running = false;
  });
  const times: number[] = [];
  while (running) {
    const batch = await timed(() => server.postTicks(other.member.id, other.device, readings));
    const list = await timed(() => server.call('GET', `/registry/api/v1/users/${other.member.id}/devices`, other.admin));
    expect([batch.result.status, list.result.status]).toEqual([200, 200]);
    times.push(batch.ms, list.ms);
  }
  const statuses = await end;
  expect(Math.max(...times)).toBeLessThan(1_000);
  // What does not fit into the member's share is asked to come back; what does is taken.
  expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([]);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(2);
});

test('a sender has 32 uploads in work, is told so at the next, and has a place again when one goes away', async () => {
  const home = await server.createHome();
  const stalled = Array.from({ length: 33 }, () => stall(home, home.self, '{'));
  const refused = await Promise.race(stalled.map(async (one) => ({ one, answer: await once(one.socket, 'data') })));
  const told = String(refused.answer);
  expect(statusOf(told)).toBe(429);
  expect(told).toContain('retry-after: 1\r\n');
  expect(told).toContain('32 uploads in work');
  expect((await server.postTicks(home.member.id, home.device, readings)).status, 'the member’s device counts with the member').toBe(429);
  const others = stalled.filter((one) => one !== refused.one);
  others[7]?.socket.resetAndDestroy();
  await expect.poll(async () => (await server.postTicks(home.member.id, home.device, readings)).status).toBe(200);
  for (const { socket } of stalled) socket.destroy();
});

test('a device may have sixteen batches of 10,000 readings in work at once', async () => {
  const home = await server.createHome();
  const statuses = await Promise.all(
    Array.from({ length: 16 }, async (_, batch) => {
      const timestamps = Array.from({ length: 10_000 }, (_unused, index) => nowSeconds - (batch * 10_000 + index) * 60);
      const series = { heart_rate: { timestamps, values: timestamps.map((seconds) => 60 + (seconds % 40)) } };
      return (await server.postTicks(home.member.id, home.device, { source: 'device', series })).status;
    }),
  );
  expect(statuses).toEqual(Array(16).fill(200));
});

test('an upload beyond the member’s share is refused while it is being sent, and those that fit stay', async () => {
  const home = await server.createHome();
  const filler = Buffer.alloc(15 * mib, ' ');
  const stalled = Array.from({ length: 4 }, () => stall(home, home.self, filler));
  const answers = await Promise.race([
    Promise.all(stalled.slice(0, 3).map(({ answer }) => answer)),
    new Promise<string[]>((resolve) => {
      const seen: string[] = [];
      for (const { socket } of stalled) socket.on('data', (chunk: Buffer) => seen.push(chunk.toString('utf8')) === 2 && resolve(seen));
    }),
  ]);
  expect(answers.map(statusOf)).toEqual([429, 429]);
  for (const { socket } of stalled) socket.destroy();
});

test.each([
  { name: 'a principal an eighth', owners: ['a 1', 'a 1'], each: 60, fits: 1 },
  { name: 'a tenant a half', owners: ['a 1', 'a 2', 'a 3', 'a 4', 'a 5'], each: 100, fits: 4 },
  { name: 'everybody together all of it', owners: 'abcdefghi'.split('').map((one) => `${one} ${one}`), each: 100, fits: 8 },
])('of 800 bytes $name', ({ owners, each, fits }) => {
  const budget = createUploadBudget({ bodiesInWorkBytes: 800, uploadsPerPrincipal: 10 });
  const uploads = owners.map((owner) => {
    const [tenant = '', principal = ''] = owner.split(' ');
    return budget.open({ tenant, principal });
  });
  for (const upload of uploads.slice(0, fits)) upload.take(each);
  const last = uploads[fits];
  expect(() => last?.take(each)).toThrowError(expect.objectContaining({ code: 'too_many_requests', retryAfterSeconds: 1 }));
  uploads[0]?.close();
  uploads[0]?.close();
  expect(() => last?.take(each)).not.toThrow();
});
