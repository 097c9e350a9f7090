import { randomUUID } from 'node:crypto';
import { longestSignal, mostDialsAMinute } from '@vigil/contract/calls.values';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { type TestTenant, type TestUser, useHarness } from '#testing/harness.ts';
import { soon, startPhones } from './testing/phones.ts';

/* What somebody tries who is signed in and means ill, or whose browser is broken. */
const harness = await useHarness();
const { asOwner, clock, createTenant, createUser } = harness;
const phones = await startPhones(harness);
const { assign, phone, request } = phones;
afterEach(() => phones.hangUpAll());
afterAll(() => phones.stop());

let tenant: TestTenant;
let nurse: TestUser;
let member: TestUser;
beforeEach(async () => {
  tenant = await createTenant();
  [nurse, member] = await Promise.all([createUser(tenant, { roles: ['nurse'] }), createUser(tenant)]);
  await assign(tenant, member, nurse);
});
const talking = async () => {
  const [caller, callee] = await Promise.all([phone(nurse), phone(member, 1)]);
  const { call } = await caller.dial(member, member.id);
  await callee.accept(call.callId);
  return { caller, callee, id: call.callId as string };
};

test('signals of odd content reach the other device as they were said, or are refused as input; none is an error of the server', async () => {
  const { caller, callee, id } = await talking();
  const odd = ['', 'null', '5', '{"to":null}', 'v=0\r\na=\u2028\u202e', '\ud83d\ude80', '<script>', "'; drop table vigil.calls; --"];
  for (const data of odd) expect(await caller.says(id, data)).toMatchObject({ status: 200 });
  for (const data of ['\u0000', 'v=0\u0000', '\ud800', 'x'.repeat(longestSignal + 1)])
    expect([data.slice(0, 5), (await caller.says(id, data)).error?.code]).toEqual([data.slice(0, 5), 'invalid_input']);
  await soon(() => expect(callee.said().map(({ data }) => data)).toEqual(odd), 5_000);
  const kinds = await request('POST', `calls/${id}/signals`, nurse, { deviceId: caller.deviceId, signals: [{ kind: 'shell', data: 'x' }] });
  expect(kinds.error.code).toBe('invalid_input');
});

test('a megabyte of signals is refused, and the call goes on', async () => {
  const { caller, id } = await talking();
  const large = await request('POST', `calls/${id}/signals`, nurse, {
    ...{ deviceId: caller.deviceId, signals: [{ kind: 'offer', data: 'x'.repeat(1024 * 1024) }] },
  });
  expect(large.error.code).toBe('body_too_large');
  expect(await caller.says(id, 'x')).toMatchObject({ status: 200, sequence: 1 });
});

test('fifty dialings at once are one call; a person who is dialed at the same moment by others is on one', async () => {
  const colleagues = await Promise.all(Array.from({ length: 5 }, () => createUser(tenant, { roles: ['coach'] })));
  const caller = await phone(nurse);
  const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => caller.dial(colleagues[n % 5] as TestUser, null)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const refused = answers.flatMap(({ error }) => error?.code ?? []);
  expect(refused.filter((code) => code !== 'conflict' && code !== 'too_many_requests')).toEqual([]);
  await caller.end(answers.find(({ status }) => status === 200)?.call.callId);
  const others = await Promise.all(colleagues.map((one, n) => phone(one, n % 2)));
  const dialed = await Promise.all(others.map((one) => one.dial(nurse, null)));
  expect(dialed.map(({ call }) => call.callState).sort()).toEqual(['dialing', 'ended', 'ended', 'ended', 'ended']);
  const open = await asOwner("select id from vigil.calls where tenant_id = $1 and state <> 'ended'", [tenant.id]);
  expect(open).toHaveLength(1);
});

test('who is refused for calling too often leaves no trace with the callee, whoever is called', async () => {
  const colleagues = await Promise.all([0, 1].map(() => createUser(tenant, { roles: ['coach'] })));
  const [caller, callee] = await Promise.all([phone(nurse), phone(colleagues[0] as TestUser)]);
  const [, second] = colleagues as [TestUser, TestUser];
  for (let n = 0; n < mostDialsAMinute; n += 1) await caller.end((await caller.dial(second, null)).call.callId);
  for (let n = 0; n < 5; n += 1) expect((await caller.dial(callee.user, null)).error.code).toBe('too_many_requests');
  expect(callee.told).toEqual([]);
  expect(await asOwner('select id from vigil.calls where callee_id = $1', [callee.user.id])).toEqual([]);
});

test('a discharged member is not called, and one who was called hears of it no more once discharged', async () => {
  const [caller, callee] = await Promise.all([phone(nurse), phone(member)]);
  const { call } = await caller.dial(member, member.id);
  await asOwner('update vigil.users set is_in_the_tenant = false where id = $1', [member.id]);
  expect(await callee.accept(call.callId)).not.toMatchObject({ status: 200 });
  phones.servers[0].modules.bus.publish('user.changed', { tenantId: tenant.id, userId: member.id });
  await soon(() => expect(caller.last()).toMatchObject({ endResult: 'unknown', callLog: { detail: 'no_longer_permitted' } }));
  expect(await caller.dial(member, member.id)).not.toMatchObject({ status: 200 });
});

test('a device that takes the id of another one of the same person has its call; somebody else with that id has nothing', async () => {
  const { caller, id } = await talking();
  const thief = await phone(await createUser(tenant, { roles: ['coach'] }), 0, caller.deviceId);
  expect(thief.ready).toEqual({ call: null });
  for (const answer of await Promise.all([thief.says(id, 'x'), thief.heard(id), thief.ice(id), thief.end(id), thief.leave(id)]))
    expect(answer.error.code).toBe('not_found');
  expect(await caller.current()).toMatchObject({ call: { callId: id, callState: 'established' } });
});

test('an end, an acceptance or a report that comes again after the end changes nothing', async () => {
  const { caller, callee, id } = await talking();
  await caller.end(id);
  const before = await asOwner('select * from vigil.calls where id = $1', [id]);
  clock.advance(1_000);
  await Promise.all([caller.end(id), callee.end(id), callee.accept(id), callee.hears(id, 'connected'), caller.fail(id), callee.leave(id)]);
  expect(await asOwner('select * from vigil.calls where id = $1', [id])).toEqual(before);
  const wanted = { callId: id, calleeId: member.id, memberId: member.id, isVideoCall: false, deviceId: randomUUID() };
  expect((await request('POST', 'calls', nurse, wanted)).error.code).toBe('conflict');
});
