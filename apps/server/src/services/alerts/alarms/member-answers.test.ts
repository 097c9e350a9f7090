import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { type Firing, startAlarms } from './testing/alarms-server.ts';

const server = await startAlarms();
const { harness, alerts, staff, firing, report, standing, pushes, makeDue, acknowledge, snooze, acknowledgeAll, undo } = server;
afterAll(() => server.stop());

const tenant = await harness.createTenant();
const [ann, bob, coach, observer] = await Promise.all([
  staff(tenant, 'nurse', { givenName: 'Ann', familyName: 'First' }),
  staff(tenant, 'nurse', { givenName: 'Bob', familyName: 'Second' }),
  staff(tenant, 'coach'),
  staff(tenant, 'observer'),
]);

/** A member with two alarms that ask for somebody: of oxygen, and of the pulse. */
async function withTwo() {
  const member = await harness.createUser(tenant);
  const oxygen = await firing(tenant, member, { assigneeId: ann.id });
  const pulse = await firing(tenant, member, { id: 'pulse-high', assigneeId: ann.id });
  await report(oxygen, 'persisted', 92);
  await report(pulse, 'persisted', 120);
  return { member, oxygen, pulse, shown: await standing(oxygen) };
}
const states = async (of: Firing) => (await standing(of)).map(({ state }) => state).sort();
const worse = (of: Firing) => report({ ...of, rule: { ...of.rule, severity: 'CRITICAL' } }, 'still_true', 80);
const rewind = (of: Firing, seconds: number) =>
  harness.asOwner(
    'update vigil.alarm_events set at = at - make_interval(secs => $2) where alarm_id in (select id from vigil.alarms where user_id = $1)',
    [of.userId, seconds],
  );

describe('acknowledging what a row shows', () => {
  test('acknowledges every alarm of it in one call, the headline first', async () => {
    const { member, oxygen, shown } = await withTwo();
    const { status, body } = await acknowledgeAll(shown, member, ann);
    expect([status, body.results]).toEqual([200, shown.map(({ id }) => ({ id, outcome: 'acknowledged' }))]);
    expect(body.alarms.map(({ state, by }) => [state, by?.firstName])).toEqual([
      ['acknowledged', 'Ann'],
      ['acknowledged', 'Ann'],
    ]);
    const events = await harness.asOwner<{ alarm_id: string }>(
      `select alarm_id from vigil.alarm_events where alarm_id = any($1::uuid[]) and kind = 'acknowledged' order by sequence`,
      [shown.map(({ id }) => id)],
    );
    expect(events.map((event) => event.alarm_id)).toEqual(shown.map(({ id }) => id));
    expect(await states(oxygen)).toEqual(['acknowledged', 'acknowledged']);
  });

  test('leaves what got worse since, or came since, ringing, and says which', async () => {
    const { member, oxygen, pulse, shown } = await withTwo();
    await worse(pulse);
    const third = await firing(tenant, member, { id: 'glucose-very-low', assigneeId: ann.id });
    await report(third, 'persisted', 45);
    const { body } = await acknowledgeAll(shown, member, ann);
    expect(body.results.map(({ outcome }) => outcome).sort()).toEqual(['acknowledged', 'changed']);
    expect(await states(oxygen)).toEqual(['acknowledged', 'raised', 'raised']);
  });

  test('sent again does nothing more; under another’s request it is refused', async () => {
    const { member, oxygen, shown } = await withTwo();
    const request = { request_id: randomUUID() };
    await acknowledgeAll(shown, member, ann, request);
    await worse(oxygen);
    const again = await acknowledgeAll(shown, member, ann, request);
    expect([again.status, again.body.results.map(({ outcome }) => outcome)]).toEqual([200, ['acknowledged', 'acknowledged']]);
    expect(await states(oxygen)).toEqual(['acknowledged', 'raised']);
    expect((await acknowledgeAll(shown, member, bob, request)).status).toBe(409);
  });

  test('by two at the same time is one’s, and the other is told whose', async () => {
    const { member, shown } = await withTwo();
    const both = await Promise.all([acknowledgeAll(shown, member, ann), acknowledgeAll([...shown].reverse(), member, bob)]);
    expect(both.map(({ body }) => new Set(body.results.map(({ outcome }) => outcome)))).toEqual(
      expect.arrayContaining([new Set(['acknowledged']), new Set(['already'])]),
    );
    expect(new Set(both.flatMap(({ body }) => body.alarms.map(({ by }) => by?.id))).size).toBe(1);
  });

  test('of another member, of another tenant, by a coach, an observer or the member is refused, and changes nothing', async () => {
    const { member, oxygen, shown } = await withTwo();
    const { member: another } = await withTwo();
    const other = await harness.createUser(await harness.createTenant(), { roles: ['nurse'] });
    expect((await acknowledgeAll(shown, another, ann)).status).toBe(404);
    expect((await acknowledgeAll(shown, member, other)).status).toBe(404);
    const refused = await acknowledgeAll(shown, member, coach);
    expect([refused.status, refused.body.error.message]).toEqual([403, expect.stringContaining('Nothing was changed')]);
    for (const who of [observer, member]) expect((await acknowledgeAll(shown, member, who)).status).toBe(403);
    const [first] = shown;
    if (!first) throw new Error('No alarm stands');
    expect([(await acknowledge(first, coach)).status, (await snooze(first, coach, 600)).status]).toEqual([403, 403]);
    expect(await states(oxygen)).toEqual(['raised', 'raised']);
  });

  test('a coach to whom the action was given may answer it, and what is not theirs is left ringing', async () => {
    const member = await harness.createUser(tenant);
    const [given, others] = [await firing(tenant, member, { assigneeId: coach.id }), await firing(tenant, member, { id: 'pulse-high' })];
    await report(given, 'persisted', 92);
    await report(others, 'persisted', 120);
    const { body } = await acknowledgeAll(await standing(given), member, coach);
    expect(body.results.map(({ outcome }) => outcome).sort()).toEqual(['acknowledged', 'not_allowed']);
  });
});

