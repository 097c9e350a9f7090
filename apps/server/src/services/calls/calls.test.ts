import { randomUUID } from 'node:crypto';
import { backSeconds, lostSeconds, mediaSeconds, mostDialsAMinute, mostSignalsAMinute, ringSeconds } from '@vigil/contract/calls.values';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type TestTenant, type TestUser, useHarness } from '#testing/harness.ts';
import { type Phone, soon, startPhones } from './testing/phones.ts';

/* Calls through every module as the server wires them: two processes over one PostgreSQL, without Redis. */
const harness = await useHarness();
const { asOwner, clock, createTenant, createUser } = harness;
const phones = await startPhones(harness);
const { assign, phone, request } = phones;
const [{ modules }] = phones.servers;
const { endOverdue, endForbidden } = modules.calls;
afterEach(() => phones.hangUpAll());
afterAll(() => phones.stop());

let tenant: TestTenant;
let nurse: TestUser;
let coach: TestUser;
let member: TestUser;
beforeEach(async () => {
  tenant = await createTenant();
  [nurse, coach, member] = await Promise.all([
    createUser(tenant, { roles: ['nurse'], givenName: 'Nora', familyName: 'Nurse' }),
    createUser(tenant, { roles: ['coach'], givenName: 'Carl', familyName: 'Coach' }),
    createUser(tenant, { givenName: 'Mia', familyName: 'Member' }),
  ]);
  await assign(tenant, member, nurse);
});

/** The nurse calls the member, who accepts; both hear each other. */
async function talking(caller: Phone, callee: Phone): Promise<string> {
  const { call } = await caller.dial(member, member.id);
  await callee.accept(call.callId);
  await caller.hears(call.callId, 'connected');
  await callee.hears(call.callId, 'connected');
  return call.callId;
}
const stored = async (callId: string) => {
  const [row] = await asOwner<{ state: string; end_result: string | null; end_detail: string | null; ended_by: string | null }>(
    'select state, end_result, end_detail, ended_by from vigil.calls where id = $1',
    [callId],
  );
  return row;
};
const notices = async (conversationId: string) =>
  (
    await asOwner<{ notice: { type: string; name: string; time: number | null }; is_quiet: boolean }>(
      'select notice, is_quiet from vigil.chat_messages where conversation_id = $1 order by sequence',
      [conversationId],
    )
  ).map(({ notice, is_quiet }) => ({ ...notice, isQuiet: is_quiet }));
const unreadOf = async (by: TestUser) => {
  const answer = await phones.servers[0].http.inject({
    ...{ method: 'GET', url: '/chat/api/v1/conversations/unread', headers: { authorization: `Bearer ${by.id}` } },
  });
  return answer.json().conversations.map(({ conversationId, unread }: never) => [conversationId, unread]);
};

