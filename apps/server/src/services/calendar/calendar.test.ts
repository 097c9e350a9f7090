import { randomUUID } from 'node:crypto';
import type { CalendarEvent } from '@vigil/contract/calendar.contract';
import { longestEventTitle, mostParticipants } from '@vigil/contract/calendar.values';
import { afterAll, describe, expect, test } from 'vitest';
import { startCalendar } from './testing/calendar-server.ts';

const server = await startCalendar();
const { harness, actionAbout, call, base, staff, inMinutes, post, make, put, remove, restore, list, get } = server;
afterAll(() => server.stop());

async function clinic(settings: object = {}) {
  const tenant = await harness.createTenant({ settings });
  const [md, nurse, admin, observer, member, neighbour] = await Promise.all([
    staff(tenant, 'md', { givenName: 'Mara', familyName: 'Owner' }),
    staff(tenant, 'nurse'),
    staff(tenant, 'tenant_admin'),
    staff(tenant, 'observer'),
    harness.createUser(tenant, { givenName: 'Ann', familyName: 'Member' }),
    harness.createUser(tenant),
  ]);
  return { tenant, md, nurse, admin, observer, member, neighbour };
}
const dayMs = 86_400_000;
const fieldsOf = (answer: { body: { error: { fields?: readonly { field: string }[] } } }) =>
  answer.body.error.fields?.map(({ field }) => field);
const titles = ({ body }: { body: CalendarEvent[] }) => body.map(({ title }) => title);

