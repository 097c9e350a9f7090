import type { OnCallRota } from '@vigil/contract/alerts-on-call.contract';
import { expect, test } from 'vitest';
import { onCallFrom, weekOfRole } from './week-of-role.ts';

const berlin = 'Europe/Berlin';
/** A Wednesday, noon in Berlin. */
const now = Date.parse('2026-06-10T10:00:00Z');
const rotaOf = (over: Partial<OnCallRota> = {}): OnCallRota => ({
  ...{ role: 'nurse', version: 1, timeZone: berlin, covers: [] },
  shifts: [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) => [
    { weekday, from: '07:00', to: '19:00', staffId: 'day' },
    { weekday, from: '19:00', to: '07:00', staffId: 'night' },
  ]),
  ...over,
});
const cover = (from: string, until: string): OnCallRota['covers'][number] => ({
  ...{ id: 'c', role: 'nurse', kind: 'override', staffId: 'cover', saidBy: 'md', saidAt: now },
  ...{ from: Date.parse(from), until: Date.parse(until) },
});
const told = (rota: OnCallRota, zone = berlin, weeks = 0) =>
  weekOfRole(rota, zone, now, weeks).map(({ spans }) =>
    spans.map(({ userIds, from, until }) => `${userIds.join() || 'nobody'} ${clock(from, zone)}-${clock(until, zone)}`),
  );
const clock = (ms: number, zone: string) =>
  new Date(ms).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: zone });

test('of today it tells what goes on and is to come, of each later day what begins on it', () => {
  const days = told(rotaOf());
  expect(days).toHaveLength(7);
  expect(days[0]).toEqual(['day 12:00-19:00', 'night 19:00-07:00']);
  expect(days[6]).toEqual(['day 07:00-19:00', 'night 19:00-07:00']);
});

test('a later week begins with the night that reaches into it', () =>
  expect(told(rotaOf(), berlin, 1)[0]).toEqual(['night 00:00-07:00', 'day 07:00-19:00', 'night 19:00-07:00']));

test('what lasts longer than a day stands on each of its days, covers and times with nobody alike', () => {
  const covered = told(rotaOf({ covers: [cover('2026-06-11T10:00:00Z', '2026-06-13T10:00:00Z')] }));
  expect(covered.slice(1, 4)).toEqual([
    ['day 07:00-12:00', 'cover 12:00-00:00'],
    ['cover 00:00-00:00'],
    ['cover 00:00-12:00', 'day 12:00-19:00', 'night 19:00-07:00'],
  ]);
  expect(told(rotaOf({ version: 0, timeZone: null, shifts: [] })).slice(0, 2)).toEqual([['nobody 12:00-00:00'], ['nobody 00:00-00:00']]);
});

test('the same week by another clock stands on that clock’s days', () => {
  const [first, second] = told(rotaOf(), 'America/New_York');
  expect(first).toEqual(['day 06:00-13:00', 'night 13:00-01:00']);
  expect(second).toEqual(['day 01:00-13:00', 'night 13:00-01:00']);
});

test('who comes next is told from the moment at which it changes', () => {
  const change = Date.parse('2026-06-10T17:00:00Z');
  expect(onCallFrom(rotaOf(), change)).toMatchObject({ userIds: ['night'], until: Date.parse('2026-06-11T05:00:00Z') });
  expect(onCallFrom(rotaOf({ shifts: [] }), change)).toEqual({ userIds: [], source: 'nobody', until: null });
  const later = rotaOf({ shifts: [], covers: [cover('2026-06-30T07:00', '2026-06-30T19:00')] });
  expect(onCallFrom(later, change)).toMatchObject({ source: 'nobody', until: later.covers[0]?.from });
});