describe('undo', () => {
  test('of an acknowledgement: nobody counts as having acknowledged it', async () => {
    const { member, oxygen, shown } = await withTwo();
    const request = { request_id: randomUUID() };
    const answered = async () => (await alerts.answered(tenant.id, [{ actionId: oxygen.actionId, openedAt: 0, endedAt: null }]))[0];
    await acknowledgeAll(shown, member, ann, request);
    expect((await answered())?.acknowledgedBy).toBe(ann.id);
    await undo(request.request_id, member, ann);
    expect(await answered()).toMatchObject({ acknowledgedAt: null, acknowledgedBy: null });
    await acknowledgeAll(shown, member, bob);
    expect((await answered())?.acknowledgedBy).toBe(bob.id);
  });

  test('of an acknowledgement: each alarm asks again, as far up as it was, due when it was, and rings', async () => {
    const { member, oxygen, shown } = await withTwo();
    await makeDue(member);
    await alerts.goOn(tenant.id);
    const before = await standing(oxygen);
    const request = { request_id: randomUUID() };
    await acknowledgeAll(before, member, ann, request);
    const rung = (await pushes(tenant, member)).length;
    const written = () => harness.asOwner('select 1 from vigil.alarm_messages where tenant_id = $1', [tenant.id]);
    const messages = (await written()).length;
    const { status, body } = await undo(request.request_id, member, ann);
    expect([status, body.results.map(({ outcome }) => outcome)]).toEqual([200, ['undone', 'undone']]);
    const picked = ({ id, state, level, by, dueAt, version, raisedAt }: (typeof before)[number]) => ({
      id,
      state,
      level,
      by,
      dueAt,
      version,
      raisedAt,
    });
    const byId = (all: typeof before) => all.map(picked).sort((a, b) => (a.id < b.id ? -1 : 1));
    expect(byId(await standing(oxygen))).toEqual(byId(before));
    expect((await pushes(tenant, member)).length).toBe(rung + shown.length);
    expect(await written()).toHaveLength(messages);
    // A reading that is no worse than what rings already rings for nobody.
    await report(oxygen, 'still_true', 92);
    expect((await pushes(tenant, member)).length).toBe(rung + shown.length);
  });

  test('of a snooze; and of acknowledging what was snoozed, which is snoozed again until it would have been', async () => {
    const { member, oxygen, shown } = await withTwo();
    const [first] = shown;
    if (!first) throw new Error('No alarm stands');
    const [snoozes, takes] = [randomUUID(), randomUUID()];
    const slept = await snooze(first, ann, 600, { request_id: snoozes });
    await acknowledge(first, ann, { request_id: takes });
    expect((await undo(takes, member, ann)).body.alarms.find(({ id }) => id === first.id)).toMatchObject({
      ...{ state: 'snoozed', dueAt: slept.body.dueAt },
    });
    // What was done before is somebody's last word no longer: it was undone after it.
    expect((await undo(snoozes, member, ann)).status).toBe(409);
    const again = randomUUID();
    await snooze(shown[1] ?? first, ann, 600, { request_id: again });
    expect((await undo(again, member, ann)).status).toBe(200);
    expect(await states(oxygen)).toEqual(['raised', 'snoozed']);
  });

  test('sent twice is done once; once undone there is nothing to undo', async () => {
    const { member, oxygen, shown } = await withTwo();
    const [request, takesBack] = [{ request_id: randomUUID() }, randomUUID()];
    await acknowledgeAll(shown, member, ann, request);
    expect((await undo(request.request_id, member, ann, takesBack)).status).toBe(200);
    expect((await undo(request.request_id, member, ann, takesBack)).status).toBe(200);
    expect((await undo(request.request_id, member, ann)).status).toBe(409);
    expect(await states(oxygen)).toEqual(['raised', 'raised']);
  });

  test('under a request that did something else is refused, not answered as if it had been done', async () => {
    const { member, oxygen, shown } = await withTwo();
    const [first, second, takesBack] = [{ request_id: randomUUID() }, { request_id: randomUUID() }, randomUUID()];
    await acknowledgeAll(shown, member, ann, first);
    expect((await undo(first.request_id, member, ann, first.request_id)).status).toBe(409);
    expect((await undo(first.request_id, member, ann, takesBack)).status).toBe(200);
    await acknowledgeAll(shown, member, ann, second);
    expect((await undo(second.request_id, member, ann, takesBack)).status).toBe(409);
    expect(await states(oxygen)).toEqual(['acknowledged', 'acknowledged']);
  });

  test('of acknowledging what was snoozed rings where the data have stopped meanwhile, which would have ended the snooze', async () => {
    const { member, oxygen, shown } = await withTwo();
    const alarm = shown.find(({ title }) => title === oxygen.title);
    if (!alarm) throw new Error('No alarm stands');
    await snooze(alarm, ann, 600);
    const request = { request_id: randomUUID() };
    await acknowledge(alarm, bob, request);
    await report(oxygen, 'data_stopped');
    const rung = (await pushes(tenant, member)).length;
    expect((await undo(request.request_id, member, bob)).status).toBe(200);
    expect((await standing(oxygen)).find(({ id }) => id === alarm.id)).toMatchObject({ state: 'raised', isJudged: false, by: null });
    expect((await pushes(tenant, member)).length).toBe(rung + 1);
  });

  test('after somebody else has acted is refused by their name; after a minute it is too late; and by another person it is nobody’s', async () => {
    const { member, oxygen, shown } = await withTwo();
    const request = { request_id: randomUUID() };
    await acknowledgeAll(shown, member, ann, request);
    expect((await undo(request.request_id, member, bob)).status).toBe(403);
    await worse(oxygen);
    await worse({ ...oxygen, rule: { ...oxygen.rule, severity: 'CRITICAL' } });
    await acknowledgeAll(
      (await standing(oxygen)).filter(({ state }) => state === 'raised'),
      member,
      bob,
    );
    const partly = await undo(request.request_id, member, ann);
    expect(partly.body.results.map(({ outcome }) => outcome).sort()).toEqual(['changed', 'undone']);
    const late = await withTwo();
    const second = { request_id: randomUUID() };
    await acknowledgeAll(late.shown, late.member, ann, second);
    await rewind(late.oxygen, 61);
    const { status, body } = await undo(second.request_id, late.member, ann);
    expect([status, body.error.message]).toEqual([409, expect.stringContaining('60 seconds')]);
    expect(await states(late.oxygen)).toEqual(['acknowledged', 'acknowledged']);
    expect((await undo(randomUUID(), late.member, ann)).status).toBe(404);
  });

  test('of what has got worse since changes nothing: it rings already', async () => {
    const { member, oxygen, pulse, shown } = await withTwo();
    const request = { request_id: randomUUID() };
    await acknowledgeAll(shown, member, ann, request);
    await worse(oxygen);
    await worse(pulse);
    expect((await undo(request.request_id, member, ann)).status).toBe(409);
    expect(await states(oxygen)).toEqual(['raised', 'raised']);
  });
});
