import type { CalendarEvent } from '@vigil/contract/calendar.contract';
import { afterAll, describe, expect, test } from 'vitest';
import type { TestUser } from '#testing/harness.ts';
import { remindsAt } from './calendar.rules.ts';
import { startCalendar } from './testing/calendar-server.ts';

const server = await startCalendar();
const { harness, calendar, other, mails, staff, make, put, remove, restore, list, bell, markBell, makeDue, inMinutes, call, base } = server;
afterAll(() => server.stop());

async function clinic() {
  const tenant = await harness.createTenant();
  const [md, nurse, member] = await Promise.all([staff(tenant, 'md'), staff(tenant, 'nurse'), harness.createUser(tenant)]);
  return { tenant, md, nurse, member };
}
const news = async (who: TestUser) => (await bell(who)).items.map(({ id, news: told }) => [id, told]);
const pushesTo = (who: TestUser) =>
  harness.asOwner<{ description: string; content_type: string }>(
    `select description, content_type from vigil.pushes where tenant_id = $1 and user_ids @> array[$2::uuid] order by created_at`,
    [who.tenantId, who.id],
  );

describe('when somebody is told that an event begins', () => {
  const at = (iso: string) => Date.parse(iso);
  const nine = {
    type: 'REGULAR',
    startsAt: at('2027-03-28T07:00:00Z'),
    durationMinutes: 30,
    timeZone: 'Europe/Berlin',
    notifyBefore: null,
  } as const;
  const before = at('2027-03-01T00:00:00Z');
  test.each<[string, object, number, string | null]>([
    ['five minutes before where nothing is said', {}, before, '2027-03-28T06:55:00.000Z'],
    ['as long before as is said', { notifyBefore: 90 }, before, '2027-03-28T05:30:00.000Z'],
    ['as it begins where no time before is asked for', { notifyBefore: 0 }, before, '2027-03-28T07:00:00.000Z'],
    ['a reminder at once on its day', { type: 'REMINDER', durationMinutes: 0 }, before, '2027-03-27T23:00:00.000Z'],
    ['a reminder when it says', { type: 'REMINDER', durationMinutes: 0, notifyBefore: 10 }, before, '2027-03-28T06:50:00.000Z'],
    ['while it goes on', {}, at('2027-03-28T07:29:00Z'), '2027-03-28T06:55:00.000Z'],
    ['not of what is over', {}, at('2027-03-28T07:30:00Z'), null],
    [
      'a reminder of this morning still this evening',
      { type: 'REMINDER', durationMinutes: 0 },
      at('2027-03-28T18:00:00Z'),
      '2027-03-27T23:00:00.000Z',
    ],
    ['and not the day after', { type: 'REMINDER', durationMinutes: 0 }, at('2027-03-28T22:00:00Z'), null],
  ])('%s', (_, over, nowMs, expected) => {
    const found = remindsAt({ ...nine, ...over }, nowMs);
    expect(found === null ? null : new Date(found).toISOString()).toBe(expected);
  });
});

