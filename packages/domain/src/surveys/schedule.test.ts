import { expect, test } from 'vitest';
import { deliveriesBetween, isLastAgain, type SurveySchedule } from './schedule.ts';

const seconds = (text: string) => Date.parse(text) / 1000;
const iso = (at: number) => new Date(at * 1000).toISOString().slice(0, 16);
const schedule = (over: Partial<SurveySchedule>): SurveySchedule => ({
  ...{ kind: 'daily', every: 1, at: '09:00', from: '2026-11-20', until: null },
  ...over,
});

test.each<[string, Partial<SurveySchedule>, string, string, string, string[]]>([
  ['once', { kind: 'once' }, 'UTC', '2026-11-01T00:00Z', '2026-12-31T00:00Z', ['2026-11-20T09:00']],
  ['once, over', { kind: 'once' }, 'UTC', '2026-11-20T09:00Z', '2026-12-31T00:00Z', []],
  ['every day', {}, 'UTC', '2026-11-20T09:00Z', '2026-11-22T09:00Z', ['2026-11-21T09:00', '2026-11-22T09:00']],
  ['by the member’s clock', {}, 'America/Los_Angeles', '2026-11-20T00:00Z', '2026-11-21T00:00Z', ['2026-11-20T17:00']],
  [
    'over the end of summer time it stays at nine',
    { from: '2026-10-31' },
    'America/New_York',
    '2026-10-30T00:00Z',
    '2026-11-02T00:00Z',
    ['2026-10-31T13:00', '2026-11-01T14:00'],
  ],
  [
    'a time that the clocks skip',
    { from: '2026-03-08', at: '02:30' },
    'America/New_York',
    '2026-03-08T00:00Z',
    '2026-03-09T00:00Z',
    ['2026-03-08T07:30'],
  ],
  ['every third day', { every: 3 }, 'UTC', '2026-11-20T10:00Z', '2026-11-27T00:00Z', ['2026-11-23T09:00', '2026-11-26T09:00']],
  [
    'every second week',
    { kind: 'weekly', every: 2 },
    'UTC',
    '2026-11-21T00:00Z',
    '2026-12-19T00:00Z',
    ['2026-12-04T09:00', '2026-12-18T09:00'],
  ],
  [
    'the last day of months',
    { kind: 'monthly', from: '2026-01-31' },
    'UTC',
    '2026-02-01T00:00Z',
    '2026-04-01T00:00Z',
    ['2026-02-28T09:00', '2026-03-31T09:00'],
  ],
  ['until a day, included', { until: '2026-11-21' }, 'UTC', '2026-11-20T10:00Z', '2026-12-01T00:00Z', ['2026-11-21T09:00']],
  ['not before the first day', {}, 'UTC', '2026-11-01T00:00Z', '2026-11-20T08:59Z', []],
])('%s', (_name, over, zone, after, until, expected) => {
  const found = deliveriesBetween(schedule(over), zone, { afterSeconds: seconds(after), untilSeconds: seconds(until), most: 10 });
  expect(found.map(iso)).toEqual(expected);
});

test('of many that are due the last ones, and years later as quickly', () => {
  const asked = { afterSeconds: seconds('2026-11-20T00:00Z'), untilSeconds: seconds('2036-11-20T12:00Z'), most: 3 };
  expect(deliveriesBetween(schedule({ kind: 'monthly' }), 'UTC', asked).map(iso)).toEqual([
    '2036-09-20T09:00',
    '2036-10-20T09:00',
    '2036-11-20T09:00',
  ]);
});

test.each<[string, Partial<SurveySchedule>, string, string, string, boolean]>([
  ['once, from Auckland to Los Angeles', { kind: 'once' }, 'America/Los_Angeles', '2026-11-19T20:00Z', '2026-11-20T17:00Z', true],
  ['a week’s, from Auckland to Los Angeles', { kind: 'weekly' }, 'America/Los_Angeles', '2026-11-19T20:00Z', '2026-11-20T17:00Z', true],
  ['the next week’s', { kind: 'weekly' }, 'America/Los_Angeles', '2026-11-19T20:00Z', '2026-11-27T17:00Z', false],
  ['every second day, from Kiritimati to Pago Pago', { every: 2 }, 'Pacific/Pago_Pago', '2026-11-19T19:00Z', '2026-11-20T20:00Z', true],
  ['every second day, two days on, an hour lost', { every: 2 }, 'America/New_York', '2026-03-07T14:00Z', '2026-03-09T13:00Z', false],
  ['the day’s, from New York to Los Angeles', {}, 'America/Los_Angeles', '2026-11-20T14:00Z', '2026-11-20T17:00Z', true],
  ['the day’s, which was the day before in Los Angeles', {}, 'America/Los_Angeles', '2026-11-19T20:00Z', '2026-11-20T17:00Z', false],
  ['the next day’s, from Los Angeles to Auckland', {}, 'Pacific/Auckland', '2026-11-20T17:00Z', '2026-11-21T20:00Z', false],
])('whoever has moved is asked once: %s', (_name, over, zone, last, at, again) => {
  expect(isLastAgain(schedule(over), zone, seconds(last), seconds(at))).toBe(again);
});
