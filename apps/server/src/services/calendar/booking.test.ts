import { afterAll, describe, expect, test } from 'vitest';
import { startCalendar } from './testing/calendar-server.ts';

const server = await startCalendar();
const { harness, staff, make, put, remove, restore, list, get, slots, book, bell, inMinutes, lookAfter } = server;
afterAll(() => server.stop());

async function clinic() {
  const tenant = await harness.createTenant();
  const [md, nurse, observer, ann, bea, stranger] = await Promise.all([
    staff(tenant, 'md', { givenName: 'Mara', familyName: 'Owner' }),
    staff(tenant, 'nurse'),
    staff(tenant, 'observer'),
    harness.createUser(tenant),
    harness.createUser(tenant),
    harness.createUser(tenant),
  ]);
  await Promise.all([lookAfter(md, ann), lookAfter(md, bea)]);
  return { tenant, md, nurse, observer, ann, bea, stranger };
}
/** What the conversation of a member was told: of what, by whom, and when it is. */
const saidTo = (member: { id: string }) =>
  server.said.filter(({ conversationId }) => conversationId === member.id).map(({ notice: { type, name, time } }) => [type, name, time]);
const slot = { type: 'APPOINTMENT_SLOT', title: 'Consultation' };

describe('an appointment slot', () => {
  test('is open to the members whom its owner looks after, while it is to come', async () => {
    const { md, nurse, ann, stranger } = await clinic();
    const later = await make(md, { ...slot, date: inMinutes(300) });
    const next = await make(md, { ...slot, date: inMinutes(200) });
    await make(md, { ...slot, date: inMinutes(-60) });
    await make(nurse, { ...slot, title: 'Not hers' });
    const { body } = await slots(ann, ann);
    expect(body.map(({ id }) => id)).toEqual([next.id, later.id]);
    expect(body[0]).toEqual({
      ...{ id: next.id, title: 'Consultation', date: next.date, durationMinutes: 30, timeZone: 'UTC' },
      owner: { id: md.id, firstName: 'Mara', lastName: 'Owner', isMember: false },
    });
    expect((await slots(stranger, stranger)).body).toEqual([]);
    expect((await slots(nurse, ann)).body).toHaveLength(2);
    expect((await slots(ann, stranger)).status).toBe(403);
  });

  test('that is booked is an event of both, and its owner is told', async () => {
    const { md, ann } = await clinic();
    const { id } = await make(md, slot);
    const { status, body } = await book(ann, id);
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ ...{ id, type: 'REGULAR', title: 'Consultation', patientId: ann.id, participants: [ann.id], version: 2 } }),
    ]);
    expect((await get(md, id)).body).toMatchObject({ type: 'REGULAR', patientId: ann.id, participants: [ann.id] });
    expect((await list(ann)).body.map((one) => one.id)).toEqual([id]);
    expect((await bell(md)).items).toMatchObject([{ id, news: 'booked', title: 'Consultation', patientId: ann.id }]);
    expect((await bell(ann)).items).toEqual([]);
    expect(saidTo(ann)).toEqual([['appointment_booked', 'Mara Owner', body.date]]);
    // Sent again, because its answer was lost.
    expect((await book(ann, id)).body).toEqual(body);
    expect((await slots(ann, ann)).body).toEqual([]);
    expect(saidTo(ann)).toHaveLength(1);
  });

  test('stands in the conversation of the member with what becomes of it, without its title; what is only about the member does not', async () => {
    const { md, ann } = await clinic();
    const made = await make(md, { participants: [ann.id], title: 'Result of the biopsy' });
    const { body: moved } = await put(md, made, { date: made.date + 3_600_000 });
    await put(md, moved, { title: 'Another title' });
    await remove(md, made.id);
    await make(md, { patientId: ann.id });
    expect(saidTo(ann)).toEqual([
      ['appointment_booked', 'Mara Owner', made.date],
      ['appointment_moved', 'Mara Owner', moved.date],
      ['appointment_canceled', 'Mara Owner', moved.date],
    ]);
  });

  test('is booked by one of many who try at once; the others are told which are open', async () => {
    const { tenant, md } = await clinic();
    const members = await Promise.all(Array.from({ length: 8 }, () => harness.createUser(tenant)));
    await Promise.all(members.map((member) => lookAfter(md, member)));
    const { id } = await make(md, slot);
    const next = [await make(md, { ...slot, date: inMinutes(200) }), await make(md, { ...slot, date: inMinutes(240) })];
    const answers = await Promise.all(members.map((member) => book(member, id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused).toHaveLength(7);
    expect(refused[0]?.body.error.fields).toEqual(next.map((one) => ({ field: one.id, message: new Date(one.date).toISOString() })));
    expect((await get(md, id)).body.participants).toHaveLength(1);
  });

  test('is no slot to whoever is not looked after by its owner, nor is any other event, nor one whose time has come', async () => {
    const { md, ann, stranger } = await clinic();
    const open = await make(md, slot);
    const ordinary = await make(md);
    const past = await make(md, { ...slot, date: inMinutes(-60) });
    expect((await book(stranger, open.id)).status).toBe(404);
    expect((await book(ann, ordinary.id)).status).toBe(404);
    expect((await book(ann, past.id)).status).toBe(409);
    expect((await get(md, open.id)).body.type).toBe('APPOINTMENT_SLOT');
  });

  test('is booked by the care team for a member, who is told; not by observers, nor by a member for another', async () => {
    const { md, nurse, observer, ann, bea } = await clinic();
    const { id } = await make(md, slot);
    expect((await book(observer, id, ann)).status).toBe(403);
    expect((await book(bea, id, ann)).status).toBe(403);
    expect((await book(nurse, id, ann)).status).toBe(200);
    expect((await bell(ann)).items).toMatchObject([{ id, news: 'booked' }]);
    expect((await bell(md)).items).toMatchObject([{ id, news: 'booked' }]);
  });

  test('is not booked by or for whoever is on hold or has left', async () => {
    const { tenant, md, nurse } = await clinic();
    const held = await harness.createUser(tenant, { isOnHold: true });
    const left = await harness.createUser(tenant, { isInTheTenant: false });
    await Promise.all([lookAfter(md, held), lookAfter(md, left)]);
    const { id } = await make(md, slot);
    expect((await book(held, id)).body.error.code).toBe('account_on_hold');
    expect((await book(nurse, id, left)).body.error.code).toBe('invalid_input');
    expect((await book(nurse, id, held)).status).toBe(200);
  });

  test('that its member leaves is open again and its owner told; who has left takes it again while nobody else has', async () => {
    const { md, ann, bea } = await clinic();
    const { id } = await make(md, slot);
    await book(ann, id);
    await remove(ann, id);
    expect((await list(ann)).body).toEqual([]);
    expect((await get(md, id)).body).toMatchObject({ type: 'APPOINTMENT_SLOT', patientId: null, participants: [] });
    expect((await bell(md)).items).toMatchObject([{ id, news: 'left' }]);
    expect((await restore(ann, id)).body.restored).toEqual([id]);
    await remove(ann, id);
    expect((await book(bea, id)).status).toBe(200);
    expect((await restore(ann, id)).status).toBe(409);
    expect((await list(ann)).body).toEqual([]);
  });

  test('of a series that is booked is an appointment of its own: it stays when the open ones are moved', async () => {
    const { md, ann } = await clinic();
    const first = await make(md, { ...slot, recurrence: { frequency: 'DAILY', count: 3 } });
    const second = (await list(md)).body[1];
    await book(ann, second?.id ?? '');
    await put(md, first, { date: first.date + 3_600_000, scope: 'all' });
    const after = (await list(md)).body;
    expect(after.map(({ type }) => type)).toEqual(['APPOINTMENT_SLOT', 'REGULAR', 'APPOINTMENT_SLOT']);
    expect(after.map(({ date }) => (date - first.date) % 86_400_000)).toEqual([3_600_000, 0, 3_600_000]);
    expect(after[1]).toMatchObject({ patientId: ann.id, participants: [ann.id] });
    const booked = (await get(md, second?.id ?? '')).body;
    expect((await put(md, booked, { title: 'X', scope: 'all' })).body.error.fields).toEqual([
      { field: 'scope', message: 'Has to be this' },
    ]);
  });
});
