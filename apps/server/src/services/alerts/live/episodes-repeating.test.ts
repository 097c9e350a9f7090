import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { TestTenant, TestUser } from '#testing/harness.ts';
import { judgedMembers } from './testing/judged-members.ts';

const hour = 3_600;
const { harness, actions, alarms, answering, time, member, edit, retire, ...on } = await judgedMembers();
const { arrive, measure, openOf, historyOf, alarmsOf, acknowledge, intervene, beforeNextReport } = on;

const stateOf = async (tenant: TestTenant, who: TestUser) =>
  (await alarmsOf(tenant, who)).map(({ state, severity }) => `${state} ${severity}`);
const idOf = async (tenant: TestTenant, who: TestUser) => (await openOf(tenant, who))[0]?.id ?? '';

describe('an alert that clears and fires again under an alarm that somebody has answered', () => {
  test.each<[string, (tenant: TestTenant, who: TestUser, md: TestUser) => Promise<unknown>]>([
    ['acknowledged', acknowledge],
    [
      'snoozed',
      async (tenant, who, md) => {
        const [alarm] = await alarms.standing(tenant.id, [who.id]);
        await answering.snooze(tenant.id, { id: md.id, roles: ['md', 'nurse'] }, alarm?.id ?? '', {
          ...{ request_id: randomUUID(), version: alarm?.version ?? 0, seconds: 900 },
        });
      },
    ],
  ])('rings again, with a version of its own, where the alarm was %s', async (_, answer) => {
    const tiers = await member('systolic-high', 'systolic-crisis');
    const beside = await member('systolic-crisis', 'diastolic-high');
    for (const { tenant, who, md } of [tiers, beside]) {
      await measure(who, { systolic: 190, diastolic: 105 });
      await answer(tenant, who, md);
      const [noted] = await alarms.standing(tenant.id, [who.id]);
      await measure(who, { systolic: 165 });
      await measure(who, { systolic: 165 });
      expect((await stateOf(tenant, who))[0]).not.toMatch(/raised/);
      await measure(who, { systolic: 190 });
      expect(await stateOf(tenant, who)).toEqual(['raised CRITICAL']);
      const [again] = await alarms.standing(tenant.id, [who.id]);
      expect(again?.version).toBeGreaterThan(noted?.version ?? 0);
    }
  });

  test('rings again where its rule was retired and comes back', async () => {
    const { tenant, who, md, ruleIds } = await member('diastolic-high', 'systolic-crisis');
    const crisis = ruleIds[1] ?? '';
    await measure(who, { systolic: 190, diastolic: 105 });
    await acknowledge(tenant, who, md);
    await retire(tenant, crisis);
    await measure(who, { diastolic: 105 });
    await edit(tenant, md, crisis, {});
    await measure(who, { systolic: 191 });
    expect(await stateOf(tenant, who)).toEqual(['raised CRITICAL']);
  });
});

describe('an alert whose action is about to end by itself', () => {
  test('opens one of its own', async () => {
    const { tenant, who } = await member('systolic-high');
    await measure(who, { systolic: 165 });
    await measure(who, { systolic: 120 });
    await measure(who, { systolic: 120 });
    const old = await idOf(tenant, who);
    await harness.asOwner(`update vigil.actions set expires_at = now() - interval '1 second' where id = $1`, [old]);
    await measure(who, { systolic: 170 });
    await actions.expire();
    const [open, ...others] = await openOf(tenant, who);
    expect([open?.id === old, others]).toEqual([false, []]);
    expect(open).toMatchObject({ title: 'Systolic pressure 160 or more', value: 170 });
    expect(await stateOf(tenant, who)).toEqual(['raised HIGH']);
    expect((await historyOf(tenant, old)).map(({ kind }) => kind)).toEqual(['OPENED', 'EXPIRED']);
    await measure(who, { systolic: 172 });
    expect(await stateOf(tenant, who)).toEqual(['raised HIGH']);
  });

  test('is not lost where somebody ends that action at the same moment', async () => {
    const { tenant, who, nurse } = await member(['systolic-high', { timeToLiveHours: 200 }]);
    await measure(who, { systolic: 165 });
    await measure(who, { systolic: 120 });
    await measure(who, { systolic: 120 });
    const old = await idOf(tenant, who);
    beforeNextReport(async () => void (await intervene(tenant, old, nurse)));
    await measure(who, { systolic: 178 }, 80 * hour);
    const standing = await stateOf(tenant, who);
    const open = await openOf(tenant, who);
    expect([standing, open.length]).toEqual([['raised HIGH'], 1]);
    expect(open[0]).toMatchObject({ value: 178 });
  });
});

describe('an alert of a rule that has an action which it does not belong to any more', () => {
  test('is told as the rule is now: another severity, another role, another group', async () => {
    const { tenant, who, md, ruleIds } = await member(['systolic-high', { severity: 'MEDIUM' }]);
    await measure(who, { systolic: 165 });
    await measure(who, { systolic: 120 });
    await measure(who, { systolic: 120 });
    await edit(tenant, md, ruleIds[0] ?? '', { severity: 'CRITICAL', role: 'md', system: 'general' });
    await measure(who, { systolic: 230 });
    const told = (await openOf(tenant, who)).map(({ priority, assigneeRole, value }) => [priority, assigneeRole, value]);
    expect(told).toEqual([
      ['CRITICAL', 'md', 230],
      ['MEDIUM', 'nurse', 165],
    ]);
    expect((await alarmsOf(tenant, who)).map(({ severity, state }) => [severity, state])).toContainEqual(['CRITICAL', 'raised']);
  });

  test('after three quiet days is something new', async () => {
    const { tenant, who } = await member(['systolic-high', { timeToLiveHours: 200 }]);
    await measure(who, { systolic: 165 });
    await measure(who, { systolic: 120 });
    await measure(who, { systolic: 170 }, 73 * hour);
    expect((await openOf(tenant, who)).map(({ value }) => value)).toEqual([170, 165]);
  });
});

test('an intervention that is undone once its rule has another action is refused', async () => {
  const { tenant, who, nurse, md } = await member('systolic-crisis');
  await measure(who, { systolic: 190 });
  const first = await idOf(tenant, who);
  const undo = await intervene(tenant, first, nurse);
  await measure(who, { systolic: 120 });
  await measure(who, { systolic: 120 });
  await measure(who, { systolic: 195 });
  const second = await idOf(tenant, who);
  await intervene(tenant, second, md);
  await expect(undo()).rejects.toThrow('A new action about the same problem has opened since');
  await measure(who, { systolic: 196 });
  expect([await openOf(tenant, who), await alarmsOf(tenant, who)]).toEqual([[], []]);
});

test('an undo raises what still holds, though late readings have moved when it began', async () => {
  const { tenant, who, nurse } = await member('systolic-crisis');
  await measure(who, { systolic: 190 });
  const undo = await intervene(tenant, await idOf(tenant, who), nurse);
  time.now += 60;
  await arrive(who, { systolic: 195 }, 20 * 60);
  await undo();
  expect(await stateOf(tenant, who)).toEqual(['raised CRITICAL']);
});
