import { describe, expect, test } from 'vitest';
import { movedAlike, occurrencesOf, type RecurrenceRule, wallMove } from './recurrence.ts';

const limits = { most: 366, days: 731 };
const at = (iso: string) => Date.parse(iso);
const shown = (firstIso: string, zone: string, rule: RecurrenceRule) =>
  occurrencesOf(at(firstIso), zone, rule, limits)?.map((ms) => new Date(ms).toISOString().replace('.000Z', 'Z'));

describe('what repeats begins at the same time by the clock on the wall', () => {
  test.each<[string, string, string, RecurrenceRule, string[]]>([
    [
      'each day over the change to summer time',
      '2026-03-28T08:00:00Z',
      'Europe/Berlin',
      { frequency: 'DAILY', interval: 1, count: 3 },
      ['2026-03-28T08:00:00Z', '2026-03-29T07:00:00Z', '2026-03-30T07:00:00Z'],
    ],
    [
      'in the hour that is skipped: with the offset before, and the day after again as ever',
      '2026-03-28T01:30:00Z',
      'Europe/Berlin',
      { frequency: 'DAILY', interval: 1, count: 3 },
      ['2026-03-28T01:30:00Z', '2026-03-29T01:30:00Z', '2026-03-30T00:30:00Z'],
    ],
    [
      'in the hour that comes twice: the first of them',
      '2026-10-24T00:30:00Z',
      'Europe/Berlin',
      { frequency: 'DAILY', interval: 1, count: 3 },
      ['2026-10-24T00:30:00Z', '2026-10-25T00:30:00Z', '2026-10-26T01:30:00Z'],
    ],
    [
      'the first stays as it was given, also in the second of two hours',
      '2026-10-25T01:30:00Z',
      'Europe/Berlin',
      { frequency: 'DAILY', interval: 1, count: 2 },
      ['2026-10-25T01:30:00Z', '2026-10-26T01:30:00Z'],
    ],
    [
      'on weekdays of every second week, in New York',
      '2026-10-28T13:00:00Z',
      'America/New_York',
      { frequency: 'WEEKLY', interval: 2, weekdays: [1, 3], count: 4 },
      ['2026-10-28T13:00:00Z', '2026-11-09T14:00:00Z', '2026-11-11T14:00:00Z', '2026-11-23T14:00:00Z'],
    ],
    [
      'monthly, but for months that do not have the day',
      '2026-01-31T09:00:00Z',
      'UTC',
      { frequency: 'MONTHLY', interval: 1, count: 3 },
      ['2026-01-31T09:00:00Z', '2026-03-31T09:00:00Z', '2026-05-31T09:00:00Z'],
    ],
    [
      'until a moment, which is included',
      '2026-06-01T09:00:00Z',
      'UTC',
      { frequency: 'WEEKLY', interval: 1, until: at('2026-06-15T09:00:00Z') },
      ['2026-06-01T09:00:00Z', '2026-06-08T09:00:00Z', '2026-06-15T09:00:00Z'],
    ],
    [
      'on Lord Howe, where the clocks change by half an hour',
      '2026-04-03T22:00:00Z',
      'Australia/Lord_Howe',
      { frequency: 'DAILY', interval: 1, count: 3 },
      ['2026-04-03T22:00:00Z', '2026-04-04T22:30:00Z', '2026-04-05T22:30:00Z'],
    ],
  ])('%s', (_, first, zone, rule, expected) => expect(shown(first, zone, rule)).toEqual(expected));

  test.each<[string, RecurrenceRule]>([
    ['more than there may be', { frequency: 'DAILY', interval: 1, count: 367 }],
    ['further ahead than it may reach', { frequency: 'MONTHLY', interval: 12, count: 4 }],
    ['until a moment too far away', { frequency: 'WEEKLY', interval: 99, until: at('2200-01-01T00:00:00Z') }],
  ])('%s is none at all', (_, rule) => expect(occurrencesOf(at('2026-01-01T09:00:00Z'), 'UTC', rule, limits)).toBeNull());

  test('a year of days is as much as there may be', () => {
    expect(shown('2026-01-01T09:00:00Z', 'UTC', { frequency: 'DAILY', interval: 1, count: 366 })).toHaveLength(366);
  });
});

test('others are moved by the clock on the wall as one is, each on its own day', () => {
  const berlin = 'Europe/Berlin';
  const move = wallMove(at('2026-03-26T08:00:00Z'), berlin, at('2026-03-27T09:15:00Z'), berlin);
  const moved = ['2026-03-27T08:00:00Z', '2026-03-28T08:00:00Z'].map((iso) => new Date(movedAlike(at(iso), berlin, move)).toISOString());
  expect(moved).toEqual(['2026-03-28T09:15:00.000Z', '2026-03-29T08:15:00.000Z']);
});
