import { expect, test } from 'vitest';
import { type Bus, createProcessBus } from '#platform/bus.ts';
import { useHarness } from '#testing/harness.ts';
import { createPresenceStore } from './presence.store.ts';
import { createPresence } from './presence.ts';

const harness = await useHarness();
const store = createPresenceStore(harness.database);
const times = { sayMs: 300, believeMs: 900, gatherMs: 20, askMs: 50 };

/** Another server, which is heard through the database alone unless it is given the bus of another. */
function startProcess(bus: Bus = createProcessBus(() => {}), believeMs = times.believeMs) {
  const told: (readonly [userId: string, isOnline: boolean])[] = [];
  const presence = createPresence({
    ...{ bus, store, times: { ...times, believeMs }, log: { warn: () => {} } },
    onChange: (_, userId, isOnline) => told.push([userId, isOnline]),
  });
  return { ...presence, told };
}
const people = async () => {
  const tenant = await harness.createTenant();
  return { tenantId: tenant.id, one: (await harness.createUser(tenant)).id, other: (await harness.createUser(tenant)).id };
};

test('who comes and goes is known to other processes without Redis, and told once', async () => {
  const { tenantId, one, other } = await people();
  const [here, there] = [startProcess(), startProcess()];
  there.arrived(tenantId, other);
  here.arrived(tenantId, one);
  await expect.poll(() => [there.isOnline(tenantId, one), here.isOnline(tenantId, other)]).toEqual([true, true]);
  here.arrived(tenantId, one);
  here.left(tenantId, one);
  here.left(tenantId, one);
  await expect.poll(() => there.isOnline(tenantId, one)).toBe(false);
  expect(there.told.filter(([userId]) => userId === one)).toEqual([
    [one, true],
    [one, false],
  ]);
  await Promise.all([here.stop(), there.stop()]);
});

test('a process that ends says so; one that is killed is believed for a moment only', async () => {
  const { tenantId, one, other } = await people();
  const [ending, there] = [startProcess(), startProcess()];
  there.arrived(tenantId, other);
  ending.arrived(tenantId, one);
  await expect.poll(() => there.isOnline(tenantId, one)).toBe(true);
  await ending.stop();
  await expect.poll(() => there.isOnline(tenantId, one), { timeout: 500 }).toBe(false);
  await store.say({ tenantId, processId: '00000000-0000-4000-8000-000000000001', userIds: [one] });
  await expect.poll(() => there.isOnline(tenantId, one)).toBe(true);
  await expect.poll(() => there.isOnline(tenantId, one), { timeout: 5_000 }).toBe(false);
  await there.stop();
});

test('what the bus has said is not taken back by what the table said before', async () => {
  const { tenantId, one, other } = await people();
  const bus = createProcessBus(() => {});
  const there = startProcess(bus, 60_000);
  there.arrived(tenantId, other);
  const processId = '00000000-0000-4000-8000-000000000002';
  await store.say({ tenantId, processId, userIds: [] });
  bus.publish('chat.present', { tenantId, processId, userIds: [one] });
  await expect.poll(() => there.isOnline(tenantId, one)).toBe(true);
  await new Promise((resolve) => setTimeout(resolve, 4 * times.askMs));
  expect(there.told.filter(([userId]) => userId === one)).toEqual([[one, true]]);
  await there.stop();
});
