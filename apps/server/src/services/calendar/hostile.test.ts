import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { startCalendar } from './testing/calendar-server.ts';
import { readICalendar } from './testing/read-icalendar.ts';

/* What somebody sends who means no good, and what is left of an event for those who take part no more. */
const server = await startCalendar();
const {
  harness,
  actionAbout,
  calendar,
  call,
  base,
  staff,
  post,
  make,
  put,
  remove,
  restore,
  get,
  slots,
  book,
  bell,
  inMinutes,
  lookAfter,
} = server;
afterAll(() => server.stop());

async function clinic(settings: object = {}) {
  const tenant = await harness.createTenant({ settings });
  const [md, nurse, member] = await Promise.all([
    staff(tenant, 'md'),
    staff(tenant, 'nurse'),
    harness.createUser(tenant, { givenName: 'Zoë', familyName: 'Müller' }),
  ]);
  await lookAfter(md, member);
  return { tenant, md, nurse, member };
}
const slot = { type: 'APPOINTMENT_SLOT', title: 'Consultation' };
const fieldsOf = ({ body }: { body: { error?: { fields?: readonly { field: string }[] } } }) =>
  body.error?.fields?.map(({ field }) => field);

describe('a slot of somebody who is on hold or has left', () => {
  test.each([
    ['on hold', 'is_on_hold = true'],
    ['discharged', 'is_in_the_tenant = false'],
    ['deactivated', 'deactivated_at = now()'],
  ])('%s: is offered to nobody, booked by nobody, and taken again by nobody', async (_name, change) => {
    const { md, nurse, member } = await clinic();
    await lookAfter(nurse, member);
    const [open, left] = [await make(md, slot), await make(md, { ...slot, date: inMinutes(200) })];
    const other = await make(nurse, { ...slot, date: inMinutes(300) });
    expect((await book(member, left.id)).status).toBe(200);
    await remove(member, left.id);
    await harness.asOwner(`update vigil.users set ${change} where id = $1`, [md.id]);
    expect((await slots(member, member)).body.map(({ id }) => id)).toEqual([other.id]);
    expect((await book(member, open.id)).status).toBe(404);
    expect((await book(nurse, open.id, member)).status).toBe(404);
    expect((await restore(member, left.id)).status).toBe(404);
    const rows = await harness.asOwner('select 1 from vigil.calendar_events where owner_id = $1 and booked_for is not null', [md.id]);
    expect(rows).toEqual([]);
  });

  test('what was booked before stays booked, also when it is sent again', async () => {
    const { md, member } = await clinic();
    const { id } = await make(md, slot);
    await book(member, id);
    await harness.asOwner('update vigil.users set is_on_hold = true where id = $1', [md.id]);
    expect((await book(member, id)).status).toBe(200);
  });
});

describe('the action that an event is for', () => {
  test('has to be one, of a member whom the writer may see, and the member stands on record', async () => {
    const { tenant, md, nurse, member } = await clinic({ access: { patients: 'assigned' } });
    const { member: foreigner } = await clinic();
    const action = await actionAbout(member);
    expect(fieldsOf(await post(md, { actionId: randomUUID() }))).toEqual(['actionId']);
    expect(fieldsOf(await post(md, { actionId: await actionAbout(foreigner) }))).toEqual(['actionId']);
    expect((await post(nurse, { actionId: action })).body.error.code).toBe('no_access_to_user');
    const made = await make(md, { actionId: action });
    const rows = await harness.asOwner<{ members: string[] }>(
      "select members from vigil.audit_log where tenant_id = $1 and endpoint = 'calendar.postEvent' and status = 200",
      [tenant.id],
    );
    expect(rows).toEqual([{ members: [member.id] }]);
    expect(fieldsOf(await put(md, made, { actionId: randomUUID() }))).toEqual(['actionId']);
    // What was there before stays, also once the member is somebody else's.
    await harness.asOwner('delete from vigil.care_relations where patient_id = $1', [member.id]);
    expect((await put(md, made, { title: 'Other' })).body).toMatchObject({ title: 'Other', actionId: action });
  });
});