describe('a call', () => {
  test('rings at every page of the callee, is accepted on one, connects, and is completed; and its whole log stands', async () => {
    const [caller, other, first, second] = await Promise.all([phone(nurse), phone(nurse), phone(member), phone(member, 1)]);
    const stranger = await phone(coach);
    const { call, ice, signals } = await caller.dial(member, member.id, { isVideoCall: true });
    expect({ ice, signals }).toEqual({ ice: { iceServers: [], iceTransportPolicy: 'all', expiresAt: null }, signals: [] });
    expect(call).toMatchObject({
      ...{ memberId: member.id, isVideoCall: true, callState: 'dialing', isOngoing: false, isEnded: false, endResult: null, isHere: true },
      ...{ isLocalAudioEnabled: true, isLocalVideoEnabled: true, isRemoteAudioEnabled: true, isRemoteVideoEnabled: true },
      caller: { userId: nurse.id, firstName: 'Nora', lastName: 'Nurse', label: 'RN' },
      callee: { userId: member.id, firstName: 'Mia', lastName: 'Member', label: null },
      callLog: { startedAt: clock.now(), ringingAt: null, acceptedAt: null, endedAt: null, duration: null, detail: null },
    });
    const id = call.callId;
    await soon(() => expect([first.states(), second.states()]).toEqual([['ringing'], ['ringing']]));
    clock.advance(1_000);
    await first.ring(id);
    await soon(() => expect(caller.last().callLog.ringingAt).toBe(clock.now()));

    clock.advance(1_000);
    const accepted = await second.accept(id);
    expect(accepted.call).toMatchObject({ callState: 'established', isOngoing: true, isHere: true, callLog: { acceptedAt: clock.now() } });
    await soon(() => {
      expect(first.last()).toMatchObject({ callState: 'ended', isEnded: true, endResult: 'other_device_accepted', isHere: false });
      expect(caller.last()).toMatchObject({ callState: 'established', isHere: true });
    }, 1_000);
    expect((await first.accept(id)).error).toMatchObject({ code: 'conflict' });
    expect((await first.end(id)).call).toMatchObject({ callState: 'ended', endResult: 'other_device_accepted' });
    expect((await first.current()).call).toBe(null);

    clock.advance(1_000);
    expect(await caller.hears(id, 'connected', { video: true })).toMatchObject({ callState: 'established' });
    expect(await second.hears(id, 'connected', { audio: false })).toMatchObject({ callState: 'connected' });
    await soon(() =>
      expect(caller.last()).toMatchObject({ callState: 'connected', isRemoteAudioEnabled: false, isRemoteVideoEnabled: false }),
    );
    const connectedAt = clock.now();
    clock.advance(90_000);
    const ended = await second.end(id);
    expect(ended.call).toMatchObject({
      ...{ callState: 'ended', isOngoing: false, isEnded: true, endResult: 'completed', endedBy: member.id },
      callLog: { connectedAt, endedAt: clock.now(), duration: 90_000 },
    });
    await soon(() => expect(caller.last()).toMatchObject({ endResult: 'completed', callLog: { duration: 90_000 } }));
    expect(first.states()).toEqual(['ringing', 'ringing', 'ended']);
    expect([other.told, stranger.told]).toEqual([[], []]);
    expect(await notices(member.id)).toEqual([
      { type: 'call_started', name: 'Nora Nurse', time: null, isQuiet: true },
      { type: 'call_ended', name: 'Nora Nurse', time: 90_000, isQuiet: true },
    ]);
    const log = await request('GET', 'calls', member);
    expect(log).toMatchObject({ calls: [{ callId: id, endResult: 'completed', isHere: false }], next: null });
    const ofMember = await request('GET', `users/${member.id}/calls`, nurse);
    expect(ofMember.calls.map(({ callId }: { callId: string }) => callId)).toEqual([id]);
    const timeline = await phones.servers[0].http.inject({
      ...{ method: 'GET', url: `/registry/api/v1/users/${member.id}/timeline` },
      headers: { authorization: `Bearer ${coach.id}` },
    });
    expect(timeline.json().content).toMatchObject([
      {
        ...{ kind: 'CALL', at: log.calls[0].callLog.startedAt, clinician: { firstName: 'Nora' }, executedBy: { firstName: 'Nora' } },
        call: { isVideoCall: true, endResult: 'completed', duration: 90_000 },
      },
    ]);
    const onRecord = await asOwner<{ actor_id: string; endpoint: string }>(
      "select actor_id, endpoint from vigil.audit_log where tenant_id = $1 and $2 = any(members) and endpoint like 'calls.%'",
      [tenant.id, member.id],
    );
    expect(onRecord).toEqual(
      expect.arrayContaining([
        { actor_id: nurse.id, endpoint: 'calls.dial' },
        { actor_id: member.id, endpoint: 'calls.accept' },
        { actor_id: member.id, endpoint: 'calls.end' },
      ]),
    );
  });

  test('reconnects: the break and the return are told, and both have to hear each other again', async () => {
    const [caller, callee] = await Promise.all([phone(nurse), phone(member, 1)]);
    const id = await talking(caller, callee);
    await caller.hears(id, 'reconnecting');
    await soon(() => expect(callee.last()?.callState).toBe('reconnecting'));
    expect(await callee.hears(id, 'connected')).toMatchObject({ callState: 'reconnecting' });
    clock.advance(2_000);
    expect(await caller.hears(id, 'connected')).toMatchObject({ callState: 'reconnected' });
    await soon(() => expect(callee.last()).toMatchObject({ callState: 'reconnected', callLog: { reconnectedAt: clock.now() } }));
  });

  test('is one, when both call at once', async () => {
    const [one, other] = await Promise.all([phone(nurse), phone(coach, 1)]);
    const [dialed, dialing] = await Promise.all([one.dial(coach, null), other.dial(nurse, null)]);
    expect(dialed.call.callId).toBe(dialing.call.callId);
    expect([dialed.call.callState, dialing.call.callState].sort()).toEqual(['dialing', 'established']);
    const rows = await asOwner<{ count: number }>('select count(*)::int as count from vigil.calls where tenant_id = $1', [tenant.id]);
    expect(rows).toEqual([{ count: 1 }]);
  });

  test('of somebody who is on another one is told as busy, and stands as missed', async () => {
    const [caller, callee, third] = await Promise.all([phone(nurse), phone(coach), phone(await createUser(tenant, { roles: ['md'] }))]);
    await caller.dial(coach, null);
    const busy = await third.dial(coach, null);
    expect(busy).toMatchObject({ ice: null, call: { isEnded: true, endResult: 'declined', endedBy: null, callLog: { detail: 'busy' } } });
    await soon(() => expect(callee.last()).toMatchObject({ callId: busy.call.callId, isEnded: true, callLog: { detail: 'busy' } }));
    expect((await caller.dial(member, member.id)).error).toMatchObject({ code: 'conflict', message: expect.stringContaining('on a call') });
    const [[conversation] = []] = await unreadOf(coach);
    expect(await notices(conversation)).toMatchObject([{ type: 'call_missed', isQuiet: false }]);
    expect(await unreadOf(third.user)).toEqual([]);
  });

  test('that is dialed again with the same id rings once; another one under the id is refused', async () => {
    const caller = await phone(nurse);
    const callId = randomUUID();
    const [first, again] = await Promise.all([caller.dial(coach, null, { callId }), caller.dial(coach, null, { callId })]);
    expect(again.call).toEqual(first.call);
    expect((await caller.dial(member, member.id, { callId })).error.code).toBe('conflict');
  });

  test('goes on where the connection was away: what was missed is in the answer to being ready', async () => {
    const [caller, callee] = await Promise.all([phone(nurse), phone(member)]);
    const { call } = await caller.dial(member, member.id);
    callee.socket.disconnect();
    const back = await phone(member, 1, callee.deviceId);
    expect(back.ready.call).toMatchObject({ callId: call.callId, callState: 'ringing' });
    expect((await back.current()).call).toMatchObject({ callId: call.callId });
  });

  test('is answered, moved and ended by either process, whichever hears first', async () => {
    const [caller, callee] = await Promise.all([phone(nurse), phone(member, 1)]);
    const { call } = await caller.dial(member, member.id);
    const page = { deviceId: callee.deviceId };
    const [one, other] = await Promise.all([
      request('POST', `calls/${call.callId}/acceptance`, member, page, 0),
      request('POST', `calls/${call.callId}/acceptance`, member, { deviceId: randomUUID() }, 1),
    ]);
    expect([one.status, other.status].sort()).toEqual([200, 409]);
    await request('PUT', `calls/${call.callId}/end`, nurse, { deviceId: caller.deviceId }, 1);
    await soon(() => expect(caller.last()).toMatchObject({ isEnded: true, endResult: 'completed' }), 2_000);
  });
});

