import { afterAll, describe, expect, test } from 'vitest';
import { startCalendar } from './testing/calendar-server.ts';

const server = await startCalendar();
const { harness, staff, make, post, put, remove, restore, list, get, slots, book, inMinutes, lookAfter } = server;
afterAll(() => server.stop());

async function clinic() {
  const tenant = await harness.createTenant();
  const [md, nurse, ann, bea] = await Promise.all([
    staff(tenant, 'md'),
    staff(tenant, 'nurse'),
    harness.createUser(tenant),
    harness.createUser(tenant),
  ]);
  await Promise.all([md, nurse].flatMap((clinician) => [ann, bea].map((member) => lookAfter(clinician, member))));
  return { tenant, md, nurse, ann, bea };
}
const slot = { type: 'APPOINTMENT_SLOT', title: 'Consultation' };
const slotAt = (minutes: number, over: object = {}) => ({ ...slot, date: inMinutes(minutes), ...over });
const storedSlots = (ownerId: string) =>
  harness.asOwner<{ id: string }>(
    `select id from vigil.calendar_events where owner_id = $1 and (type = 'APPOINTMENT_SLOT' or booked_for is not null) and deleted_at is null`,
    [ownerId],
  );
/** Stores a slot as a version did that knew of no such rule, and as the migration leaves it. */
async function makeOverlapping(md: Awaited<ReturnType<typeof staff>>, minutes: number): Promise<string> {
  const { id } = await make(md, slotAt(minutes + 20_000));
  await harness.asOwner(
    `with moved as (
       update vigil.calendar_events set overlapped_before = true, starts_at = $2, ends_at = $2::timestamptz + interval '30 minutes' where id = $1
     ) update vigil.calendar_participants set starts_at = $2 where event_id = $1`,
    [id, new Date(inMinutes(minutes))],
  );
  return id;
}

describe('slots of one owner', () => {
  test('do not overlap each other, a booked appointment, or anything else in the calendar of their owner', async () => {
    const { md, nurse, ann } = await clinic();
    const first = await make(md, slotAt(120));
    await make(md, { date: inMinutes(300), title: 'Ward round' });
    await make(nurse, { date: inMinutes(400), title: 'Case conference', participants: [md.id] });
    await make(md, { date: inMinutes(500), type: 'OUT_OF_THE_OFFICE', title: 'Away' });
    await make(md, { date: inMinutes(600), type: 'REMINDER', durationMinutes: 0, title: 'Call the pharmacy' });
    for (const minutes of [100, 120, 149, 290, 410, 529]) {
      const { status, body } = await post(md, slotAt(minutes));
      expect([minutes, status, body.error?.code, body.error?.fields?.map(({ field }) => field)]).toEqual([
        minutes,
        400,
        'invalid_input',
        ['date'],
      ]);
    }
    await book(ann, first.id);
    expect((await post(md, slotAt(130))).status).toBe(400);
    // Back to back, beside a reminder, and in somebody else's calendar they are no overlap.
    for (const minutes of [90, 150, 600]) expect((await post(md, slotAt(minutes))).status).toBe(200);
    expect((await post(nurse, slotAt(120))).status).toBe(200);
  });

  test('do not overlap when they repeat, are moved, or become slots; back to back they are moved together', async () => {
    const { md } = await clinic();
    const daily = { recurrence: { frequency: 'DAILY', count: 3 } };
    expect((await post(md, slotAt(120, { ...daily, durationMinutes: 1_500 }))).status).toBe(400);
    const first = await make(md, slotAt(120, daily));
    expect((await post(md, slotAt(120 + 1_440, daily))).status).toBe(400);
    const other = await make(md, slotAt(300));
    const meeting = await make(md, { date: inMinutes(400) });
    expect((await put(md, other, { date: inMinutes(130) })).status).toBe(400);
    expect((await put(md, other, { date: inMinutes(410) })).status).toBe(400);
    expect((await put(md, meeting, { type: 'APPOINTMENT_SLOT', date: inMinutes(310) })).status).toBe(400);
    // Later by as long as one lasts: each comes to where the next one was.
    const hourly = await make(md, slotAt(4_320, { durationMinutes: 1_440, recurrence: { frequency: 'DAILY', count: 4 } }));
    expect((await put(md, hourly, { date: hourly.date + 86_400_000, scope: 'all' })).status).toBe(200);
    expect((await put(md, first, { title: 'Other', scope: 'all' })).status).toBe(200);
    expect(await storedSlots(md.id)).toHaveLength(8);
  });

  test('that are sent by many at the same time leave one', async () => {
    const { md } = await clinic();
    const answers = await Promise.all(Array.from({ length: 24 }, (_, index) => post(md, slotAt(120 + index))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(23).fill(400)]);
    expect(await storedSlots(md.id)).toHaveLength(1);
  });

  test('are held apart by the database too, whoever writes', async () => {
    const { md } = await clinic();
    const [one, other] = [await make(md, slotAt(120)), await make(md, slotAt(200))];
    await expect(
      harness.asOwner('update vigil.calendar_events set starts_at = $2, ends_at = $3 where id = $1', [
        other.id,
        new Date(one.date),
        new Date(one.date + 60_000),
      ]),
    ).rejects.toThrow('calendar_one_appointment_of_owner');
  });

  test('that were deleted come back only while their time is free', async () => {
    const { md, ann } = await clinic();
    const [one, other] = [await make(md, slotAt(120)), await make(md, slotAt(200))];
    await book(ann, other.id);
    for (const { id } of [one, other]) await remove(md, id);
    await make(md, { date: inMinutes(125), title: 'A meeting keeps nothing from coming back' });
    expect((await restore(md, one.id)).status).toBe(200);
    await make(md, slotAt(210));
    expect((await restore(md, other.id)).status).toBe(409);
  });
});

