import { randomUUID } from 'node:crypto';
import type { AlertRule } from '@vigil/domain/alerts/rule';
import { afterAll, describe, expect, it } from 'vitest';
import { createApp } from '#app';
import { startClickHouse } from '#testing/clickhouse-server.ts';
import { type TestUser, useOwnHarness } from '#testing/harness.ts';
import { storedDays, storedHours } from './testing/stored-rollups.ts';

/* A whole server over a ClickHouse server (TICKS_URL) that goes away and comes back. */
const server = await startClickHouse();
afterAll(() => server.stop());
const harness = await useOwnHarness({ ticksUrl: server.url });
const { engine, log } = harness;
const nowMs = Math.floor(Date.now() / 1000) * 1000;
harness.clock.set(nowMs);
const app = await createApp({
  config: { ...harness.config, publicUrl: 'http://localhost:3000' },
  stores: harness,
  log,
  clock: harness.clock,
  portal: false,
});
const url = await app.listen();
afterAll(() => app.stop());
const tenant = await harness.createTenant();
const nurse = await harness.createUser(tenant, { roles: ['nurse', 'md'], email: `${randomUUID()}@test.example` });
await app.identity.accounts.create({ email: nurse.email, userId: nurse.id, emailVerified: true });
const headers = { authorization: `Bearer ${await app.identity.issueToken({ email: nurse.email })}`, 'content-type': 'application/json' };

/** Of a failure; a list of ticks otherwise. */
type Answer = { readonly error: { readonly code: string; readonly message: string } };

async function call(path: string, sent?: object) {
  const answer = await fetch(`${url}${path}`, { headers, ...(sent && { method: 'POST', body: JSON.stringify(sent) }) });
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body: (await answer.json()) as Answer };
}
const ready = async () => {
  const answer = await fetch(`${url}/readyz`);
  return { status: answer.status, ticks: ((await answer.json()) as { stores: { ticks: string } }).stores.ticks };
};

const startSeconds = nowMs / 1000 - 2 * 3_600;
const readings = (number: number) =>
  Array.from({ length: 10 }, (_, index) => ({
    timestamp: startSeconds + number * 600 + index * 60,
    data: { spo2: 85, steps: number + 1 },
  }));
const send = (member: TestUser, number: number) =>
  call(`/ticks-store/api/v1/users/${member.id}/ticks`, { source: 'manual', ticks: readings(number) });
const read = (member: TestUser) =>
  call(`/ticks-store/api/v1/users/${member.id}/ticks?metrics=spo2&start_time=${startSeconds}&end_time=${startSeconds + 7_200}`);

const rollupsOf = async (member: TestUser) => ({
  hours: await storedHours(engine, member.id),
  days: await storedDays(engine, member.id, 'UTC'),
});
/** Rollups are those of a full rebuild, and of all readings that were acknowledged. */
async function expectRollups(member: TestUser, sent: number): Promise<void> {
  const ofMetric = (rows: readonly { metric: string; n: number }[]) =>
    rows.filter(({ metric }) => metric === 'spo2').reduce((sum, { n }) => sum + n, 0);
  await expect.poll(async () => Object.values(await rollupsOf(member)).map(ofMetric), { timeout: 40_000 }).toEqual([sent * 10, sent * 10]);
  const followed = await rollupsOf(member);
  await app.ticksWriter.rebuild({ tenantId: tenant.id, userId: member.id });
  expect(followed).toEqual(await rollupsOf(member));
}

const lowOxygen: AlertRule = {
  ...{ subject: { kind: 'metric', metric: 'spo2' }, aggregate: 'mean', direction: 'at_most', against: 'value', window: '1h' },
  ...{ baseline: null, level: 91, clearing: 92, persistMinutes: 15, leastCoverage: 0.5, severity: 'HIGH', category: 'BIOMETRICS' },
  ...{ role: 'nurse', timeToLiveHours: 72, closesOnClearing: false },
};
const firings = async (member: TestUser) =>
  (await harness.asOwner('select id from vigil.alert_firings where tenant_id = $1 and user_id = $2', [tenant.id, member.id])).length;

describe('a ClickHouse server', { timeout: 180_000 }, () => {
  it('that is killed and comes back: callers are told to ask again, nothing acknowledged is lost, rollups and alerts follow', async () => {
    const ruleId = randomUUID();
    await app.alertRules.create(tenant.id, nurse.id, { id: ruleId, title: 'SpO2 low', definition: lowOxygen });
    await app.alertRules.publish(tenant.id, ruleId, 1, 'live');
    const member = await harness.createUser(tenant, { timeZone: 'UTC' });
    const acknowledged = new Set<number>();
    for (let kill = 0; kill < 2; kill += 1) {
      for (let number = kill * 6; number < kill * 6 + 5; number += 1)
        if ((await send(member, number)).status === 200) acknowledged.add(number);
      // Before what follows the last ones is done.
      await server.kill();
      const refused = await Promise.all([send(member, kill * 6 + 5), read(member)]);
      for (const { body, retryAfter, status } of refused) {
        expect([status, Number(retryAfter) > 0, body.error.code]).toEqual([503, true, 'ticks_unavailable']);
        expect(body.error.message).toMatch(/again/i);
      }
      await expect.poll(ready, { timeout: 5_000 }).toEqual({ status: 503, ticks: 'unavailable' });
      // The follow-up has tried in vain meanwhile.
      await expect(app.ticksWriter.rollupsSettled()).rejects.toMatchObject({ code: 'ticks_unavailable' });
      await server.startAgain();
      await expect.poll(ready, { timeout: 20_000 }).toEqual({ status: 200, ticks: 'ok' });
      expect((await send(member, kill * 6 + 5)).status).toBe(200);
      acknowledged.add(kill * 6 + 5);
    }
    expect(acknowledged.size).toBe(12);
    await expectRollups(member, acknowledged.size);
    expect((await read(member)).body).toHaveLength(120);
    await expect.poll(() => firings(member), { timeout: 40_000 }).toBe(1);
  });

  it('that cannot take rollups for a time takes them later, each of them, and keeps no other from being done', async () => {
    const members = [await harness.createUser(tenant, { timeZone: 'UTC' }), await harness.createUser(tenant, { timeZone: 'UTC' })];
    await engine.command('rename table vigil.ticks_hour to vigil.away');
    for (const member of members) expect((await send(member, 0)).status).toBe(200);
    await expect(app.ticksWriter.rollupsSettled()).rejects.toMatchObject({ code: 'ticks_unavailable' });
    const daysOf = async (member: TestUser) => (await storedDays(engine, member.id, 'UTC')).length;
    for (const member of members) await expect.poll(() => daysOf(member), { timeout: 20_000 }).toBeGreaterThanOrEqual(2);
    await engine.command('rename table vigil.away to vigil.ticks_hour');
    for (const member of members) await expectRollups(member, 1);
  });

  it('that is there without its tables is not ready', async () => {
    await engine.command('rename table vigil.ticks to vigil.away');
    // What the stores answered is told for half a second.
    await expect.poll(ready).toEqual({ status: 503, ticks: 'unavailable' });
    await engine.command('rename table vigil.away to vigil.ticks');
    await expect.poll(ready).toEqual({ status: 200, ticks: 'ok' });
  });

  it('that says what is wrong with a statement refuses it: nobody is told to ask again', async () => {
    await expect(engine.query('select unknown_column from vigil.ticks')).rejects.toMatchObject({ code: 'internal' });
  });
});
