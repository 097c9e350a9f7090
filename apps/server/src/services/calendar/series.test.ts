import type { CalendarEvent } from '@vigil/contract/calendar.contract';
import { afterAll, describe, expect, test } from 'vitest';
import { startCalendar } from './testing/calendar-server.ts';

const server = await startCalendar();
const { harness, staff, make, put, remove, restore, list, post } = server;
afterAll(() => server.stop());

const berlin = 'Europe/Berlin';
const dayMs = 86_400_000;
/** The Monday of the week before the clocks go back in Berlin, at nine on the wall; well ahead of today. */
const year = new Date().getUTCFullYear() + 1;
const lastSunday = 31 - ((new Date(Date.UTC(year, 9, 31)).getUTCDay() + 7) % 7);
const monday = Date.UTC(year, 9, lastSunday - 6, 7);
const span = { from: monday - dayMs, until: monday + 60 * dayMs };
const weekly = { frequency: 'WEEKLY', interval: 1, count: 4 };

async function clinic() {
  const tenant = await harness.createTenant();
  const [md, nurse] = await Promise.all([staff(tenant, 'md'), staff(tenant, 'nurse')]);
  return { md, nurse };
}
const own = async (who: Parameters<typeof list>[0]) => (await list(who, who, '', span)).body;
const onTheWall = ({ date, timeZone }: CalendarEvent) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(date);
const days = (events: readonly CalendarEvent[]) => events.map(({ date }) => Math.floor((date - monday + dayMs / 2) / dayMs));
const series = async (over: object = {}) => {
  const people = await clinic();
  const first = await make(people.md, { date: monday, timeZone: berlin, recurrence: weekly, participants: [people.nurse.id], ...over });
  return { ...people, first, all: await own(people.md) };
};

describe('an event that repeats', () => {
  test('is as many events of their own, each at the same time on the owner’s wall, over the change of the clocks', async () => {
    const { all, first } = await series();
    expect(all.map((one) => onTheWall(one).slice(11))).toEqual(['09:00', '09:00', '09:00', '09:00']);
    expect((all[1]?.date ?? 0) - monday).toBe(7 * dayMs + 3_600_000);
    expect(new Set(all.map(({ id }) => id)).size).toBe(4);
    expect(new Set(all.map(({ seriesId }) => seriesId))).toEqual(new Set([first.seriesId]));
    expect(all.every(({ recurrence, version }) => recurrence?.count === 4 && version === 1)).toBe(true);
  });

  test('is no more than a year of days', async () => {
    const { md } = await clinic();
    expect((await post(md, { recurrence: { frequency: 'DAILY', count: 366 } })).status).toBe(200);
    expect((await post(md, { recurrence: { frequency: 'MONTHLY', interval: 99, count: 2 } })).body.error.code).toBe('invalid_input');
  });

  test('of which some were put into another zone is changed in its length and each stays in its own', async () => {
    const { md, first, all } = await series();
    const third = all[2] as CalendarEvent;
    expect((await put(md, third, { timeZone: 'America/New_York', scope: 'following' })).status).toBe(200);
    expect((await put(md, first, { durationMinutes: 45, scope: 'all' })).status).toBe(200);
    const changed = await own(md);
    expect(changed.map(({ durationMinutes }) => durationMinutes)).toEqual([45, 45, 45, 45]);
    expect(changed.map(({ timeZone }) => timeZone)).toEqual([berlin, berlin, 'America/New_York', 'America/New_York']);
  });

  test('in the hour that the clocks skip comes later on that day alone, and in the one that comes twice at the first', async () => {
    const { md } = await clinic();
    const [spring, autumn] = ['2027-03-27T01:30:00Z', '2027-10-30T00:30:00Z'].map((iso) => Date.parse(iso)) as [number, number];
    const daily = { frequency: 'DAILY', count: 3 };
    for (const date of [spring, autumn]) await make(md, { date, timeZone: berlin, recurrence: daily });
    const of = async (from: number) =>
      (await list(md, md, '', { from, until: from + 4 * dayMs })).body.map((one) => new Date(one.date).toISOString());
    expect(await of(spring)).toEqual(['2027-03-27T01:30:00.000Z', '2027-03-28T01:30:00.000Z', '2027-03-29T00:30:00.000Z']);
    expect(await of(autumn)).toEqual(['2027-10-30T00:30:00.000Z', '2027-10-31T00:30:00.000Z', '2027-11-01T01:30:00.000Z']);
  });
});