describe('a call ends', () => {
  test('no_answer: after 45 seconds, and stands as missed for the callee alone', async () => {
    const [caller, callee] = await Promise.all([phone(nurse), phone(member)]);
    const { call } = await caller.dial(member, member.id);
    clock.advance(ringSeconds * 1000 - 1);
    await endOverdue();
    expect(await stored(call.callId)).toMatchObject({ state: 'dialing' });
    clock.advance(1);
    await Promise.all(phones.servers.map((one) => one.modules.calls.endOverdue()));
    expect(await stored(call.callId)).toEqual({ state: 'ended', end_result: 'no_answer', end_detail: null, ended_by: null });
    await soon(() => expect([caller.last()?.endResult, callee.last()?.endResult]).toEqual(['no_answer', 'no_answer']));
    expect(await notices(member.id)).toEqual([{ type: 'call_missed', name: 'Nora Nurse', time: null, isQuiet: false }]);
    expect([await unreadOf(member), await unreadOf(nurse)]).toEqual([[[member.id, 1]], []]);
  });

  test('canceled: by the caller before it is accepted', async () => {
    const [caller, callee] = await Promise.all([phone(nurse), phone(member, 1)]);
    const { call } = await caller.dial(member, member.id);
    await soon(() => expect(callee.states()).toEqual(['ringing']));
    expect((await caller.end(call.callId)).call).toMatchObject({ endResult: 'canceled', endedBy: nurse.id });
    await soon(() => expect(callee.last()).toMatchObject({ isEnded: true, endResult: 'canceled' }), 2_000);
    expect((await callee.accept(call.callId)).error.code).toBe('conflict');
    expect(await notices(member.id)).toMatchObject([{ type: 'call_missed', isQuiet: false }]);
  });

  test('declined: by the callee, on every page', async () => {
    const [caller, callee, other] = await Promise.all([phone(nurse), phone(member), phone(member)]);
    const { call } = await caller.dial(member, member.id);
    await soon(() => expect(other.states()).toEqual(['ringing']));
    expect((await callee.end(call.callId)).call).toMatchObject({ endResult: 'declined', endedBy: member.id });
    await soon(() => expect([caller.last()?.endResult, other.last()?.endResult]).toEqual(['declined', 'declined']));
    expect(await notices(member.id)).toMatchObject([{ type: 'call_declined', isQuiet: true }]);
  });

  test('connection_lost: 60 seconds after the way between the two broke', async () => {
    const [caller, callee] = await Promise.all([phone(nurse), phone(member)]);
    const id = await talking(caller, callee);
    await caller.hears(id, 'reconnecting');
    clock.advance(lostSeconds * 1000 - 1);
    await caller.hears(id, 'reconnecting');
    await endOverdue();
    expect(await stored(id)).toMatchObject({ state: 'reconnecting' });
    clock.advance(1);
    await endOverdue();
    expect(await stored(id)).toMatchObject({ end_result: 'connection_lost', ended_by: null });
    await soon(() => expect(callee.last()).toMatchObject({ endResult: 'connection_lost', callLog: { duration: lostSeconds * 1000 } }));
  });

  test('connection_lost: where both devices are silent, and not because the process that looks was away itself', async () => {
    const [caller, callee] = await Promise.all([phone(nurse), phone(member)]);
    const id = await talking(caller, callee);
    clock.advance(10 * lostSeconds * 1000);
    await endOverdue();
    expect(await stored(id)).toMatchObject({ state: 'connected' });
    for (let seconds = 0; seconds < lostSeconds; seconds += 10) {
      expect(await stored(id)).toMatchObject({ state: 'connected' });
      clock.advance(10_000);
      await endOverdue();
    }
    expect(await stored(id)).toMatchObject({ end_result: 'connection_lost' });
  });

  test('timed_out: accepted, and nothing was heard within 30 seconds', async () => {
    const [caller, callee] = await Promise.all([phone(nurse), phone(member)]);
    const { call } = await caller.dial(member, member.id);
    await callee.accept(call.callId);
    await caller.hears(call.callId, 'connected');
    clock.advance(mediaSeconds * 1000 - 1);
    await endOverdue();
    expect(await stored(call.callId)).toMatchObject({ state: 'established' });
    clock.advance(1);
    await endOverdue();
    expect(await stored(call.callId)).toMatchObject({ end_result: 'timed_out', ended_by: null });
    await soon(() => expect(caller.last()).toMatchObject({ endResult: 'timed_out', callLog: { duration: null } }));
  });

  test('dial_failed and accept_failed: where a device cannot go on, and by no other device', async () => {
    const [caller, callee, other] = await Promise.all([phone(nurse), phone(member), phone(member)]);
    const first = (await caller.dial(member, member.id)).call.callId;
    expect((await other.fail(first)).call).toMatchObject({ callState: 'ringing' });
    expect((await caller.fail(first)).call).toMatchObject({ endResult: 'dial_failed', endedBy: nurse.id });
    const second = (await caller.dial(member, member.id)).call.callId;
    await callee.accept(second);
    await other.fail(second);
    expect(await stored(second)).toMatchObject({ state: 'established' });
    expect((await callee.fail(second)).call).toMatchObject({ endResult: 'accept_failed', endedBy: member.id });
    const third = await talking(caller, callee);
    expect((await caller.fail(third)).call).toMatchObject({ endResult: 'connection_lost' });
  });

  test('unknown: where the two may no longer talk to each other', async () => {
    const [caller, callee] = await Promise.all([phone(nurse), phone(member)]);
    const id = await talking(caller, callee);
    await endForbidden();
    expect(await stored(id)).toMatchObject({ state: 'connected' });
    await asOwner('update vigil.users set is_on_hold = true where id = $1', [member.id]);
    modules.bus.publish('user.changed', { tenantId: tenant.id, userId: member.id });
    await soon(() => expect(caller.last()).toMatchObject({ endResult: 'unknown', callLog: { detail: 'no_longer_permitted' } }));
    await asOwner('update vigil.users set is_on_hold = false where id = $1', [member.id]);
    const next = await talking(caller, callee);
    await asOwner('update vigil.users set is_in_the_tenant = false where id = $1', [nurse.id]);
    await endForbidden();
    expect(await stored(next)).toMatchObject({ end_result: 'unknown', end_detail: 'no_longer_permitted' });
  });
});