describe('an event', () => {
  test('stands whole in the calendars of its owner and of whoever is invited, with everything that was sent', async () => {
    const { tenant, md, nurse, member } = await clinic();
    const actionId = await actionAbout(member);
    const sent = { description: 'Bring the list', notifyBefore: 30, actionId, participants: [nurse.id, member.id], patientId: member.id };
    const made = await make(md, sent);
    expect(made).toMatchObject({
      ...{ ...sent, participants: expect.arrayContaining(sent.participants), title: 'Ward round', type: 'REGULAR', durationMinutes: 30 },
      ...{ ownerId: md.id, tenantId: tenant.id, timeZone: 'UTC', seriesId: null, recurrence: null, version: 1, isBusy: false },
      ...{ read: false, clicked: false },
    });
    expect(made.people).toEqual(
      expect.arrayContaining([
        { id: md.id, firstName: 'Mara', lastName: 'Owner', isMember: false },
        { id: member.id, firstName: 'Ann', lastName: 'Member', isMember: true },
      ]),
    );
    expect((await list(md)).body).toEqual([made]);
    expect((await list(nurse)).body).toEqual([made]);
    // What it is done for is the care team's own.
    expect((await list(member)).body).toEqual([{ ...made, actionId: null }]);
    expect((await get(member, made.id)).body).toEqual({ ...made, actionId: null });
  });

  test('of a colleague, or of a member, is busy to whoever is not invited; a reminder is nobody else’s', async () => {
    const { md, nurse, admin, observer, member } = await clinic();
    await make(md, { participants: [member.id], patientId: member.id, description: 'Private', actionId: await actionAbout(member) });
    await make(md, { type: 'REMINDER', durationMinutes: 0, title: 'Call the lab', date: inMinutes(60) });
    const busy = { title: null, description: null, participants: [], actionId: null, patientId: null, isBusy: true, durationMinutes: 30 };
    for (const [reader, of] of [
      [nurse, md],
      [admin, md],
      [observer, md],
      [nurse, member],
    ] as const) {
      const { body } = await list(reader, of);
      expect(body).toHaveLength(1);
      expect(body[0]).toMatchObject(busy);
      expect(JSON.stringify(body)).not.toContain('Ann');
    }
    expect(titles(await list(md))).toEqual(['Call the lab', 'Ward round']);
  });

  test('a member reads the own calendar alone, and no member of another', async () => {
    const { md, member, neighbour } = await clinic();
    const made = await make(md, { participants: [member.id, neighbour.id], patientId: neighbour.id });
    const { body } = await list(member);
    expect(body[0]).toMatchObject({ title: 'Ward round', participants: [member.id], patientId: null });
    expect(JSON.stringify(body)).not.toContain(neighbour.id);
    expect((await list(member, md)).status).toBe(403);
    expect((await list(member, neighbour)).status).toBe(403);
    expect((await call('GET', `${base}/users/${md.id}/events/${made.id}`, member)).status).toBe(403);
  });

  test('where staff see only their own members, no name of another is told, and whom one cannot see one cannot invite', async () => {
    const { md, nurse, member, neighbour } = await clinic({ access: { patients: 'assigned' } });
    await server.lookAfter(md, member);
    const made = await make(md, { participants: [nurse.id, member.id], patientId: member.id });
    const { body } = await list(nurse);
    expect(body[0]).toMatchObject({ title: 'Ward round', participants: [nurse.id], patientId: null, isBusy: false });
    expect(JSON.stringify(body)).not.toContain(member.id);
    expect((await list(nurse, member)).status).toBe(403);
    for (const over of [{ participants: [neighbour.id] }, { patientId: neighbour.id }])
      expect((await post(md, over)).body.error.code).toBe('no_access_to_user');
    // Whom the owner may no longer see stays where they are when the owner changes something else.
    await harness.asOwner('delete from vigil.care_relations where patient_id = $1', [member.id]);
    const seen = (await get(md, made.id)).body;
    expect(seen).toMatchObject({ participants: [nurse.id], patientId: null });
    expect((await put(md, seen, { title: 'Moved' })).status).toBe(200);
    expect((await list(member)).body[0]).toMatchObject({ title: 'Moved', patientId: member.id });
  });

  test('is made by the care team and administrators, in their own calendar and tenant', async () => {
    const { tenant, md, admin, observer, member } = await clinic();
    const elsewhere = await harness.createTenant();
    expect((await post(admin)).status).toBe(200);
    for (const who of [observer, member]) expect((await post(who)).status).toBe(403);
    expect(fieldsOf(await post(md, { ownerId: admin.id, tenantId: elsewhere.id }))).toEqual(['ownerId', 'tenantId']);
    const foreign = await staff(elsewhere, 'nurse');
    expect((await list(foreign, md)).status).toBe(404);
    const made = await make(md);
    expect((await call('GET', `${base}/users/${foreign.id}/events/${made.id}`, foreign)).status).toBe(404);
    expect((await post(md, { participants: [foreign.id] })).body.error).toMatchObject({ code: 'invalid_input' });
    expect((await list(md)).body).toHaveLength(1);
    const [seen] = await harness.database.tenant(elsewhere.id, (sql) =>
      sql.query<{ n: number }>('select count(*)::int as n from vigil.calendar_events where tenant_id = $1', [tenant.id]),
    );
    expect(seen?.n).toBe(0);
  });

  test('a member on hold can be invited and reads it; somebody who has left cannot', async () => {
    const { tenant, md } = await clinic();
    const held = await harness.createUser(tenant, { isOnHold: true });
    const left = await harness.createUser(tenant, { isInTheTenant: false });
    const made = await make(md, { participants: [held.id] });
    expect((await list(held)).body.map(({ id }) => id)).toEqual([made.id]);
    expect((await remove(held, made.id)).body.error.code).toBe('account_on_hold');
    expect(fieldsOf(await post(md, { participants: [held.id, left.id] }))).toEqual(['participants.1']);
    expect(fieldsOf(await post(md, { patientId: left.id }))).toEqual(['patientId']);
    expect(fieldsOf(await post(md, { patientId: md.id }))).toEqual(['patientId']);
  });

  test('sent again under its id is made once; something else under it is refused', async () => {
    const { md } = await clinic();
    const id = randomUUID();
    const answers = await Promise.all([post(md, { id }), post(md, { id })]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await post(md, { id, title: 'Another' })).status).toBe(409);
    expect((await post(md, { id, recurrence: { frequency: 'DAILY', interval: 1, count: 3 } })).status).toBe(409);
    expect((await list(md)).body).toHaveLength(1);
  });

  test.each<[string, object, string]>([
    ['that ends as it begins', { durationMinutes: 0 }, 'durationMinutes'],
    ['that ends before it begins', { durationMinutes: -30 }, 'durationMinutes'],
    ['of a hundred days', { durationMinutes: 100 * 1_440 }, 'durationMinutes'],
    ['without a title', { title: ' ' }, 'title'],
    ['with too long a title', { title: 'x'.repeat(longestEventTitle + 1) }, 'title'],
    ['with half a character', { title: 'a\ud83d' }, 'title'],
    ['of no such type', { type: 'PARTY' }, 'type'],
    ['in no such zone', { timeZone: 'Europe/Nowhere' }, 'timeZone'],
    ['in another century', { date: Date.UTC(2199, 0, 1) }, 'date'],
    ['at half a millisecond', { date: 0.5 }, 'date'],
    ['with a crowd', { participants: Array.from({ length: mostParticipants + 1 }, () => randomUUID()) }, 'participants'],
    ['that is an open slot with somebody in it', { type: 'APPOINTMENT_SLOT', patientId: randomUUID() }, 'patientId'],
    ['that repeats without an end', { recurrence: { frequency: 'DAILY' } }, 'recurrence.until'],
    ['that repeats for too long', { recurrence: { frequency: 'DAILY', until: Date.now() + 1000 * dayMs } }, 'recurrence.until'],
    ['that repeats daily on weekdays', { recurrence: { frequency: 'DAILY', weekdays: [1], count: 2 } }, 'recurrence.weekdays'],
  ])('%s is refused by its field, and nothing is stored', async (_, over, field) => {
    const { md } = await clinic();
    const answer = await post(md, over);
    expect([answer.status, fieldsOf(answer)]).toEqual([400, [field]]);
    expect((await list(md)).body).toEqual([]);
  });
});

