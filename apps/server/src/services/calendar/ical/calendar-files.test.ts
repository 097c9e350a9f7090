import { afterAll, describe, expect, test } from 'vitest';
import type { TestUser } from '#testing/harness.ts';
import { watchLoop } from '#testing/held-loop.ts';
import { startCalendar } from '../testing/calendar-server.ts';
import { readICalendar } from '../testing/read-icalendar.ts';
import { calendarFile } from './calendar-file.ts';

const server = await startCalendar();
const { harness, call, base, staff, make, remove } = server;
afterAll(() => server.stop());

const dayMs = 86_400_000;
async function clinic() {
  const tenant = await harness.createTenant();
  const [md, nurse, member] = await Promise.all([
    staff(tenant, 'md'),
    staff(tenant, 'nurse'),
    harness.createUser(tenant, { givenName: 'Zoë', familyName: 'Miller' }),
  ]);
  return { tenant, md, nurse, member };
}
const at = (iso: string) => Date.parse(iso);
const filed = (startsAt: number, timeZone: string, over: object = {}) => ({
  ...{ id: crypto.randomUUID(), title: 'Round' as string | null, type: 'REGULAR' as const, startsAt, durationMinutes: 45, timeZone },
  ...{ version: 1, changedAt: at('2026-01-01T00:00:00Z') },
  ...over,
});

describe('an iCalendar file', () => {
  const mornings = (zone: string, first: string) => Array.from({ length: 400 }, (_, day) => filed(at(first) + day * dayMs, zone));
  test.each([
    ['Europe/Berlin', '2026-06-01T07:00:00Z'],
    ['America/New_York', '2026-06-01T13:00:00Z'],
    ['Australia/Lord_Howe', '2026-06-01T22:30:00Z'],
    ['Asia/Kolkata', '2026-06-01T03:30:00Z'],
    ['America/Sao_Paulo', '2026-06-01T12:00:00Z'],
  ])('is read at the right moment in %s on each of 400 days, by the rules that stand in it', async (zone, first) => {
    const events = mornings(zone, first);
    const read = readICalendar(await calendarFile(events));
    expect(read.map(({ start, end }) => [start, end])).toEqual(events.map(({ startsAt }) => [startsAt, startsAt + 45 * 60_000]));
    expect(read.filter(({ zone: named }) => named === zone).length).toBeGreaterThan(395);
  });

  test.each([
    ['in the hour that comes twice, the first', '2026-10-25T00:30:00Z'],
    ['in the hour that comes twice, the second', '2026-10-25T01:30:00Z'],
    ['just before the clocks go forward', '2026-03-29T00:59:00Z'],
    ['just after', '2026-03-29T01:00:00Z'],
    ['in a year whose rules were others', '1975-07-01T10:00:00Z'],
    ['in another century', '2099-07-01T10:00:00Z'],
  ])('is read at the right moment %s', async (_, iso) => {
    const [read] = readICalendar(await calendarFile([filed(at(iso), 'Europe/Berlin')]));
    expect(read?.start).toBe(at(iso));
  });

  test('stands in UTC where the zone is one that other calendars do not know', async () => {
    const [read] = readICalendar(await calendarFile([filed(at('2026-06-01T07:00:00Z'), 'Etc/Unknown')]));
    expect([read?.start, read?.zone]).toEqual([at('2026-06-01T07:00:00Z'), null]);
  });

  test('has lines of 75 bytes at most that end with CRLF, whatever stands in a title', async () => {
    const title = `Semicolon; comma, backslash \\ quote " and ${'déjà vu 🙂 '.repeat(15)}`.trim();
    const text = await calendarFile([filed(at('2026-06-01T07:00:00Z'), 'Europe/Berlin', { title })]);
    expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    const [read] = readICalendar(text);
    expect(read?.summary.replaceAll(/\\(.)/g, '$1')).toBe(title);
  });

  test('names each zone once, and a line break in a title begins no property', async () => {
    const text = await calendarFile([
      filed(at('2026-06-01T07:00:00Z'), 'Europe/Berlin', { title: 'One\r\nATTENDEE:mailto:x@y' }),
      filed(at('2026-06-02T07:00:00Z'), 'Europe/Berlin'),
    ]);
    expect(text.match(/BEGIN:VTIMEZONE/g)).toHaveLength(1);
    expect(text).not.toMatch(/^ATTENDEE/m);
  });

  test.each(['Round\rATTENDEE:x', 'Round\u0007', 'Round\u0085x', 'Round\u2028x', 'Round\u000bx'])('%j is one line in it', async (title) => {
    const text = await calendarFile([filed(at('2026-06-01T07:00:00Z'), 'Europe/Berlin', { title })]);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\p{Cc}\u2028]/u);
    expect(readICalendar(text)[0]?.summary).toMatch(/^Round( |$)/);
  });

  test('of thousands of events holds nobody up while it is written', async () => {
    const events = Array.from({ length: 2_000 }, (_, hour) => filed(at('2026-06-01T07:00:00Z') + hour * 3_600_000, 'Europe/Berlin'));
    const { result, longestHoldMs } = await watchLoop(() => calendarFile(events));
    expect(result.match(/BEGIN:VEVENT/g)).toHaveLength(2_000);
    expect(longestHoldMs).toBeLessThan(100);
  });

  test('of nobody’s calendar is one all the same', async () => expect(readICalendar(await calendarFile([]))).toEqual([]));
});

const year = new Date().getUTCFullYear() + 1;
const soon = Math.floor(Date.now() / 60_000) * 60_000 + 3 * dayMs;
const fileOf = (who: TestUser, path: string) => call<string>('GET', `${base}/users/${who.id}/${path}`, who);
const span = `startDate=${Date.now() - dayMs}&endDate=${Date.now() + 300 * dayMs}`;

