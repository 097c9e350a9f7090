import { randomUUID } from 'node:crypto';
import { defaultRules } from '@vigil/domain/alerts/defaults';
import { findOutOfRange } from '@vigil/domain/alerts/out-of-range';
import type { AlertRule } from '@vigil/domain/alerts/rule';
import { afterAll, describe, expect, it } from 'vitest';
import { createTickWriter } from '#services/ticks-store/index.ts';
import { type TestUser, useOwnHarness } from '#testing/harness.ts';
import { tickBatch } from '#testing/ticks.ts';
import { liveOn } from '../live/testing/live-on.ts';

// Stores of its own: whoever is due is looked for in every tenant.
const harness = await useOwnHarness();
const writer = createTickWriter(harness);
const { live, rules, memberRules, actions, limits, stop } = liveOn(harness);
afterAll(async () => {
  await stop();
  await writer.stop();
});

const tenant = await harness.createTenant();
const md = await harness.createUser(tenant, { roles: ['md'] });
const now = Date.now() / 1000;
const minutesAgo = (minutes: number) => now - minutes * 60;

async function run(id: string, over: Partial<AlertRule> = {}): Promise<string> {
  const shipped = defaultRules.find((rule) => rule.id === id);
  if (!shipped) throw new Error(`There is no default rule ${id}`);
  const ruleId = randomUUID();
  await rules.create(tenant.id, md.id, { id: ruleId, title: shipped.title, definition: { ...shipped.rule, ...over } });
  await rules.publish(tenant.id, ruleId, 1, 'live');
  return ruleId;
}
const systolic = await run('systolic-high', { persistMinutes: 30 });
await run('movement-down');

const measure = async (who: TestUser, readings: readonly (readonly [minutes: number, value: number])[]) => {
  await writer.append(
    tickBatch(who, { systolic: readings.map(([minutes, value]) => [minutesAgo(minutes), value] as const) }, { receivedAtMs: Date.now() }),
  );
  await live.settled();
};
const limitsOf = async (who: TestUser, among: readonly TestUser[] = [who]) =>
  (await (await limits(tenant.id)).of(among.map(({ id }) => id)))(who.id);
const marked = async (who: TestUser, value: number) => {
  const found = findOutOfRange('systolic', { systolic: { value, timestamp: now } }, await limitsOf(who), now);
  return found && { limit: found.limit, setBy: found.setBy, alert: found.alert };
};

describe('the limits of a member', () => {
  it('are those of the tenant’s rules about single readings, and no other', async () => {
    const who = await harness.createUser(tenant);
    expect((await limits(tenant.id)).metrics).toEqual(expect.arrayContaining(['systolic', 'steps']));
    expect((await limitsOf(who)).limits.map(({ ruleId, level, setBy }) => [ruleId, level, setBy])).toEqual([[systolic, 160, 'tenant']]);
  });

  it('are the member’s own where somebody has set one, whoever is asked about beside', async () => {
    const [own, other] = [await harness.createUser(tenant), await harness.createUser(tenant)];
    const who = { userId: own.id, ruleId: systolic };
    await memberRules.set(tenant.id, md.id, who, { revision: 0, settings: { level: 185, clearing: 180 }, off: null });
    const levels = async (one: TestUser) => (await limitsOf(one, [other, own])).limits.map(({ level, setBy }) => [level, setBy]);
    expect([await levels(own), await levels(other)]).toEqual([[[185, 'member']], [[160, 'tenant']]]);
    const off = { reason: 'In hospital', until: Math.floor(now) + 86_400 };
    await memberRules.set(tenant.id, md.id, who, { revision: 1, settings: {}, off });
    expect([await levels(own), await levels(other)]).toEqual([[], [[160, 'tenant']]]);
  });

  it('are none in a tenant without rules', async () => {
    const elsewhere = await harness.createTenant();
    const found = await limits(elsewhere.id);
    expect([found.metrics, (await found.of([md.id]))(md.id)]).toEqual([[], { limits: [], standings: [] }]);
  });
});

describe('what became of a reading beyond a limit', () => {
  it('is told from the first reading to the end of the action', async () => {
    const who = await harness.createUser(tenant);
    expect(await marked(who, 165)).toEqual({ limit: 160, setBy: 'tenant', alert: 'none' });
    await measure(who, [[20, 165]]);
    expect(await marked(who, 165)).toEqual({ limit: 160, setBy: 'tenant', alert: 'pending' });
    await measure(who, [[50, 166]]);
    expect(await marked(who, 165)).toEqual({ limit: 160, setBy: 'tenant', alert: 'open' });
    const [action] = await actions.live(tenant.id, [who.id]);
    await harness.database.tenant(tenant.id, (sql) => actions.close(sql, tenant.id, action?.id ?? '', 'Called the member'));
    expect(await marked(who, 165)).toMatchObject({ alert: 'ended' });
    expect(await marked(who, 150)).toBeNull();
  });
});
