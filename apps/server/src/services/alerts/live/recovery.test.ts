import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { VigilError } from '@vigil/contract/errors';
import type { AlertRule } from '@vigil/domain/alerts/rule';
import { afterAll, describe, expect, test } from 'vitest';
import { createProcessBus } from '#platform/bus.ts';
import { systemClock } from '#platform/clock.ts';
import { createTickWriter } from '#services/ticks-store/index.ts';
import { type TestTenant, type TestUser, useOwnHarness } from '#testing/harness.ts';
import { tickBatch } from '#testing/ticks.ts';
import { liveOn } from './testing/live-on.ts';

// Stores of its own: what waits in them is looked for in every tenant.
const harness = await useOwnHarness();
const { database } = harness;
const deaf = { ...harness, bus: { publish: () => {}, subscribe: () => () => {} } };
const writer = createTickWriter({ ...deaf, clock: systemClock });
afterAll(() => writer.stop());

const oxygen: AlertRule = {
  ...{ subject: { kind: 'metric', metric: 'spo2' }, aggregate: 'mean', direction: 'at_most', against: 'value', window: '1h' },
  ...{ baseline: null, level: 91, clearing: 92, persistMinutes: 15, leastCoverage: 0.5, severity: 'HIGH', category: 'BIOMETRICS' },
  ...{ role: 'nurse', timeToLiveHours: 72, closesOnClearing: false },
};

async function ruledTenant(run: ReturnType<typeof liveOn>): Promise<TestTenant> {
  const tenant = await harness.createTenant();
  const md = await harness.createUser(tenant, { roles: ['md'] });
  const id = randomUUID();
  await run.rules.create(tenant.id, md.id, { id, title: 'SpO2 low', definition: oxygen });
  await run.rules.publish(tenant.id, id, 1, 'live');
  return tenant;
}

/** Two hours of oxygen up to some hours ago that arrive now, while nobody listens. */
async function sendOxygen(member: TestUser, value: number, hoursAgo: number, by = writer): Promise<void> {
  const until = Math.floor(Date.now() / 1000) - hoursAgo * 3_600;
  const values = Array.from({ length: 13 }, (_, index) => [until - 7_200 + index * 600, value] as const);
  await by.append(tickBatch(member, { spo2: values }, { receivedAtMs: Date.now() }));
  await by.rollupsSettled();
}
const lowOxygen = (member: TestUser) => sendOxygen(member, 88, 0);

const counted = (tenant: TestTenant) =>
  database.tenant(tenant.id, async (sql) => {
    const [row] = await sql.query<{ firings: number; actions: number; states: number }>(
      `select (select count(*) from vigil.alert_firings where tenant_id = $1)::int as firings,
         (select count(*) from vigil.actions where tenant_id = $1 and open_key like $2)::int as actions,
         (select count(*) from vigil.alert_rule_states where tenant_id = $1)::int as states`,
      [tenant.id, 'rule:%'],
    );
    return row;
  });