describe('a reminder', () => {
  test('is told once to everybody who takes part, however many processes look at the same time', async () => {
    const { tenant, md, nurse, member } = await clinic();
    const { id } = await make(md, { participants: [nurse.id, member.id], title: 'Visit' });
    await Promise.all([calendar.jobs.run(tenant.id), other.jobs.run(tenant.id)]);
    expect(await news(md)).toEqual([]);
    await makeDue(id);
    await Promise.all(Array.from({ length: 6 }, (_, n) => (n % 2 ? calendar : other).jobs.run(tenant.id)));
    for (const who of [md, nurse, member]) {
      expect(await news(who)).toEqual([[id, 'reminder']]);
      expect((await pushesTo(who)).filter(({ description }) => description.includes('begins soon'))).toHaveLength(1);
    }
    await calendar.jobs.run(tenant.id);
    expect((await pushesTo(md)).length).toBe(1);
  });

  test('says when it begins and what it is called in the bell, and neither in a push', async () => {
    const { tenant, md } = await clinic();
    const made = await make(md, { title: 'Visit of somebody' });
    await makeDue(made.id);
    await calendar.jobs.run(tenant.id);
    const { items, badge } = await bell(md);
    expect([badge, items]).toEqual([
      1,
      [
        expect.objectContaining({
          id: made.id,
          title: 'Visit of somebody',
          startsAt: made.date / 1000,
          news: 'reminder',
          clicked: false,
          patientId: null,
        }),
      ],
    ]);
    expect(JSON.stringify(await pushesTo(md))).not.toContain('somebody');
    expect((await pushesTo(md))[0]?.content_type).toBe('CALENDAR_EVENT');
  });

  test('is not told of what was deleted, left or moved away; of what is moved it is told anew', async () => {
    const { tenant, md, nurse } = await clinic();
    const made = await make(md, { participants: [nurse.id] });
    await makeDue(made.id);
    await remove(nurse, made.id);
    await calendar.jobs.run(tenant.id);
    expect([await news(nurse), await news(md)]).toEqual([[], [[made.id, 'reminder']]]);
    await markBell(md, { ids: [made.id], clicked: true });
    await put(md, made, { date: made.date + 600_000 });
    await makeDue(made.id);
    await calendar.jobs.run(tenant.id);
    expect(await news(md)).toEqual([[made.id, 'reminder']]);
    await remove(md, made.id);
    expect(await news(md)).toEqual([]);
  });

  test.each([
    ['its owner deletes and brings back', 'md'],
    ['somebody leaves and takes part in again', 'nurse'],
  ] as const)('of an event that %s is told once: also where its time came meanwhile, and not again', async (_, by) => {
    const { tenant, ...people } = await clinic();
    const [undue, told] = [
      await make(people.md, { participants: [people.nurse.id], notifyBefore: 90 }),
      await make(people.md, { participants: [people.nurse.id], notifyBefore: 90, date: inMinutes(60) }),
    ];
    await makeDue(told.id);
    await calendar.jobs.run(tenant.id);
    expect(await news(people[by])).toEqual(expect.arrayContaining([[told.id, 'reminder']]));
    await markBell(people[by], { ids: [undue.id, told.id], clicked: true });
    for (const { id } of [undue, told]) await remove(people[by], id);
    // While it is away, time goes on: half an hour before it was deleted becomes half an hour after it was to be told.
    await harness.asOwner(`update vigil.calendar_events set reminds_at = reminds_at - interval '1 hour' where id = $1`, [undue.id]);
    await calendar.jobs.run(tenant.id);
    expect(await news(people[by])).toEqual([]);
    for (const { id } of [undue, told]) expect((await restore(people[by], id)).status).toBe(200);
    for (let time = 0; time < 2; time += 1) await calendar.jobs.run(tenant.id);
    expect((await news(people[by])).filter(([, what]) => what === 'reminder')).toEqual([[undue.id, 'reminder']]);
    expect((await pushesTo(people[by])).filter(({ description }) => description.includes('begins soon'))).toHaveLength(2);
  });

  test('that a process died over is told by the next one', async () => {
    const { tenant, md } = await clinic();
    const { id } = await make(md);
    await makeDue(id);
    const dying = harness.database.tenant(tenant.id, async (sql) => {
      const { claimReminders } = await import('./reminders.store.ts');
      expect((await claimReminders(sql, tenant.id, 10)).due).toHaveLength(1);
      // While one process has it no other takes it on.
      await other.jobs.run(tenant.id);
      throw new Error('killed');
    });
    await expect(dying).rejects.toThrow('killed');
    expect(await news(md)).toEqual([]);
    await other.jobs.run(tenant.id);
    expect(await news(md)).toEqual([[id, 'reminder']]);
  });

  test('of a server that was away for days is not told; of one that was away for minutes it is', async () => {
    const { tenant, md } = await clinic();
    const [old, late] = [await make(md), await make(md)];
    await harness.asOwner(
      `update vigil.calendar_events set starts_at = now() - $2::interval, ends_at = now() - $2::interval where id = $1`,
      [old.id, '3 days'],
    );
    for (const { id } of [old, late]) await makeDue(id);
    await calendar.jobs.run(tenant.id);
    expect(await news(md)).toEqual([[late.id, 'reminder']]);
  });
});

