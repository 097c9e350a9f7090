import { afterAll, expect, test } from 'vitest';
import type { ExportedFile } from '#platform/personal-data/personal-data.ts';
import { startCalendar } from './testing/calendar-server.ts';

const server = await startCalendar();
const { harness, calendar, call, base, staff, make, list, book, inMinutes, lookAfter, makeDue, mails } = server;
afterAll(() => server.stop());

async function contentOf(file: ExportedFile | undefined): Promise<unknown> {
  let text = '';
  for await (const piece of file?.content ?? []) text += piece;
  return JSON.parse(text);
}

async function clinic() {
  const tenant = await harness.createTenant();
  const [md, nurse, member] = await Promise.all([staff(tenant, 'md'), staff(tenant, 'nurse'), harness.createUser(tenant)]);
  await lookAfter(md, member);
  return { tenant, md, nurse, member };
}

test('an export holds what a person takes part in and what is about them, and their addresses without the secrets', async () => {
  const { tenant, md, nurse, member } = await clinic();
  const taken = await make(md, { participants: [member.id], title: 'Visit' });
  const about = await make(md, { patientId: member.id, title: 'Case round', participants: [nurse.id] });
  await make(md, { title: 'Something else' });
  const { body } = await call<{ path: string }>('POST', `${base}/users/${member.id}/subscription`, member, {});
  const files = (await calendar.personalData?.exportOf?.({ tenantId: tenant.id, userId: member.id })) ?? [];
  const events = (await contentOf(files.find(({ name }) => name === 'calendar.json'))) as { id: string }[];
  expect(new Map(events.map((one) => [one.id, one]))).toEqual(
    new Map([
      [taken.id, expect.objectContaining({ title: 'Visit', isOwner: false, isAboutYou: false, takesPart: true })],
      [about.id, expect.objectContaining({ title: 'Case round', isOwner: false, isAboutYou: true, takesPart: false })],
    ]),
  );
  const addresses = await contentOf(files.find(({ name }) => name === 'calendar-addresses.json'));
  expect(addresses).toEqual([{ createdAt: expect.any(String), showTitles: false, lastReadAt: null, revokedAt: null }]);
  expect(JSON.stringify(addresses)).not.toContain(body.path.slice(-36, -4));
});

test('an erasure takes address, reminders and mails at once, and with the record every trace in others’ calendars', async () => {
  const { tenant, md, nurse, member } = await clinic();
  const person = { tenantId: tenant.id, userId: member.id };
  const visit = await make(md, {
    participants: [member.id, nurse.id],
    title: 'Visit of the member',
    description: 'Private',
    notifyBefore: 10,
  });
  const slot = await make(md, { type: 'APPOINTMENT_SLOT', title: 'Consultation', date: inMinutes(200) });
  await book(member, slot.id);
  const other = await make(md, { title: 'Something else' });
  const { body: address } = await call<{ path: string }>('POST', `${base}/users/${member.id}/subscription`, member, {});
  await calendar.personalData?.erase?.(person, 'contact');
  expect((await call('GET', address.path, null)).status).toBe(404);
  mails.sent.length = 0;
  await makeDue(visit.id);
  await calendar.jobs.run(tenant.id);
  expect(mails.sent.map(({ to }) => to).sort()).toEqual([md.email, nurse.email].sort());
  expect((await list(md)).body).toHaveLength(3);
  for (let time = 0; time < 2; time += 1) await calendar.personalData?.erase?.(person, 'record');
  const left = (await list(md)).body;
  expect(new Map(left.map(({ id, title, participants }) => [id, [title, participants]]))).toEqual(
    new Map([
      [visit.id, ['Appointment', [nurse.id]]],
      [slot.id, ['Appointment', []]],
      [other.id, ['Something else', []]],
    ]),
  );
  const rows = await harness.asOwner(
    `select 1 from vigil.calendar_events e where tenant_id = $1 and e::text like '%' || $2 || '%'
     union all select 1 from vigil.calendar_participants p where tenant_id = $1 and p::text like '%' || $2 || '%'`,
    [tenant.id, member.id],
  );
  expect([rows, left.some(({ description }) => description === 'Private')]).toEqual([[], false]);
});

test('an erased owner leaves nothing in anybody’s calendar', async () => {
  const { tenant, md, nurse } = await clinic();
  await make(md, { participants: [nurse.id] });
  await calendar.personalData?.erase?.({ tenantId: tenant.id, userId: md.id }, 'record');
  expect((await list(nurse)).body).toEqual([]);
});