describe('a page that is left', () => {
  test('ends its call after ten seconds: completed, or canceled where it still rang', async () => {
    const [caller, callee] = await Promise.all([phone(nurse), phone(member, 1)]);
    const id = await talking(caller, callee);
    expect((await callee.leave(id)).call).toMatchObject({ callState: 'connected', isEnded: false });
    clock.advance(backSeconds * 1000 - 1);
    await endOverdue();
    expect(await stored(id)).toMatchObject({ state: 'connected' });
    clock.advance(1);
    await endOverdue();
    await soon(() => expect(caller.last()).toMatchObject({ endResult: 'completed', endedBy: member.id }));
    const next = (await caller.dial(member, member.id)).call.callId;
    await soon(() => expect(callee.last()).toMatchObject({ callId: next, callState: 'ringing' }));
    await caller.leave(next);
    clock.advance(backSeconds * 1000);
    await endOverdue();
    await soon(() => expect(callee.last()).toMatchObject({ callId: next, endResult: 'canceled', endedBy: nurse.id }));
  });

  test('and is back in time goes on with it, whether it was loaded anew or kept by the browser', async () => {
    const [caller, callee] = await Promise.all([phone(nurse), phone(member)]);
    const id = await talking(caller, callee);
    for (const back of [
      () => phone(member, 1, callee.deviceId),
      () => callee.current(),
      () => callee.ice(id),
      () => callee.hears(id, 'connected'),
    ]) {
      await callee.leave(id);
      clock.advance(backSeconds * 1000 - 1);
      await back();
      clock.advance(1);
      await endOverdue();
      expect(await stored(id)).toMatchObject({ state: 'connected' });
    }
    await Promise.all([caller.leave(id), callee.leave(id)]);
    await callee.current();
    clock.advance(backSeconds * 1000);
    await endOverdue();
    expect(await stored(id)).toMatchObject({ end_result: 'completed', ended_by: nurse.id });
  });

  test('ends nothing where the call rings or goes on elsewhere', async () => {
    const [caller, callee, second] = await Promise.all([phone(nurse), phone(member), phone(member)]);
    const { call } = await caller.dial(member, member.id);
    expect((await second.leave(call.callId)).call).toMatchObject({ callState: 'ringing' });
    await callee.accept(call.callId);
    await second.leave(call.callId);
    clock.advance(backSeconds * 1000);
    await endOverdue();
    expect(await stored(call.callId)).toMatchObject({ state: 'established' });
  });
});