describe('a span', () => {
  test('is half-open and holds what reaches into it', async () => {
    const { md } = await clinic();
    const [from, until] = [inMinutes(600), inMinutes(660)];
    for (const [title, date, durationMinutes, type] of [
      ['ends as it begins', from - 30 * 60_000, 30, 'REGULAR'],
      ['reaches in', from - 30 * 60_000, 31, 'REGULAR'],
      ['begins with it', from, 10, 'REGULAR'],
      ['takes no time', from, 0, 'REMINDER'],
      ['begins at its end', until, 10, 'REGULAR'],
    ] as const)
      await make(md, { title, date, durationMinutes, type });
    const { body } = await list(md, md, '', { from, until });
    expect(new Set(body.map(({ title }) => title))).toEqual(new Set(['reaches in', 'begins with it', 'takes no time']));
  });

  test('that is too long, or ends before it begins, is refused by its field', async () => {
    const { md } = await clinic();
    for (const until of [Date.now() + 401 * dayMs, Date.now() - 1]) {
      const answer = await list(md, md, '', { from: Date.now(), until });
      expect([answer.status, fieldsOf(answer)]).toEqual([400, ['endDate']]);
    }
  });
});

describe('reading', () => {
  test('is each person’s own: what one has read is unread to the others', async () => {
    const { md, nurse } = await clinic();
    const made = await make(md, { participants: [nurse.id] });
    const read = (who: typeof md, body: object) => call<{ read: number }>('PUT', `${base}/users/${who.id}/events/read`, who, body);
    expect((await read(md, { eventIds: [made.id], clicked: false })).body).toEqual({ read: 1 });
    expect((await get(md, made.id)).body).toMatchObject({ read: true, clicked: false });
    expect((await read(md, { eventIds: [made.id, made.id, randomUUID()] })).body).toEqual({ read: 0 });
    expect((await get(md, made.id)).body).toMatchObject({ read: true, clicked: true });
    expect((await list(md, md, '&unreadOnly=true')).body).toEqual([]);
    expect((await list(nurse, nurse, '&unreadOnly=true')).body).toHaveLength(1);
    expect((await read(nurse, { eventIds: [] })).status).toBe(400);
    expect((await call('PUT', `${base}/users/${md.id}/events/read`, nurse, { eventIds: [made.id] })).status).toBe(403);
    expect(fieldsOf(await list(nurse, md, '&unreadOnly=true'))).toEqual(['unreadOnly']);
  });
});