describe('a change of one that repeats', () => {
  const hourLater = ({ date }: CalendarEvent) => ({ date: date + 3_600_000 });
  const walls = async (who: Parameters<typeof list>[0]) => (await own(who)).map((one) => onTheWall(one).slice(11));

  test.each<[string, string[]]>([
    ['this', ['09:00', '10:00', '09:00', '09:00']],
    ['following', ['09:00', '10:00', '10:00', '10:00']],
    ['all', ['10:00', '10:00', '10:00', '10:00']],
  ])('%s moves those, by the clock on the wall, for everybody', async (scope, expected) => {
    const { md, nurse, all } = await series();
    const second = all[1] as CalendarEvent;
    expect((await put(md, second, { ...hourLater(second), scope })).status).toBe(200);
    expect(await walls(md)).toEqual(expected);
    expect(await walls(nurse)).toEqual(expected);
  });

  test('to another day moves each by as many days; one that was moved alone stays, and is renamed with all', async () => {
    const { md, all } = await series();
    const [first, second, third] = [0, 1, 2].map((index) => all[index]) as [CalendarEvent, CalendarEvent, CalendarEvent];
    await put(md, second, { date: second.date + 3 * dayMs });
    await put(md, third, { date: third.date + dayMs, title: 'Tuesdays', scope: 'all' });
    const moved = await own(md);
    expect(days(moved)).toEqual([1, 10, 15, 22]);
    expect(moved.map(({ title }) => title)).toEqual(Array(4).fill('Tuesdays'));
    expect(moved[0]?.id).toBe(first.id);
  });

  test('of who is invited goes to those it is about', async () => {
    const { md, nurse, all } = await series();
    await put(md, all[2] as CalendarEvent, { participants: [], scope: 'following' });
    expect(days(await own(nurse))).toEqual([0, 7]);
    expect(days(await own(md))).toEqual([0, 7, 14, 21]);
  });

  test('of how it repeats holds from one event on', async () => {
    const { md, nurse, all } = await series();
    const third = all[2] as CalendarEvent;
    const recurrence = { frequency: 'DAILY', interval: 1, count: 3 };
    expect((await put(md, third, { recurrence, scope: 'all' })).body.error.fields).toEqual([
      { field: 'scope', message: 'Has to be following' },
    ]);
    const { body } = await put(md, third, { recurrence, scope: 'following' });
    expect(body.id).toBe(third.id);
    expect(days(await own(md))).toEqual([0, 7, 14, 15, 16]);
    expect(days(await own(nurse))).toEqual([0, 7, 14, 15, 16]);
    await put(md, (await own(md))[3] as CalendarEvent, { recurrence: null, scope: 'following' });
    expect(days(await own(md))).toEqual([0, 7, 14, 15]);
  });

  test('of one that did not repeat makes it repeat', async () => {
    const { md } = await clinic();
    const one = await make(md, { date: monday, timeZone: berlin });
    await put(md, one, { recurrence: weekly });
    expect(days(await own(md))).toEqual([0, 7, 14, 21]);
  });
});

describe('deleting one that repeats', () => {
  test.each<[string, number[]]>([
    ['this', [0, 14, 21]],
    ['following', [0]],
    ['all', []],
  ])('%s takes those away together, and brings them back together', async (scope, left) => {
    const { md, nurse, all } = await series();
    const second = all[1] as CalendarEvent;
    const { body } = await remove(md, second.id, scope);
    expect(body.deleted).toHaveLength(4 - left.length);
    expect([days(await own(md)), days(await own(nurse))]).toEqual([left, left]);
    expect((await restore(md, second.id)).body.restored).toHaveLength(4 - left.length);
    expect(days(await own(nurse))).toEqual([0, 7, 14, 21]);
  });

  test('by a participant is leaving those', async () => {
    const { md, nurse, all } = await series();
    await remove(nurse, all[1]?.id ?? '', 'following');
    expect([days(await own(nurse)), days(await own(md))]).toEqual([[0], [0, 7, 14, 21]]);
    // Whoever has left one stays away when the owner changes all.
    await put(md, all[0] as CalendarEvent, { title: 'Renamed', scope: 'all' });
    expect(days(await own(nurse))).toEqual([0]);
  });
});

test('changes, deletions and read marks of the same series at the same time wait for each other, and none fails', async () => {
  const { md, nurse, all } = await series({ recurrence: { frequency: 'DAILY', count: 40 } });
  const ids = all.map(({ id }) => id);
  const marked = (eventIds: readonly string[]) =>
    server.call('PUT', `${server.base}/users/${nurse.id}/events/read`, nurse, { eventIds, clicked: true });
  const first = all[0] as CalendarEvent;
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, round) => [
      put(md, { ...first, version: round + 1 }, { title: `Round ${round}`, scope: 'all' }),
      marked(ids.toReversed()),
      marked(ids),
      remove(md, ids[20] ?? '', 'following').then(() => restore(md, ids[20] ?? '')),
      server.markBell(nurse, { asOf: Number.MAX_SAFE_INTEGER }),
    ]).flat(),
  );
  expect(answers.map(({ status }) => status).filter((status) => ![200, 404, 409].includes(status))).toEqual([]);
});