describe('who may call whom', () => {
  test('a member calls the own care team and nobody else; staff call members they see, and each other', async () => {
    const [other, own, of] = await Promise.all([createUser(tenant), phone(member), phone(coach)]);
    expect((await own.dial(nurse, member.id)).call).toMatchObject({ callState: 'dialing', memberId: member.id });
    await own.end((await own.current()).call.callId);
    expect((await own.dial(coach, member.id)).error.code).toBe('not_found');
    expect((await own.dial(nurse, null)).error.code).toBe('not_found');
    expect((await own.dial(nurse, other.id)).error.code).toBe('no_access_to_user');
    expect((await own.dial(other, member.id)).error.code).toBe('not_found');
    expect((await of.dial(other, null)).error.code).toBe('not_found');
    expect((await of.dial(nurse, member.id)).error.code).toBe('invalid_input');
    expect((await of.dial(coach, null)).error.code).toBe('invalid_input');
    expect((await of.dial(member, member.id)).call).toMatchObject({ callState: 'dialing' });
  });

  test('where staff see only those assigned to them, nobody else calls a member; and an assignment that ends, ends the call', async () => {
    const narrow = await createTenant({ settings: { access: { patients: 'assigned' } } });
    const [mine, other, theirs] = await Promise.all([
      createUser(narrow, { roles: ['nurse'] }),
      createUser(narrow, { roles: ['coach'] }),
      createUser(narrow),
    ]);
    await assign(narrow, theirs, mine);
    const [assigned, stranger, callee] = await Promise.all([phone(mine), phone(other), phone(theirs)]);
    expect((await stranger.dial(theirs, theirs.id)).error).toMatchObject({
      code: 'no_access_to_user',
      message: "You don't have access to this user.",
    });
    expect((await callee.dial(other, theirs.id)).error.code).toBe('not_found');
    const { call } = await assigned.dial(theirs, theirs.id);
    await asOwner('delete from vigil.care_relations where tenant_id = $1', [narrow.id]);
    modules.bus.publish('assignments.changed', { tenantId: narrow.id, userId: mine.id });
    await soon(() => expect(assigned.last()).toMatchObject({ endResult: 'unknown', callLog: { detail: 'no_longer_permitted' } }));
    expect(await stored(call.callId)).toMatchObject({ state: 'ended' });
  });

  test('a call with a member ends whom the caller does not see any more, because a setting was changed', async () => {
    const caller = await phone(coach);
    const { call } = await caller.dial(member, member.id);
    await asOwner(`update vigil.tenants set settings = '{"access": {"patients": "assigned"}}' where id = $1`, [tenant.id]);
    modules.bus.publish('settings.changed', { tenantId: tenant.id });
    await soon(() => expect(caller.last()).toMatchObject({ callId: call.callId, callLog: { detail: 'no_longer_permitted' } }));
  });

  test('whoever is on hold or has left neither calls nor is called, observers and administrators take no part', async () => {
    const [held, left, observer, admin] = await Promise.all([
      createUser(tenant, { isOnHold: true }),
      createUser(tenant, { roles: ['nurse'], isInTheTenant: false }),
      createUser(tenant, { roles: ['observer'] }),
      createUser(tenant, { roles: ['tenant_admin'] }),
    ]);
    const caller = await phone(nurse);
    expect((await caller.dial(held, held.id)).error).toMatchObject({ code: 'conflict', message: expect.stringContaining('on hold') });
    expect((await caller.dial(left, null)).error).toMatchObject({ code: 'conflict', message: expect.stringContaining('has left') });
    for (const one of [observer, admin]) expect((await caller.dial(one, null)).error.code).toBe('not_found');
    const wanted = { callId: randomUUID(), calleeId: nurse.id, memberId: held.id, isVideoCall: false, deviceId: randomUUID() };
    expect((await request('POST', 'calls', held, wanted)).error.code).toBe('account_on_hold');
    for (const one of [observer, admin])
      expect((await request('POST', 'calls', one, { ...wanted, memberId: null })).error.code).toBe('forbidden');
  });

  test('nobody else learns of a call, nor moves it: not another of the team, nor somebody of another tenant', async () => {
    const [caller, callee, third] = await Promise.all([phone(nurse), phone(member), phone(coach)]);
    const id = await talking(caller, callee);
    const foreign = await phone(await createUser(await createTenant(), { roles: ['nurse'] }));
    for (const one of [third, foreign]) {
      const answers = [one.ring(id), one.accept(id), one.end(id), one.fail(id), one.hears(id, 'connected')];
      const more = [one.says(id, 'x'), one.heard(id), one.ice(id)];
      for (const answer of await Promise.all([...answers, ...more])) expect(answer.error.code).toBe('not_found');
      expect(await one.current()).toMatchObject({ status: 200, call: null });
    }
    expect(await stored(id)).toMatchObject({ state: 'connected' });
    expect((await request('GET', `users/${member.id}/calls`, foreign.user)).error.code).toBe('not_found');
  });

  test('calls more than ten times a minute are refused with a wait', async () => {
    const caller = await phone(nurse);
    for (let n = 0; n < mostDialsAMinute; n += 1) await caller.end((await caller.dial(coach, null)).call.callId);
    expect((await caller.dial(coach, null)).error.code).toBe('too_many_requests');
    clock.advance(60_001);
    expect((await caller.dial(coach, null)).call).toMatchObject({ callState: 'dialing' });
  });
});

