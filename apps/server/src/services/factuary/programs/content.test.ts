import { randomUUID } from 'node:crypto';
import { deliveryMoment } from '@vigil/domain/programs/delivery';
import { calendarDay } from '@vigil/domain/timeframe/zone';
import { describe, expect, test } from 'vitest';
import { besides } from '#platform/postgres/database.ts';
import { createDeliveryStore } from './delivery.store.ts';
import { insight, pledge, type SentProgram, sentProgram, startPrograms } from './testing/programs-server.ts';

const { harness, server, call, taken, published, change, programsOf, insightsOf, pledgesOf, deliver, daysPass } = await startPrograms();
const tenant = await harness.createTenant();
const nurse = await harness.createUser(tenant, { roles: ['nurse'] });
const daySeconds = 86_400;

/** A member whose program has begun two days ago: its first day has been delivered. */
async function memberWith(modules: SentProgram['modules'], over: Parameters<typeof harness.createUser>[1] = {}) {
  const member = await harness.createUser(tenant, over);
  const { id } = await published(nurse, sentProgram({ modules }));
  await change(member, nurse, { op: 'assign', program_id: id });
  await daysPass(member, 2);
  return { ...member, programId: id };
}
const oneModule = (...steps: SentProgram['modules'][number]['steps']) => [{ name: 'One', steps }];
const doInsight = (member: { id: string }, itemId: string | undefined, doing: object, by: { id: string } = member) =>
  call('PUT', `v1/users/${member.id}/userinsights/${itemId}`, by, doing);
const doPledge = (member: { id: string }, itemId: string | undefined, status: string, by: { id: string } = member) =>
  call('PUT', `v1/users/${member.id}/userpledges/${itemId}`, by, { status });
const report = (member: { id: string }, itemId: string | undefined, sent: object, by: { id: string } = member) =>
  call('POST', `v1/users/${member.id}/userpledges/${itemId}/reports`, by, { id: randomUUID(), did: true, ...sent });

describe('delivery', () => {
  test.each(['America/Los_Angeles', 'Asia/Kathmandu', 'Pacific/Kiritimati'])(
    'comes at 09:00 of the member’s own zone: %s',
    async (timeZone) => {
      const member = await harness.createUser(tenant, { timeZone });
      const { id } = await published(nurse);
      await change(member, nurse, { op: 'assign', program_id: id });
      const [program] = await programsOf(member, nurse);
      const first = program?.started_at ?? 0;
      const due = (await insightsOf(member, nurse)).map(({ time_due }) => time_due);
      for (const moment of due) expect(deliveryMoment(calendarDay(moment, timeZone), timeZone)).toBe(moment);
      expect(due[0]).toBeGreaterThanOrEqual(first);
      expect(due[0]).toBeLessThan(first + daySeconds + 3_600);
      expect(calendarDay(due[1] ?? 0, timeZone) - calendarDay(due[0] ?? 0, timeZone)).toBe(7);
    },
  );

  test('what is due is delivered once, however many look at once, and what is not due waits', async () => {
    const member = await harness.createUser(tenant);
    const { id } = await published(nurse, sentProgram({ modules: oneModule(insight('Now'), insight('Later', 30)) }));
    await change(member, nurse, { op: 'assign', program_id: id });
    await harness.asOwner(
      "update vigil.program_items set due_at = now() - interval '1 hour', due_day = due_day - 2 where user_id = $1 and step_order = 0",
      [member.id],
    );
    const others = createDeliveryStore(harness.database, server.modules.surveys.ofPrograms);
    await Promise.all([deliver(), others.deliver(tenant.id), others.deliver(tenant.id)]);
    const [now, later] = await insightsOf(member, nurse);
    expect([now?.status, later?.status]).toEqual(['delivered', 'created']);
    const deliveredAt = now?.time_delivered ?? 0;
    expect(now?.time_expires).toBe(Math.floor(deliveredAt) + 14 * daySeconds);
    await deliver();
    expect((await insightsOf(member, nurse))[0]?.time_delivered).toBe(deliveredAt);
  });

  test('a process that ends in the middle leaves what it had taken to the next one', async () => {
    const member = await harness.createUser(tenant);
    const { id } = await published(nurse, sentProgram({ modules: oneModule(insight('Cut short')) }));
    await change(member, nurse, { op: 'assign', program_id: id });
    await harness.asOwner("update vigil.program_items set due_at = now() - interval '1 hour', due_day = due_day - 2 where user_id = $1", [
      member.id,
    ]);
    const cut = harness.database.tenant(tenant.id, async (sql) => {
      await sql.query("update vigil.program_items set status = 'delivered', delivered_at = now() where user_id = $1", [member.id]);
      // Locked by the one that is about to die: others pass it by instead of waiting.
      await besides(() => createDeliveryStore(harness.database, server.modules.surveys.ofPrograms).deliver(tenant.id));
      throw new Error('killed');
    });
    await expect(cut).rejects.toThrow('killed');
    expect((await insightsOf(member, nurse))[0]?.status).toBe('created');
    await deliver();
    expect((await insightsOf(member, nurse))[0]?.status).toBe('delivered');
  });

  test('waits while a member is on hold, and comes when the hold is over', async () => {
    const member = await harness.createUser(tenant, { isOnHold: true });
    const { id } = await published(nurse, sentProgram({ modules: oneModule(insight('On hold')) }));
    await change(member, nurse, { op: 'assign', program_id: id });
    await daysPass(member, 2);
    const [waiting] = await insightsOf(member, nurse);
    expect(waiting?.status).toBe('created');
    expect(waiting?.time_due).toBeGreaterThan(Date.now() / 1000);
    await harness.asOwner('update vigil.users set is_on_hold = false where id = $1', [member.id]);
    await daysPass(member, 2);
    expect((await insightsOf(member, nurse))[0]?.status).toBe('delivered');
  });

  test('follows a member who moves to another zone', async () => {
    const member = await harness.createUser(tenant, { timeZone: 'Europe/Berlin' });
    const { id } = await published(nurse, sentProgram({ modules: oneModule(insight('Moved', 5)) }));
    await change(member, nurse, { op: 'assign', program_id: id });
    const [before] = await insightsOf(member, nurse);
    await harness.asOwner("update vigil.users set time_zone = 'America/New_York' where id = $1", [member.id]);
    server.modules.bus.publish('user.changed', { tenantId: tenant.id, userId: member.id });
    await expect
      .poll(async () => (await insightsOf(member, nurse))[0]?.time_due)
      .toBe(deliveryMoment(calendarDay(before?.time_due ?? 0, 'Europe/Berlin'), 'America/New_York'));
  });

  test('what is canceled is not delivered any more', async () => {
    const member = await harness.createUser(tenant);
    const { id } = await published(nurse, sentProgram({ modules: oneModule(insight('Never')) }));
    await change(member, nurse, { op: 'assign', program_id: id }, { op: 'cancel', program_id: id });
    await daysPass(member, 2);
    expect(await insightsOf(member, nurse)).toEqual([]);
  });
});