describe('no alert is lost and none is fired twice', { timeout: 120_000 }, () => {
  test('when readings arrived while nobody listened', async () => {
    const run = liveOn(deaf);
    const tenant = await ruledTenant(run);
    const member = await harness.createUser(tenant);
    await lowOxygen(member);
    await run.live.settled();
    expect(await counted(tenant)).toMatchObject({ firings: 0 });
    await run.live.catchUp();
    await run.live.settled();
    expect(await counted(tenant)).toEqual({ firings: 1, actions: 1, states: 1 });
    await run.live.catchUp();
    await run.live.settled();
    expect(await counted(tenant)).toEqual({ firings: 1, actions: 1, states: 1 });
    await run.stop();
  });

  test('when a server is killed between writing an alert and committing it', async () => {
    const run = liveOn(deaf);
    const tenant = await ruledTenant(run);
    await lowOxygen(await harness.createUser(tenant));
    for (let kills = 0; kills < 3; kills += 1) {
      const child = spawn(process.execPath, [join(import.meta.dirname, 'testing', 'judging-process.ts'), harness.config.dataDir], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const ended = once(child, 'exit');
      for await (const line of createInterface({ input: child.stdout })) if (line === 'judging') child.kill('SIGKILL');
      await ended;
      expect(await counted(tenant)).toEqual({ firings: 0, actions: 0, states: 0 });
    }
    await run.live.catchUp();
    await run.live.settled();
    expect(await counted(tenant)).toEqual({ firings: 1, actions: 1, states: 1 });
    await run.stop();
  });

  test('when a server ends between storing a late reading and judging it: older readings than the newest are found again', async () => {
    const run = liveOn(deaf);
    const tenant = await ruledTenant(run);
    const member = await harness.createUser(tenant);
    await sendOxygen(member, 97, 0);
    await run.live.catchUp();
    await run.live.settled();
    await run.stop();
    const ended = createTickWriter({ ...deaf, clock: systemClock });
    const beganMs = Date.now();
    // All that it has stored since it began waits to be judged.
    ended.waitFor(() => beganMs);
    await sendOxygen(member, 88, 4, ended);
    await ended.stop();
    const bus = createProcessBus(() => {});
    const hears = liveOn({ ...harness, bus });
    const follows = createTickWriter({ ...harness, bus, clock: systemClock });
    await expect.poll(() => counted(tenant), { timeout: 30_000 }).toMatchObject({ firings: 1, actions: 1 });
    await Promise.all([hears.stop(), follows.stop()]);
  });

  test('and a server that has judged all it has heard of leaves nothing to be judged again', async () => {
    const bus = createProcessBus(() => {});
    const run = liveOn({ ...harness, bus });
    const tenant = await ruledTenant(run);
    const member = await harness.createUser(tenant);
    const sends = createTickWriter({ ...harness, bus, clock: systemClock });
    sends.waitFor(run.live.judgedUpToMs);
    const before = Date.now();
    await sendOxygen(member, 97, 0, sends);
    // Readings that other tests of the file have left may be told of at any time: those of this tenant are its own.
    const waiting = run.live.waiting(tenant.id);
    expect(waiting.filter(({ receivedAtMs }) => receivedAtMs < before)).toEqual([]);
    expect(run.live.judgedUpToMs()).toBeLessThanOrEqual(Math.min(Number.POSITIVE_INFINITY, ...waiting.map((one) => one.receivedAtMs)));
    await run.live.settled();
    expect(run.live.waiting(tenant.id)).toEqual([]);
    await expect.poll(run.live.judgedUpToMs).toBe(Number.POSITIVE_INFINITY);
    await Promise.all([run.stop(), sends.stop()]);
  });

  test('when two processes judge the same members at the same time', async () => {
    const [one, other] = [liveOn(deaf), liveOn(deaf)];
    const tenant = await ruledTenant(one);
    const members = await Promise.all(Array.from({ length: 20 }, () => harness.createUser(tenant)));
    for (const member of members) await lowOxygen(member);
    await Promise.all([one.live.catchUp(), other.live.catchUp()]);
    await Promise.all([one.live.settled(), other.live.settled()]);
    expect(await counted(tenant)).toEqual({ firings: 20, actions: 20, states: 20 });
    await Promise.all([one.stop(), other.stop()]);
  });

  test('when a pass comes to members whom another process has judged since it was found that they are due: they are left alone', async () => {
    const tenants: TestTenant[] = [];
    const makes = liveOn(deaf);
    for (let count = 0; count < 2; count++) tenants.push(await ruledTenant(makes));
    const members = new Map<string, TestUser>();
    for (const tenant of tenants) {
      const member = await harness.createUser(tenant);
      members.set(tenant.id, member);
      await lowOxygen(member);
    }
    await makes.live.catchUp();
    await makes.live.settled();
    // One change more, so that everybody is behind.
    for (const tenant of tenants)
      await harness.asOwner('update vigil.alert_passes set generation = generation + 1 where tenant_id = $1', [tenant.id]);
    const gate = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<string>();
    const read: string[] = [];
    const engine = {
      ...harness.engine,
      columns: async (...asked: Parameters<typeof harness.engine.columns>) => {
        const tenant = tenants.find(({ id }) => JSON.stringify(asked[1]).includes(id));
        read.push(tenant?.id ?? '');
        begun.resolve(tenant?.id ?? '');
        await gate.promise;
        return harness.engine.columns(...asked);
      },
    };
    const pass = liveOn({ ...deaf, engine });
    const passing = pass.live.settled();
    const first = await begun.promise;
    const next = tenants.find(({ id }) => id !== first);
    const member = next && members.get(next.id);
    if (!next || !member) throw new Error('The pass reads of none of these');
    const evaluated = async () => {
      const [row] = await database.tenant(next.id, (sql) =>
        sql.query<{ evaluatedAt: number }>('select evaluated_at from vigil.alert_watches where tenant_id = $1', [next.id]),
      );
      return row?.evaluatedAt ?? 0;
    };
    const before = await evaluated();
    const bus = createProcessBus(() => {});
    const hears = liveOn({ ...harness, bus });
    const sent = {
      tenantId: next.id,
      userId: member.id,
      metrics: ['spo2'],
      fromMs: 0,
      toMs: 0,
      earliestMs: { spo2: Date.now() },
      receivedAtMs: Date.now(),
    };
    bus.publish('ticks.committed', sent);
    await expect.poll(evaluated, { timeout: 30_000 }).toBeGreaterThan(before);
    const judged = await evaluated();
    gate.resolve();
    await passing;
    expect(new Set(read)).toEqual(new Set([first]));
    expect(await evaluated()).toBe(judged);
    await Promise.all([makes.stop(), pass.stop(), hears.stop()]);
  });

  test('when the readings cannot be read: it is not evaluated since then, never clear, and judged once they can', async () => {
    let isAway = false;
    const away = async () => {
      if (isAway) throw new VigilError('ticks_unavailable', 'Away.', { retryAfterSeconds: 1 });
    };
    const engine = {
      ...harness.engine,
      columns: async (...asked: Parameters<typeof harness.engine.columns>) => {
        await away();
        return harness.engine.columns(...asked);
      },
    };
    const run = liveOn({ ...deaf, engine }, { takesReadings: away, startsForMs: 0 });
    const without = await harness.createTenant();
    await lowOxygen(await harness.createUser(without));
    await harness.asOwner("update vigil.latest_ticks set received_at = now() - interval '1 hour' where tenant_id = $1", [without.id]);
    expect(await run.live.evaluation(without.id)).toMatchObject({ isEvaluated: false, because: 'no_rules', membersWaiting: 0 });
    const tenant = await ruledTenant(run);
    const [first, second] = [await harness.createUser(tenant), await harness.createUser(tenant)];
    await lowOxygen(first);
    await run.live.catchUp();
    await run.live.settled();
    expect(await run.live.evaluation(tenant.id)).toMatchObject({ isEvaluated: true, notEvaluatedSince: null, membersWaiting: 0 });
    isAway = true;
    await lowOxygen(second);
    await run.live.catchUp();
    await expect(run.live.settled()).rejects.toMatchObject({ code: 'ticks_unavailable' });
    const told = await run.live.evaluation(tenant.id);
    expect(told).toMatchObject({ isEvaluated: false, because: 'readings_unavailable' });
    expect(told.notEvaluatedSince).toBe(told.evaluatedAt);
    isAway = false;
    // As if they had waited for an hour.
    await harness.asOwner("update vigil.latest_ticks set received_at = now() - interval '1 hour' where user_id = $1", [second.id]);
    const behind = await run.live.evaluation(tenant.id);
    expect(behind).toMatchObject({ isEvaluated: false, because: 'behind', membersWaiting: 1 });
    expect(Math.abs((behind.notEvaluatedSince ?? 0) - (Date.now() / 1000 - 3_600))).toBeLessThan(60);
    await run.live.settled();
    expect(await counted(tenant)).toMatchObject({ firings: 2 });
    expect(await run.live.evaluation(tenant.id)).toMatchObject({ isEvaluated: true, membersWaiting: 0 });
    await run.stop();
  });

  test('right after a start it says at once who has not been judged, of all or of some members, until everybody has', async () => {
    const makes = liveOn(deaf);
    const tenant = await ruledTenant(makes);
    const members = [await harness.createUser(tenant), await harness.createUser(tenant), await harness.createUser(tenant)];
    for (const member of members) await lowOxygen(member);
    const [first] = members as [TestUser];
    // Another process that has been up for long waits a minute before it calls anything late.
    const long = liveOn(deaf, { startsForMs: 0 });
    await long.live.settled();
    expect(await long.live.evaluation(tenant.id)).toMatchObject({ isEvaluated: true, membersWaiting: 0 });
    const run = liveOn(deaf);
    expect(await run.live.evaluation(tenant.id)).toMatchObject({ isEvaluated: false, because: 'restarted', membersWaiting: 3 });
    expect(await run.live.notEvaluated(tenant.id, null)).toMatchObject({ members: 3 });
    expect(await run.live.notEvaluated(tenant.id, [first.id])).toMatchObject({ members: 1 });
    expect(await run.live.notEvaluated(tenant.id, [])).toBeNull();
    await run.live.catchUp();
    await run.live.settled();
    expect(await run.live.evaluation(tenant.id)).toMatchObject({ isEvaluated: true, because: null, membersWaiting: 0 });
    expect(await run.live.notEvaluated(tenant.id, null)).toBeNull();
    // A rule that changes while the server starts has judged nobody yet.
    await harness.asOwner('update vigil.alert_passes set generation = generation + 1 where tenant_id = $1', [tenant.id]);
    expect(await run.live.notEvaluated(tenant.id, null)).toMatchObject({ members: 3 });
    await Promise.all([makes.stop(), long.stop(), run.stop()]);
  });

  test('without a live rule it says so from the first moment on, and once there is one everybody is judged by what arrived before', async () => {
    let isBeingSetUp = true;
    const run = liveOn(deaf, { startsForMs: 0, isBeingSetUp: () => isBeingSetUp });
    await run.live.settled();
    const tenant = await harness.createTenant();
    const md = await harness.createUser(tenant, { roles: ['md'] });
    const member = await harness.createUser(tenant);
    await lowOxygen(member);
    expect(await run.live.evaluation(tenant.id)).toMatchObject({ isEvaluated: false, because: 'being_set_up', membersWaiting: 0 });
    isBeingSetUp = false;
    expect(await run.live.notEvaluated(tenant.id, null)).toEqual({ members: 0, since: null, because: 'no_rules' });
    const id = randomUUID();
    await run.rules.create(tenant.id, md.id, { id, title: 'SpO2 low', definition: oxygen });
    await run.rules.publish(tenant.id, id, 1, 'shadow');
    expect(await run.live.evaluation(tenant.id), 'a rule in the shadow tells nobody').toMatchObject({ because: 'no_rules' });
    await run.rules.publish(tenant.id, id, 2, 'live');
    expect(await run.live.evaluation(tenant.id)).toMatchObject({ isEvaluated: false, because: 'first_rules', membersWaiting: 1 });
    expect(await run.live.notEvaluated(tenant.id, [member.id])).toMatchObject({ members: 1, because: 'first_rules' });
    await run.live.settled();
    expect(await counted(tenant)).toMatchObject({ firings: 1 });
    expect(await run.live.evaluation(tenant.id)).toMatchObject({ isEvaluated: true, because: null });
    expect(await run.live.notEvaluated(tenant.id, null)).toBeNull();
    await run.stop();
  });
});