describe('whoever takes part no more', () => {
  test('is told nothing of what the event has become: not in the bell, nor in an export', async () => {
    const { tenant, md, member } = await clinic();
    const made = await make(md, { participants: [member.id], title: 'Visit', description: 'Bring the band' });
    const without = (await put(md, made, { participants: [], title: 'About somebody', date: inMinutes(500) })).body;
    await put(md, without, { title: 'About somebody else', description: 'Private' });
    expect((await bell(member)).items).toMatchObject([{ id: made.id, news: 'cancelled', title: 'Visit', startsAt: made.date / 1000 }]);
    const [file] = (await calendar.personalData?.exportOf?.({ tenantId: tenant.id, userId: member.id })) ?? [];
    let text = '';
    for await (const piece of file?.content ?? []) text += piece;
    expect(JSON.parse(text)).toMatchObject([{ id: made.id, takesPart: false, title: 'Visit', description: null }]);
  });

  test('and comes back takes part beside all who do, also where all come back at once', async () => {
    const { tenant, md } = await clinic();
    const colleagues = await Promise.all(Array.from({ length: 12 }, () => staff(tenant, 'coach')));
    const made = await make(md, { participants: colleagues.map(({ id }) => id) });
    for (const colleague of colleagues) await remove(colleague, made.id);
    const answers = await Promise.all(colleagues.map((colleague) => restore(colleague, made.id)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await get(md, made.id)).body.participants).toHaveLength(12);
  });

  test('is named in no file: neither whoever has left, nor within a word, nor with invisible characters in it', async () => {
    const { md, member } = await clinic();
    const left = await make(md, { participants: [member.id], title: 'Visit of Zoe' });
    await remove(member, left.id);
    for (const title of ['Müllers Befund', 'Z\u200boë', 'MULLER/labs', 'Rounds']) await make(md, { participants: [member.id], title });
    const { text } = await call<string>('GET', `${base}/users/${md.id}/ics?startDate=${Date.now()}&endDate=${Date.now() + 86_400_000}`, md);
    expect(
      readICalendar(text)
        .map(({ summary }) => summary)
        .sort(),
    ).toEqual([...Array(4).fill('Appointment'), 'Rounds']);
  });
});

test('an event of a member whom its owner looks after no more is opened for nobody, and stays as it is', async () => {
  const { md, member } = await clinic({ access: { patients: 'assigned' } });
  const { id } = await make(md, slot);
  await book(member, id);
  await harness.asOwner('delete from vigil.care_relations where patient_id = $1', [member.id]);
  const booked = (await get(md, id)).body;
  expect(fieldsOf(await put(md, booked, { type: 'APPOINTMENT_SLOT', participants: [], patientId: null }))).toEqual(['type']);
  expect((await get(member, id)).body).toMatchObject({ type: 'REGULAR', patientId: member.id });
});

test.each([
  ['a line break', 'Round\r\nATTENDEE:mailto:x@y.example'],
  ['a carriage return', 'Round\rATTENDEE:x'],
  ['a line separator', 'Round\u2028x'],
  ['a control character', 'Round\u0007'],
  ['a turned direction', 'Round \u202edegnahc'],
  ['nothing that is seen', '\u200b\u2060'],
])('a title with %s is refused', async (_name, title) => {
  const { md } = await clinic();
  expect(fieldsOf(await post(md, { title }))?.[0]).toBe('title');
});

test('what repeats does not end before it begins', async () => {
  const { md } = await clinic();
  const date = inMinutes(600);
  expect(fieldsOf(await post(md, { date, recurrence: { frequency: 'DAILY', until: date - 1 } }))).toEqual(['recurrence.until']);
  const made = await make(md, { date, recurrence: { frequency: 'DAILY', until: date } });
  const recurrence = { frequency: 'DAILY', interval: 1, until: date - 60_000 };
  expect(fieldsOf(await put(md, made, { recurrence, scope: 'following' }))).toEqual(['recurrence.until']);
});
