import { afterAll, expect, it, vi } from 'vitest';
import { useHarness } from '#testing/harness.ts';
import { startModules } from '#testing/start-modules.ts';
import { tickBatch } from '#testing/ticks.ts';

/** A server, and beside it another process on the same stores, such as `vigil import`, that it does not hear of. */
const harness = await useHarness();
const { listen, stop, modules } = await startModules(harness);
const url = await listen();
const beside = await startModules(harness);
afterAll(async () => {
  await beside.stop();
  await stop();
});

const tenant = await harness.createTenant();
const nurse = await harness.createUser(tenant, { roles: ['nurse'] });
const now = Math.floor(harness.clock.now() / 1000);
const facts = ['sleep_total', 'sleep_awakenings', 'sleep_latency', 'sleep_efficiency'];
/** Longer than a list waits before it looks again for what others have stored. */
const lookAgainMs = 11_000;

type Night = (readonly [at: number, stage: number])[];
/** Minutes of a night: awake for a while, then asleep. */
const night = (start: number, latencyMinutes: number): Night =>
  Array.from({ length: 400 }, (_, minute) => [start + minute * 60, minute < latencyMinutes ? 1 : 2] as const);

async function read<T>(path: string): Promise<T> {
  const answer = await fetch(`${url}/events-processor/api/v1/${path}`, { headers: { authorization: `Bearer ${nurse.id}` } });
  return (await answer.json()) as T;
}

type Data = Record<string, unknown>;
const onlySleep = (data: Data | undefined) => Object.fromEntries(facts.map((name) => [name, data?.[name]]));
async function listed(familyName: string) {
  const { content } = await read<{ content: { data: Data }[] }>(`user_facts?facts=${facts.join(',')}&partOfName=${familyName}`);
  return onlySleep(content[0]?.data);
}
const told = async (id: string) => onlySleep((await read<{ data: Data }>(`users/${id}/facts?facts=${facts.join(',')}`)).data);

/** What the list says is what the member's facts say, and that is known. */
async function agreeOn(user: { id: string }, familyName: string, expected: Data) {
  await vi.waitFor(async () => expect(await told(user.id)).toMatchObject(expected), 20_000);
  await vi.waitFor(async () => {
    harness.clock.advance(lookAgainMs);
    expect(await listed(familyName)).toMatchObject(expected);
  }, 20_000);
  expect(await listed(familyName)).toEqual(await told(user.id));
}

async function send(user: { id: string; tenantId: string }, series: Parameters<typeof tickBatch>[1], by = modules) {
  await by.ticksWriter.append(tickBatch(user, series));
  await by.ticksWriter.rollupsSettled();
}

async function takeBack(user: { id: string }, metric: string, moments: readonly number[]) {
  const answer = await fetch(`${url}/ticks-store/api/v1/users/${user.id}/ticks/taken-back`, {
    ...{ method: 'POST', headers: { authorization: `Bearer ${nurse.id}`, 'content-type': 'application/json' } },
    body: JSON.stringify({ reason: 'wrong member', readings: moments.map((timestamp) => ({ metric, timestamp, source: 'device' })) }),
  });
  expect([answer.status, await answer.text()]).toMatchObject([200, expect.any(String)]);
  await modules.ticksWriter.rollupsSettled();
}
const unknown = { sleep_total: undefined, sleep_latency: undefined };

it('a night that was taken back is told no more: the one before it is, then none', async () => {
  const user = await harness.createUser(tenant, { familyName: 'Quist' });
  const [first, last] = [night(now - 60 * 3_600, 20), night(now - 12 * 3_600, 40)];
  await send(user, { sleep_depth: first });
  await send(user, { sleep_depth: last });
  await agreeOn(user, 'Quist', { sleep_latency: 2_400 });
  await takeBack(
    user,
    'sleep_depth',
    last.map(([at]) => at),
  );
  await agreeOn(user, 'Quist', { sleep_latency: 1_200 });
  await takeBack(
    user,
    'sleep_depth',
    first.map(([at]) => at),
  );
  await agreeOn(user, 'Quist', unknown);
});

it('an efficiency that was taken back is told no more', async () => {
  const user = await harness.createUser(tenant, { familyName: 'Rolf' });
  await send(user, { sleep_efficiency: [[now - 7_200, 77]] });
  await agreeOn(user, 'Rolf', { sleep_efficiency: 77 });
  await takeBack(user, 'sleep_efficiency', [now - 7_200]);
  await agreeOn(user, 'Rolf', { sleep_efficiency: undefined });
});

it('stages of before the newest one are followed when another process has stored them', async () => {
  const user = await harness.createUser(tenant, { familyName: 'Sand' });
  const whole = night(now - 12 * 3_600, 40);
  await send(user, { sleep_depth: whole.slice(30) });
  await agreeOn(user, 'Sand', { sleep_latency: 600 });
  await send(user, { sleep_depth: whole.slice(0, 30) }, beside.modules);
  await agreeOn(user, 'Sand', { sleep_latency: 2_400 });
});