describe('signals', () => {
  test('of one device reach the other alone, in order, over two processes; the caller’s wait for the acceptance', async () => {
    const [caller, callee, other] = await Promise.all([phone(nurse), phone(member, 1), phone(member)]);
    const { call } = await caller.dial(member, member.id);
    const id = call.callId;
    expect(await caller.says(id, 'first', 'second')).toMatchObject({ sequence: 2 });
    expect((await callee.says(id, 'too early')).error.code).toBe('conflict');
    expect((await callee.heard(id)).signals).toEqual([]);
    const accepted = await callee.accept(id);
    expect(accepted.signals.map(({ data }: { data: string }) => data)).toEqual(['first', 'second']);
    for (const data of ['a', 'b', 'c']) await callee.says(id, data);
    await caller.says(id, 'third');
    await soon(() => expect(caller.said().map(({ data }) => data)).toEqual(['a', 'b', 'c']), 4_000);
    await soon(() => expect(new Set(callee.said().map(({ data }) => data))).toContain('third'), 4_000);
    expect(caller.said().map(({ sequence }) => sequence)).toEqual([3, 4, 5]);
    expect((await callee.heard(id, 2)).signals).toEqual([{ sequence: 6, kind: 'candidate', data: 'third' }]);
    expect(other.said()).toEqual([]);
    expect((await other.says(id, 'not mine')).error.code).toBe('conflict');
    await caller.end(id);
    expect((await caller.says(id, 'over')).error.code).toBe('conflict');
    expect(await asOwner('select * from vigil.call_signals where call_id = $1', [id])).toEqual([]);
  });

  test('that are too many or too long are refused', async () => {
    const [caller, callee] = await Promise.all([phone(nurse), phone(member)]);
    const id = await talking(caller, callee);
    const twenty = Array.from({ length: 20 }, (_, n) => `${n}`);
    for (let n = 0; n < mostSignalsAMinute; n += 20) expect((await caller.says(id, ...twenty)).status).toBe(200);
    expect((await caller.says(id, 'one more')).error.code).toBe('too_many_requests');
    expect((await callee.says(id, 'mine')).status).toBe(200);
    expect((await callee.says(id, 'x'.repeat(20_001))).error.code).toBe('invalid_input');
    expect((await callee.says(id, ...twenty, 'x')).error.code).toBe('invalid_input');
    clock.advance(300_001);
    await callee.says(id, 'later');
    const kept = await asOwner('select data from vigil.call_signals where call_id = $1', [id]);
    expect(kept).toEqual([{ data: 'later' }]);
  });
});