describe('a slot over something else of its owner', () => {
  test('is not offered and not booked, and is again once that is gone', async () => {
    const { md, ann } = await clinic();
    const [open, next] = [await make(md, slotAt(120)), await make(md, slotAt(300))];
    const meeting = await make(md, { date: inMinutes(130), title: 'Ward round' });
    expect((await slots(ann, ann)).body.map(({ id }) => id)).toEqual([next.id]);
    const { status, body } = await book(ann, open.id);
    expect([status, body.error?.fields]).toEqual([409, [{ field: next.id, message: new Date(next.date).toISOString() }]]);
    await remove(md, meeting.id);
    expect((await book(ann, open.id)).status).toBe(200);
  });
});

describe('slots that overlapped before that was refused', () => {
  test('stay, can be renamed, and only one of them is booked, also by many at once', async () => {
    const { tenant, md, ann } = await clinic();
    const members = [ann, ...(await Promise.all(Array.from({ length: 7 }, () => harness.createUser(tenant))))];
    await Promise.all(members.slice(1).map((member) => lookAfter(md, member)));
    const ids = [await makeOverlapping(md, 120), await makeOverlapping(md, 130), await makeOverlapping(md, 140)];
    expect((await list(md)).body.map(({ id }) => id)).toEqual(ids);
    expect((await put(md, (await get(md, ids[0] ?? '')).body, { title: 'Renamed' })).status).toBe(200);
    const answers = await Promise.all(members.map((member, index) => book(member, ids[index % 3] ?? '')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
    expect((await list(md)).body).toHaveLength(3);
    expect((await slots(ann, ann)).body).toEqual([]);
  });
});

describe('a member', () => {
  test('books no more than the tenant allows to come at a time, also by many calls at once; the care team books more for them', async () => {
    const { md, nurse, ann } = await clinic();
    const open = await Promise.all(Array.from({ length: 12 }, (_, index) => make(md, slotAt(120 + 30 * index))));
    const answers = await Promise.all(open.slice(0, 8).map(({ id }) => book(ann, id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, ...Array(5).fill(409)]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body.error?.fields).toEqual([{ field: 'patientId', message: 'Has 3 appointments to come' }]);
    expect((await book(nurse, open[9]?.id ?? '', ann)).status).toBe(200);
    const [kept] = (await list(ann)).body;
    await remove(ann, kept?.id ?? '');
    expect((await book(ann, open[10]?.id ?? '')).status).toBe(409);
    for (const { id } of (await list(ann)).body.slice(0, 1)) await remove(ann, id);
    expect((await book(ann, open[10]?.id ?? '')).status).toBe(200);
    expect((await restore(ann, kept?.id ?? '')).status).toBe(409);
  });

  test('has no two appointments at the same time, whoever they are with and whoever books', async () => {
    const { md, nurse, ann, bea } = await clinic();
    const [one, other] = [await make(md, slotAt(120)), await make(nurse, slotAt(130))];
    const later = await make(nurse, slotAt(400));
    const answers = await Promise.all([book(ann, one.id), book(nurse, other.id, ann)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.error?.fields?.map(({ field }) => field)).toEqual(['date']);
    expect((await slots(ann, ann)).body.map(({ id }) => id)).toEqual([later.id]);
    expect((await slots(bea, bea)).body).toHaveLength(2);
  });
});