describe('changing', () => {
  test('by the owner is for all; nobody else changes it; the later of two sees what differs', async () => {
    const { md, nurse } = await clinic();
    const made = await make(md, { participants: [nurse.id] });
    expect((await call('PUT', `${base}/users/${md.id}/events/${made.id}`, nurse, { ...made, scope: 'this' })).status).toBe(403);
    expect((await put(nurse, made)).status).toBe(404);
    const first = await put(md, made, { date: made.date + 60_000, title: 'Later' });
    expect(first.body).toMatchObject({ version: 2, title: 'Later' });
    expect((await get(nurse, made.id)).body).toMatchObject({ title: 'Later', date: made.date + 60_000, version: 2 });
    const second = await put(md, made, { durationMinutes: 60 });
    expect([second.status, second.body.error.code, second.body.error.message]).toEqual([
      409,
      'conflict',
      expect.stringContaining('version 1, and it is at 2'),
    ]);
    expect(second.body.error.fields).toEqual([
      { field: 'version', message: 'Is 2 now' },
      { field: 'date', message: `Is ${new Date(made.date + 60_000).toISOString()} now` },
      { field: 'durationMinutes', message: 'Is 30 now' },
      { field: 'title', message: 'Is different now' },
    ]);
    // Its answer was lost, and it is sent again.
    expect((await put(md, made, { date: made.date + 60_000, title: 'Later' })).body).toEqual(first.body);
    expect((await put(md, first.body, { participants: [] })).body.participants).toEqual([]);
    expect((await list(nurse)).body).toEqual([]);
  });

  test('of two at once one is stored and the other told so', async () => {
    const { md } = await clinic();
    const made = await make(md);
    const answers = await Promise.all(['One', 'Other'].map((title) => put(md, made, { title })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe('deleting', () => {
  test('by the owner is for all, and can be undone', async () => {
    const { md, nurse, member } = await clinic();
    const made = await make(md, { participants: [nurse.id, member.id] });
    expect((await remove(md, made.id)).body.deleted).toEqual([made.id]);
    for (const who of [md, nurse, member]) expect((await list(who)).body).toEqual([]);
    expect((await restore(nurse, made.id)).status).toBe(404);
    expect((await restore(md, made.id)).body.restored).toEqual([made.id]);
    for (const who of [md, nurse, member]) expect(titles(await list(who))).toEqual(['Ward round']);
    expect((await restore(md, made.id)).status).toBe(404);
  });

  test('is over after a day', async () => {
    const { md } = await clinic();
    const made = await make(md);
    await remove(md, made.id);
    await harness.asOwner("update vigil.calendar_events set deleted_at = now() - interval '25 hours' where id = $1", [made.id]);
    expect((await restore(md, made.id)).status).toBe(404);
  });

  test('by a participant is leaving: it stays with the others, and can be undone', async () => {
    const { md, nurse, member } = await clinic();
    const made = await make(md, { participants: [nurse.id, member.id] });
    expect((await remove(member, made.id)).status).toBe(200);
    expect((await list(member)).body).toEqual([]);
    expect((await get(nurse, made.id)).body.participants).toEqual([nurse.id]);
    expect((await restore(member, made.id)).body.restored).toEqual([made.id]);
    expect((await get(md, made.id)).body.participants).toHaveLength(2);
    expect((await remove(nurse, randomUUID())).status).toBe(404);
  });
});

describe('on record', () => {
  test('every call stands there with the members whom it names, and never with a title', async () => {
    const { tenant, md, member } = await clinic();
    const made = await make(md, { participants: [member.id], title: 'Very private words' });
    await list(md);
    await put(md, made, { title: 'Other private words' });
    await remove(md, made.id);
    const rows = await harness.asOwner<{ endpoint: string; whole: string }>(
      'select endpoint, l::text as whole from vigil.audit_log l where tenant_id = $1 and $2 = any(members) order by sequence',
      [tenant.id, member.id],
    );
    expect(rows.map(({ endpoint }) => endpoint)).toEqual([
      'calendar.postEvent',
      'calendar.listEvents',
      'calendar.putEvent',
      'calendar.deleteEvent',
    ]);
    expect(rows.some(({ whole }) => whole.includes('private words'))).toBe(false);
  });
});
