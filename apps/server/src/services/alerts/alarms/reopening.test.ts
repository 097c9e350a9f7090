import { randomUUID } from 'node:crypto';
import type { ResponseOf } from '@vigil/contract';
import type { undoActions } from '@vigil/contract/factuary-actions.contract';
import { afterAll, describe, expect, test } from 'vitest';
import type { TestUser } from '#testing/harness.ts';
import { type Firing, startAlarms } from './testing/alarms-server.ts';

const server = await startAlarms();
const { harness, actions, alerts, call, staff, firing, report, standing, pushes, makeDue, acknowledge, snooze } = server;
afterAll(() => server.stop());

const tenant = await harness.createTenant();
const [ann, bob] = await Promise.all([
  staff(tenant, 'nurse', { givenName: 'Ann', familyName: 'First' }),
  staff(tenant, 'nurse', { givenName: 'Bob', familyName: 'Second' }),
]);

async function raised() {
  const member = await harness.createUser(tenant);
  const fired = await firing(tenant, member, { assigneeId: ann.id });
  await report(fired, 'persisted', 92);
  return { member, fired };
}
const clinicians = '/factuary/api/v2/clinicians/actions';
async function intervened(of: Pick<Firing, 'actionId'>, over: object = {}): Promise<string> {
  const request = randomUUID();
  const { status } = await call('POST', `${clinicians}/intervenes`, ann, {
    ...{ request_id: request, action_ids: [of.actionId], type: 'CALL', outcome: 'RESOLVED', ...over },
  });
  expect(status).toBe(200);
  return request;
}
const undo = (request: string, by: TestUser = ann) =>
  call<ResponseOf<typeof undoActions> & { error: { message: string } }>('POST', `${clinicians}/undo`, by, { request_id: request });
const told = async (member: TestUser) => (await pushes(tenant, member)).filter(({ description }) => !description.startsWith('Back')).length;
const only = async (of: Firing) => {
  const [alarm, ...others] = await standing(of);
  expect(others).toEqual([]);
  if (!alarm) throw new Error('No alarm stands');
  const { changedAt: _, ...rest } = alarm;
  return rest;
};