describe('the mail of a reminder', () => {
  const mailsTo = (who: TestUser) => mails.sent.filter(({ to }) => to === who.email);

  test('is sent once, only where a time before was asked for, with the time on the wall and neither title nor name', async () => {
    const { tenant, md, nurse } = await clinic();
    const date = Date.UTC(new Date().getUTCFullYear() + 1, 0, 15, 14, 30);
    const asked = await make(md, { date, timeZone: 'America/New_York', notifyBefore: 60, title: 'Secret visit', participants: [nurse.id] });
    const usual = await make(md);
    for (const { id } of [asked, usual]) await makeDue(id);
    await Promise.all([calendar.jobs.run(tenant.id), other.jobs.run(tenant.id)]);
    for (const who of [md, nurse]) {
      expect(mailsTo(who)).toHaveLength(1);
      expect(mailsTo(who)[0]?.text).toContain(`${new Date(date).getUTCFullYear()}-01-15 at 09:30 (America/New_York)`);
      expect(mailsTo(who)[0]?.text).toContain('http://clinic.example/');
      expect(JSON.stringify(mailsTo(who))).not.toMatch(/Secret|Staff/);
    }
  });

  test('that the mail server refuses is tried again, and sent once', async () => {
    const { tenant, md } = await clinic();
    const { id } = await make(md, { notifyBefore: 10 });
    await makeDue(id);
    mails.refuse = 1;
    await calendar.jobs.run(tenant.id);
    mails.refuse = 0;
    expect(mailsTo(md)).toEqual([]);
    await harness.asOwner('update vigil.calendar_mails set next_try_at = now() where tenant_id = $1', [tenant.id]);
    for (let time = 0; time < 2; time += 1) await calendar.jobs.run(tenant.id);
    expect(mailsTo(md)).toHaveLength(1);
  });

  test('is not written where none is carried, nor sent to whoever has left', async () => {
    const { tenant, md, nurse } = await clinic();
    mails.carries = false;
    const first = await make(md, { notifyBefore: 10 });
    await makeDue(first.id);
    await calendar.jobs.run(tenant.id);
    mails.carries = true;
    await calendar.jobs.run(tenant.id);
    const second = await make(md, { notifyBefore: 10, participants: [nurse.id] });
    await makeDue(second.id);
    await harness.asOwner('update vigil.users set is_in_the_tenant = false where id = $1', [nurse.id]);
    await calendar.jobs.run(tenant.id);
    expect([mailsTo(md).length, mailsTo(nurse).length]).toEqual([1, 0]);
    expect(await harness.asOwner('select 1 from vigil.calendar_mails where tenant_id = $1', [tenant.id])).toEqual([]);
  });
});

describe('the bell’s calendar list', () => {
  test('tells whoever takes part of an invitation, a change and a cancellation, each event once, and never who does it', async () => {
    const { md, nurse, member } = await clinic();
    const made = await make(md, { participants: [nurse.id] });
    expect(await news(nurse)).toEqual([[made.id, 'invited']]);
    const changed = (await put(md, made, { title: 'Renamed' })).body as CalendarEvent;
    expect((await bell(nurse)).items).toMatchObject([{ id: made.id, news: 'changed', title: 'Renamed' }]);
    await put(md, changed, { participants: [member.id] });
    expect([await news(nurse), await news(member)]).toEqual([[[made.id, 'cancelled']], [[made.id, 'invited']]]);
    await remove(md, made.id);
    expect([await news(member), await news(md)]).toEqual([[[made.id, 'cancelled']], []]);
  });

  test('has one truth with the calendar: what is read here is read there, one by one or all up to a moment', async () => {
    const { md, nurse } = await clinic();
    const [one, two] = [await make(md, { participants: [nurse.id] }), await make(md, { participants: [nurse.id], date: inMinutes(300) })];
    expect((await markBell(nurse, { ids: [one.id], clicked: true })).body).toEqual({ read: 1 });
    expect(await news(nurse)).toEqual([[two.id, 'invited']]);
    expect((await list(nurse)).body.map(({ read, clicked }) => [read, clicked])).toEqual([
      [true, true],
      [false, false],
    ]);
    const { asOf } = await bell(nurse);
    const three = await make(md, { participants: [nurse.id] });
    expect((await markBell(nurse, { asOf })).body).toEqual({ read: 1 });
    expect([(await bell(nurse)).badge, await news(nurse)]).toEqual([1, [[three.id, 'invited']]]);
    await call('PUT', `${base}/users/${nurse.id}/events/read`, nurse, { eventIds: [three.id] });
    expect((await bell(nurse)).badge).toBe(0);
    expect((await list(nurse)).body.every(({ clicked }) => clicked)).toBe(true);
  });

  test('tells of one that repeats once: of the next', async () => {
    const { md, nurse } = await clinic();
    const first = await make(md, { participants: [nurse.id], date: inMinutes(-2_880), recurrence: { frequency: 'DAILY', count: 10 } });
    const upcoming = (await list(nurse)).body.find(({ date, durationMinutes }) => date + durationMinutes * 60_000 > Date.now());
    expect(await news(nurse)).toEqual([[upcoming?.id, 'invited']]);
    expect(upcoming?.id).not.toBe(first.id);
  });

  test('names no member whom the person may not see', async () => {
    const tenant = await harness.createTenant({ settings: { access: { patients: 'assigned' } } });
    const [md, nurse, member] = await Promise.all([staff(tenant, 'md'), staff(tenant, 'nurse'), harness.createUser(tenant)]);
    await server.lookAfter(md, member);
    await make(md, { participants: [nurse.id], patientId: member.id });
    expect((await bell(nurse)).items).toMatchObject([{ patientId: null }]);
  });
});
