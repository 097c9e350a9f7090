import { expect, test } from 'vitest';
import type { TestTenant, TestUser } from '#testing/harness.ts';
import { judgedMembers } from './testing/judged-members.ts';

const { harness, alarms, actions, member, measure, openOf, alarmsOf, ringsOf, acknowledge, passTime } = await judgedMembers();

const low = { severity: 'LOW' } as const;
const stateOf = async (tenant: TestTenant, who: TestUser) =>
  (await alarmsOf(tenant, who)).map(({ state, severity }) => `${state} ${severity}`);
const alsoOf = async (tenant: TestTenant, who: TestUser) =>
  (await alarmsOf(tenant, who)).flatMap(({ also }) => also.map(({ title, holds, isUnanswered }) => ({ title, holds, isUnanswered })));

async function lastPush(who: TestUser) {
  const [push] = await harness.asOwner<{ description: string }>(
    `select description from vigil.pushes where patient_id = $1 and user_ids <> '{}' order by created_at desc, id limit 1`,
    [who.id],
  );
  return push?.description;
}

test('a milder alert that joins an acknowledged one is shown and rings nobody; one as severe rings', async () => {
  const { tenant, who, md } = await member('systolic-crisis', ['diastolic-high', low], 'diastolic-crisis');
  await measure(who, { systolic: 190 });
  await acknowledge(tenant, who, md);
  await measure(who, { systolic: 190, diastolic: 105 });
  await measure(who, { systolic: 190, diastolic: 105 });
  expect([await stateOf(tenant, who), await ringsOf(who)]).toEqual([['acknowledged CRITICAL'], ['persisted CRITICAL']]);
  expect(await alsoOf(tenant, who)).toEqual([{ title: 'Diastolic pressure 100 or more', holds: true, isUnanswered: true }]);
  await measure(who, { systolic: 190, diastolic: 125 });
  expect(await stateOf(tenant, who)).toEqual(['raised CRITICAL']);
});

test('a critical alert that clears leaves an alarm as severe as what is left, which says that nobody acknowledged the critical one', async () => {
  const { tenant, who, md } = await member('systolic-crisis', ['diastolic-high', low]);
  await measure(who, { systolic: 190, diastolic: 105 });
  await measure(who, { systolic: 120, diastolic: 105 });
  expect(await stateOf(tenant, who)).toEqual(['raised LOW']);
  expect(await alsoOf(tenant, who)).toEqual([{ title: 'Systolic pressure 180 or more', holds: false, isUnanswered: true }]);
  expect(await ringsOf(who)).toEqual(['persisted CRITICAL']);
  // The action stays as urgent as it was, and what nobody has acknowledged stays so until somebody does.
  expect(await openOf(tenant, who)).toMatchObject([{ priority: 'CRITICAL', title: 'Systolic pressure 180 or more' }]);
  await acknowledge(tenant, who, md);
  expect(await alsoOf(tenant, who)).toEqual([{ title: 'Systolic pressure 180 or more', holds: false, isUnanswered: false }]);
});

test('a critical alert that nobody has acknowledged is told of again while a milder one keeps its action open', async () => {
  const { tenant, who, md } = await member('systolic-crisis', ['diastolic-high', { ...low, role: 'nurse', timeToLiveHours: 200 }]);
  await measure(who, { systolic: 190, diastolic: 105 });
  await measure(who, { systolic: 120, diastolic: 105 });
  const [left] = await alarms.standing(tenant.id, [who.id]);
  // Whoever is on call for the critical one is asked again, a day later.
  expect([left?.role, Math.round(((left?.dueAt ?? 0) - Date.now()) / 3_600_000)]).toEqual(['md', 24]);
  await passTime(tenant, who);
  expect(await ringsOf(who)).toEqual(['persisted CRITICAL', 'due LOW']);
  expect(await lastPush(who)).toBe(
    'Not acknowledged · Low alert · Diastolic pressure 100 or more · an unacknowledged critical alert has cleared',
  );
  // However long that lasts, the action stays open.
  await harness.asOwner(`update vigil.actions set expires_at = now() + interval '1 hour' where user_id = $1`, [who.id]);
  await measure(who, { systolic: 120, diastolic: 106 });
  await harness.asOwner(`update vigil.actions set expires_at = expires_at - interval '2 hours' where user_id = $1`, [who.id]);
  await actions.expire();
  expect(await openOf(tenant, who)).toMatchObject([{ priority: 'CRITICAL' }]);
  await acknowledge(tenant, who, md);
  await passTime(tenant, who);
  expect((await ringsOf(who)).length).toBe(2);
});

test('it climbs as what is left, in words that tell of the critical one, and never expires silently', async () => {
  const { tenant, who } = await member('systolic-crisis', 'systolic-high');
  await measure(who, { systolic: 190 });
  await measure(who, { systolic: 165 });
  await passTime(tenant, who);
  expect(await ringsOf(who)).toEqual(['persisted CRITICAL', 'due HIGH']);
  expect(await lastPush(who)).toBe(
    'Not acknowledged · High alert · Systolic pressure 160 or more · an unacknowledged critical alert has cleared',
  );
  await harness.asOwner(`update vigil.actions set expires_at = now() - interval '1 second' where user_id = $1`, [who.id]);
  await actions.expire();
  expect((await ringsOf(who)).at(-1)).toBe('expired CRITICAL');
  expect(await lastPush(who)).toBe('Expired without being handled · Critical alert · Systolic pressure 180 or more');
});

test('what has got worse by a step while it rings is not acknowledged by whoever saw it before', async () => {
  const { tenant, who, md } = await member('systolic-crisis');
  await measure(who, { systolic: 181 });
  const [seen] = await alarms.standing(tenant.id, [who.id]);
  await measure(who, { systolic: 185 });
  expect((await alarms.standing(tenant.id, [who.id])).map(({ version }) => version)).toEqual([seen?.version]);
  await measure(who, { systolic: 240 });
  await expect(acknowledge(tenant, who, md, seen)).rejects.toThrow('This alert was raised again after you opened it');
  expect(await stateOf(tenant, who)).toEqual(['raised CRITICAL']);
  await acknowledge(tenant, who, md);
  expect(await stateOf(tenant, who)).toEqual(['acknowledged CRITICAL']);
});