describe('a tenant', () => {
  test('that has switched chat off still has calls, and nothing is said in conversations', async () => {
    const quiet = await createTenant({ settings: { tenant: { chat: 'OFF' } } });
    const [one, other] = await Promise.all([createUser(quiet, { roles: ['nurse'] }), createUser(quiet, { roles: ['coach'] })]);
    const [caller, callee] = await Promise.all([phone(one), phone(other)]);
    const { call } = await caller.dial(other, null);
    await soon(() => expect(callee.states()).toEqual(['ringing']));
    await callee.end(call.callId);
    expect(await asOwner('select * from vigil.chat_conversations where tenant_id = $1', [quiet.id])).toEqual([]);
    expect((await request('GET', 'calls', one)).calls).toMatchObject([{ endResult: 'declined' }]);
  });

  test('that lets calls go through the relay only has none without a relay', async () => {
    const closed = await createTenant({ settings: { calls: { relayOnly: true } } });
    const [one, other] = await Promise.all([createUser(closed, { roles: ['nurse'] }), createUser(closed, { roles: ['coach'] })]);
    expect((await (await phone(one)).dial(other, null)).error).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('relay'),
    });
  });
});

describe('a page', () => {
  test('hears of no call once its session, role or tenant no longer lets it', async () => {
    const [caller, callee] = await Promise.all([phone(nurse), phone(coach)]);
    await asOwner("update vigil.users set roles = '{observer}' where id = $1", [coach.id]);
    modules.bus.publish('user.changed', { tenantId: tenant.id, userId: coach.id });
    await soon(() => expect(callee.socket.connected).toBe(false));
    expect((await caller.dial(coach, null)).error.code).toBe('not_found');
    expect(callee.told).toEqual([]);
  });
});