describe('insights', () => {
  test('are read and rated by the member; said again nothing changes, and read never takes a rating back', async () => {
    const member = await memberWith(oneModule(insight('Light'), insight('Later', 30)));
    expect((await insightsOf(member, member)).map(({ title }) => title)).toEqual(['Light']);
    const [one] = await insightsOf(member, nurse, '?status=delivered&per_page=200&page=0');
    expect(one).toMatchObject({ content_type: 'insight', status: 'delivered', text: '**Light** in a few words', rating: null });
    const read = await doInsight(member, one?.id, { status: 'read' });
    expect(read.body).toMatchObject({ status: 'read', time_rated: null });
    expect((await doInsight(member, one?.id, { status: 'read' })).body).toEqual(read.body);
    expect((await doInsight(member, one?.id, { status: 'rated', rating: 4 })).body).toMatchObject({ status: 'rated', rating: 4 });
    expect((await doInsight(member, one?.id, { status: 'read' })).body).toMatchObject({ status: 'rated', rating: 4 });
    expect((await programsOf(member, member))[0]?.aggregations).toMatchObject({ completed: 1, total: 2, progress: 50 });
  });

  test('are not the care team’s to read for a member, nor another member’s', async () => {
    const member = await memberWith(oneModule(insight('Mine')));
    const [one] = await insightsOf(member, nurse);
    expect((await doInsight(member, one?.id, { status: 'read' }, nurse)).status).toBe(403);
    const other = await harness.createUser(tenant);
    expect((await doInsight(member, one?.id, { status: 'read' }, other)).status).toBe(403);
    expect((await doInsight(other, one?.id, { status: 'read' })).status).toBe(404);
  });

  test('expire 14 days after their delivery; with the last step over the program is finished', async () => {
    const member = await memberWith(oneModule(insight('Read'), insight('Not read')));
    const [one, other] = await insightsOf(member, member);
    await doInsight(member, one?.id, { status: 'read' });
    await daysPass(member, 13);
    expect((await programsOf(member, nurse))[0]?.status).toBe('active');
    await daysPass(member, 2);
    expect((await insightsOf(member, nurse)).map(({ status }) => status).sort()).toEqual(['expired', 'read']);
    const late = await doInsight(member, other?.id, { status: 'read' });
    expect([late.status, late.body.error.code]).toEqual([409, 'conflict']);
    expect((await programsOf(member, nurse))[0]).toMatchObject({
      ...{ status: 'finished', isAssigned: false, program_completed: expect.any(Number), program_canceled: null },
      aggregations: { completed: 1, total: 2, progress: 50 },
    });
  });

  test('what has not been delivered is not there for the member, and a rating has a number', async () => {
    const member = await memberWith(oneModule(insight('Later', 30)));
    const [one] = await insightsOf(member, nurse);
    expect((await doInsight(member, one?.id, { status: 'read' })).status).toBe(404);
    expect((await doInsight(member, one?.id, { status: 'rated' })).body.error.fields[0].field).toBe('rating');
    const [program] = await programsOf(member, member);
    expect(program?.modules[0]?.steps[0]).toMatchObject({ title: null, text: null, time_delivered: null, status: 'created' });
    expect((await programsOf(member, nurse))[0]?.modules[0]?.steps[0]?.title).toBe('Later');
  });
});