describe('an exported calendar', () => {
  test('holds one event, or a span with all that repeats in it, of one’s own calendar alone', async () => {
    const { md, nurse } = await clinic();
    const made = await make(md, { date: soon, recurrence: { frequency: 'WEEKLY', count: 5 }, timeZone: 'Europe/Berlin' });
    const other = await make(nurse, { date: soon });
    const one = await fileOf(md, `events/${made.id}/ics`);
    expect(readICalendar(one.text)).toMatchObject([{ uid: `${made.id}@vigil`, start: made.date, summary: 'Ward round' }]);
    expect(readICalendar((await fileOf(md, `ics?${span}`)).text)).toHaveLength(5);
    expect(readICalendar((await fileOf(md, `ics?${span}&titles=false`)).text).map(({ summary }) => summary)).toEqual(Array(5).fill('Busy'));
    expect((await fileOf(md, `events/${other.id}/ics`)).status).toBe(404);
    expect((await call('GET', `${base}/users/${nurse.id}/ics?${span}`, md)).status).toBe(403);
    expect((await fileOf(md, `ics?startDate=0&endDate=${Date.UTC(year, 0)}`)).status).toBe(400);
  });

  test('never names a member who takes part or whom it is about, nor describes anything', async () => {
    const { md, member } = await clinic();
    for (const over of [
      { title: 'Visit of ZOE', participants: [member.id] },
      { title: 'Miller, blood pressure', patientId: member.id },
      { title: 'Rounds', participants: [member.id], description: 'About Zoë Miller' },
    ])
      await make(md, { date: soon, ...over });
    const { text } = await fileOf(md, `ics?${span}`);
    expect(
      readICalendar(text)
        .map(({ summary }) => summary)
        .sort(),
    ).toEqual(['Appointment', 'Appointment', 'Rounds']);
    expect(text.normalize('NFD')).not.toMatch(/zoe|miller|blood|DESCRIPTION|ATTENDEE/i);
  });
});

describe('a subscription', () => {
  interface Made {
    readonly path: string;
    readonly showTitles: boolean;
  }
  const address = (who: TestUser) => `${base}/users/${who.id}/subscription`;
  const subscribe = async (who: TestUser, body = {}) => (await call<Made>('POST', address(who), who, body)).body;
  const read = (path: string) => call<string>('GET', path, null);

  test('is read by whoever has the secret, without signing in, and says "Busy" unless its owner allows titles', async () => {
    const { md, member } = await clinic();
    const date = soon;
    await make(md, { date, timeZone: 'America/New_York', title: 'Visit of Zoë', participants: [member.id] });
    const closed = await subscribe(md);
    expect(closed.path).toMatch(/^\/calendar\/api\/v1\/subscriptions\/[0-9a-f]{32}\.ics$/);
    const { status, text } = await read(closed.path);
    expect([status, readICalendar(text)]).toMatchObject([200, [{ start: date, summary: 'Busy' }]]);
    await make(md, { date: date + dayMs, title: 'Team meeting' });
    const open = await subscribe(md, { showTitles: true });
    expect(readICalendar((await read(open.path)).text).map(({ summary }) => summary)).toEqual(['Appointment', 'Team meeting']);
    expect((await call('GET', address(md), md)).body).toMatchObject({ showTitles: true, lastReadAt: expect.any(Number) });
  });

  test('is gone once it is revoked, replaced, or its owner has left; and was never there by another secret', async () => {
    const { md } = await clinic();
    const first = await subscribe(md);
    const second = await subscribe(md);
    expect((await read(first.path)).status).toBe(410);
    expect((await read(second.path)).status).toBe(200);
    await harness.asOwner('update vigil.users set deactivated_at = now() where id = $1', [md.id]);
    expect((await read(second.path)).status).toBe(410);
    await harness.asOwner('update vigil.users set deactivated_at = null where id = $1', [md.id]);
    expect((await call('DELETE', address(md), md)).body).toEqual({ revoked: true });
    expect([(await read(second.path)).status, (await read(second.path)).body.error.code]).toEqual([410, 'gone']);
    expect((await call('DELETE', address(md), md)).body).toEqual({ revoked: false });
    expect((await call('GET', address(md), md)).body).toBeNull();
    for (const file of [`${'0'.repeat(32)}.ics`, 'x.ics', `${second.path.split('/').at(-1)?.slice(0, -4)}`])
      expect((await read(`${base}/subscriptions/${file}`)).status).toBe(404);
  });

  test('is one however many are made at once, one’s own, and its secret is kept nowhere', async () => {
    const { md, nurse, member } = await clinic();
    const made = await Promise.all(Array.from({ length: 5 }, () => subscribe(md)));
    const statuses = await Promise.all(made.map(async ({ path }) => (await read(path)).status));
    expect(statuses.sort()).toEqual([200, 410, 410, 410, 410]);
    expect((await call('POST', address(md), nurse, {})).status).toBe(403);
    const rows = await harness.asOwner('select * from vigil.calendar_subscriptions where user_id = $1', [md.id]);
    for (const { path } of made) expect(JSON.stringify(rows)).not.toContain(path.slice(-36, -4));
    const own = await subscribe(member);
    const event = await make(md, { date: soon, participants: [member.id] });
    expect(readICalendar((await read(own.path)).text)).toHaveLength(1);
    await remove(md, event.id);
    expect(readICalendar((await read(own.path)).text)).toHaveLength(0);
  });
});