describe('an intervention that is undone: its alarm goes on where it was', () => {
  test('raised and as far up the chain as it was, it asks again for those of its level', async () => {
    const { member, fired } = await raised();
    await makeDue(member);
    await alerts.goOn(tenant.id);
    const before = await only(fired);
    const rung = await told(member);
    const request = await intervened(fired);
    expect(await standing(fired)).toEqual([]);
    expect((await undo(request)).status).toBe(200);
    expect(await only(fired)).toEqual(before);
    expect(before).toMatchObject({ state: 'raised', level: expect.any(Number) });
    expect(await told(member)).toBe(rung + 1);
    expect((await undo(request)).status).toBe(200);
    expect(await told(member)).toBe(rung + 1);
    // A reading that is no worse rings for nobody; acknowledging it goes by the version that was seen before.
    await report(fired, 'still_true', 92);
    expect(await told(member)).toBe(rung + 1);
    expect((await acknowledge(before, ann)).status).toBe(200);
  });

  test('due meanwhile, it climbs at once', async () => {
    const { member, fired } = await raised();
    const before = await only(fired);
    await makeDue(member, 0.01);
    const request = await intervened(fired);
    await undo(request);
    await alerts.goOn(tenant.id);
    expect((await only(fired)).level).toBeGreaterThan(before.level);
  });

  test('acknowledged or snoozed before, by whoever it was, it is so again until when it would have been, and rings for nobody', async () => {
    const [one, two] = [await raised(), await raised()];
    await acknowledge(await only(one.fired), bob);
    await snooze(await only(two.fired), ann, 600);
    for (const { member, fired } of [one, two]) {
      const [before, rung] = [await only(fired), await told(member)];
      expect((await undo(await intervened(fired))).status).toBe(200);
      expect(await only(fired)).toEqual(before);
      await report(fired, 'still_true', 92);
      expect([(await only(fired)).state, await told(member)]).toEqual([before.state, rung]);
      // What is worse than what was noted then rings all the same.
      await report(fired, 'still_true', 85);
      expect([(await only(fired)).state, await told(member)]).toEqual(['raised', rung + 1]);
    }
  });

  test('closing as well; what the server closed nobody undoes', async () => {
    const { fired } = await raised();
    const before = await only(fired);
    const request = randomUUID();
    await call('PUT', '/factuary/api/v2/users/actions', ann, {
      ...{ action_id: fired.actionId, version: 1, status: { status: 'CLOSED' }, note: 'An artefact', request_id: request },
    });
    expect(await standing(fired)).toEqual([]);
    expect((await undo(request)).status).toBe(200);
    expect(await only(fired)).toEqual(before);
  });

  test('of a member on hold meanwhile it asks for nobody; nor does what had cleared before', async () => {
    const [held, over] = [await raised(), await raised()];
    await report(over.fired, 'cleared', 97);
    const [first, second] = [await intervened(held.fired), await intervened(over.fired)];
    const rung = [await told(held.member), await told(over.member)];
    const hold = { tenantId: tenant.id, userId: held.member.id, actorId: ann.id, sinceVersion: null, decide: () => ({ isOnHold: true }) };
    await harness.people.accounts.change(hold);
    for (const request of [first, second]) expect((await undo(request)).status).toBe(200);
    expect([(await only(held.fired)).state, (await only(over.fired)).state]).toEqual(['suspended', 'cleared']);
    expect([await told(held.member), await told(over.member)]).toEqual(rung);
  });

  test('of an episode of several rules every rule is open again, and worse readings of each ring', async () => {
    const { fired } = await raised();
    await report({ ...fired, ruleId: randomUUID(), firingId: randomUUID(), title: 'Another' }, 'persisted', 90);
    const before = await only(fired);
    expect(before.ruleIds).toHaveLength(2);
    await acknowledge(before, ann);
    const acknowledged = await only(fired);
    expect((await undo(await intervened(fired))).status).toBe(200);
    expect(await only(fired)).toEqual(acknowledged);
  });

  test('with an alarm that stands for another action as well, and goes on by that, it is part of it again', async () => {
    const { member, fired } = await raised();
    const second = await firing(tenant, member, { assigneeId: ann.id });
    await report(second, 'persisted', 90);
    const before = await only(fired);
    expect(before.actionIds).toHaveLength(2);
    const request = await intervened(fired);
    expect((await only(fired)).actionIds).toEqual([second.actionId]);
    expect((await undo(request)).status).toBe(200);
    expect(new Set((await only(fired)).actionIds)).toEqual(new Set(before.actionIds));
    const both = [await intervened(fired), await intervened(second)];
    expect(await standing(fired)).toEqual([]);
    for (const one of both) expect((await undo(one)).status).toBe(200);
    expect(new Set((await only(fired)).actionIds)).toEqual(new Set(before.actionIds));
  });
});

describe('is refused', () => {
  test('where somebody else has answered the alarm since, by name; one’s own answer hinders nothing', async () => {
    const [one, two] = [await raised(), await raised()];
    const requests = [
      await intervened(one.fired, { outcome: 'NOT_REACHED' }),
      await intervened(two.fired, { outcome: 'NOT_REACHED' }),
    ] as const;
    await acknowledge(await only(one.fired), bob);
    await acknowledge(await only(two.fired), ann);
    const refused = await undo(requests[0]);
    expect([refused.status, refused.body.error.message]).toEqual([
      409,
      'Bob Second has answered the alert of this action since. It wasn’t undone; see how it stands now.',
    ]);
    expect((await undo(requests[1])).status).toBe(200);
    expect((await only(two.fired)).state).toBe('acknowledged');
  });

  test('where the same has been raised anew under another action since', async () => {
    const { member, fired } = await raised();
    const request = await intervened(fired);
    const again = await firing(tenant, member, { assigneeId: ann.id });
    await report(again, 'persisted', 91);
    const refused = await undo(request);
    expect([refused.status, refused.body.error.message]).toEqual([
      409,
      expect.stringContaining('A new action about the same problem has opened'),
    ]);
    expect((await only(again)).actionIds).toEqual([again.actionId]);
    expect((await actions.byIds(tenant.id, [fired.actionId])).map(({ status }) => status)).toEqual(['INTERVENED']);
  });
});

test('undone by many while the alarm is answered and the action ended anew fails nobody', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { fired } = await raised();
    const alarm = await only(fired);
    const request = await intervened(fired);
    const answers = await Promise.all([
      undo(request).then(({ status }) => status),
      undo(request).then(({ status }) => status),
      acknowledge(alarm, bob).then(({ status }) => status),
      acknowledge(alarm, ann).then(({ status }) => status),
      undo(request).then(({ status }) => status),
    ]);
    expect(answers.filter((status) => status >= 500)).toEqual([]);
    expect(answers[0]).toBe(200);
    expect((await only(fired)).actionIds).toEqual([fired.actionId]);
  }
});