describe('pledges', () => {
  test('are opted into, kept and so achieved; the last word about a day counts', async () => {
    const member = await memberWith(oneModule(pledge('Walk', 0, { times: 2 })));
    const [one] = await pledgesOf(member, member);
    expect(one).toMatchObject({ content_type: 'pledge', status: 'delivered', times: 2, times_kept: 0, today: null });
    expect((await report(member, one?.id, {})).body.error.code).toBe('conflict');
    expect((await doPledge(member, one?.id, 'opted')).body).toMatchObject({ status: 'opted', time_achieved: null });
    expect((await report(member, one?.id, { did: false })).body).toMatchObject({ times_kept: 0, today: false });
    const sent = { id: randomUUID(), did: true, note: 'Round the lake' };
    expect((await report(member, one?.id, sent)).body).toMatchObject({ status: 'opted', times_kept: 1, today: true });
    expect((await report(member, one?.id, sent)).body).toMatchObject({ times_kept: 1 });
    expect((await report(member, one?.id, { ...sent, note: 'Another' })).body.error.code).toBe('conflict');
    await harness.asOwner('update vigil.pledge_reports set day = day - 1 where item_id = $1', [one?.id]);
    expect((await report(member, one?.id, {}, nurse)).body).toMatchObject({ status: 'achieved', times_kept: 2, today: true });
    expect((await programsOf(member, member))[0]).toMatchObject({ status: 'completed', aggregations: { progress: 100 } });
  });

  test('can be called achieved by the member alone, once opted into, and expire otherwise', async () => {
    const member = await memberWith(oneModule(pledge('Water'), pledge('Salt', 0, { expires_after_days: 3 })));
    const [water, salt] = await pledgesOf(member, member);
    expect((await doPledge(member, water?.id, 'achieved')).status).toBe(409);
    expect((await doPledge(member, water?.id, 'opted', nurse)).status).toBe(403);
    await doPledge(member, water?.id, 'opted');
    await doPledge(member, salt?.id, 'opted');
    expect((await doPledge(member, water?.id, 'achieved')).body.status).toBe('achieved');
    await daysPass(member, 4);
    expect((await pledgesOf(member, member, '?status=achieved,expired')).map(({ title, status }) => [title, status]).sort()).toEqual([
      ['Salt', 'expired'],
      ['Water', 'achieved'],
    ]);
    expect((await report(member, salt?.id, {})).status).toBe(409);
  });

  test('of a member on hold can be read and not changed', async () => {
    const member = await memberWith(oneModule(pledge('Held')));
    const [one] = await pledgesOf(member, member);
    const held = await harness.createUser(tenant, { isOnHold: true });
    expect((await doPledge(held, one?.id, 'opted')).body.error.code).toBe('account_on_hold');
    expect(await pledgesOf(held, held)).toEqual([]);
  });
});

test('two last steps at once end the program', async () => {
  const member = await memberWith(oneModule(insight('A'), insight('B')));
  const both = await insightsOf(member, member);
  await Promise.all(both.map(({ id }) => doInsight(member, id, { status: 'read' })));
  expect((await programsOf(member, nurse))[0]?.status).toBe('completed');
});

test('a page of content has 200 rows at most and says which one is next', async () => {
  const member = await memberWith(oneModule(insight('A'), insight('B'), insight('C')));
  const page = await taken('GET', `v1/users/${member.id}/userinsights/?per_page=2&page=0`, nurse);
  expect([page.content.length, page.total, page.nextPage]).toEqual([2, 3, 1]);
  expect((await call('GET', `v1/users/${member.id}/userinsights?per_page=201`, nurse)).status).toBe(400);
  expect((await call('GET', `v1/users/${member.id}/userpledges?status=read`, nurse)).status).toBe(400);
});
