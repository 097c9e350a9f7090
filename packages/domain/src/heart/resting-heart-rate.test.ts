import { expect, it } from 'vitest';
import { type HeartRateHour, restingHeartRates } from './resting-heart-rate.ts';

const midnight = Date.parse('2026-03-02T00:00:00Z') / 1000;
const hours = (from: number, means: readonly number[], n = 60): HeartRateHour[] =>
  means.map((mean, index) => ({ start: midnight + (from + index) * 3600, n, total: mean * n }));
const day = [60, 58, 55, 57, 61, 70, 80, 90, 85, 80, 75, 70];

it.each<[string, HeartRateHour[], string, { at: number; value: number }[]]>([
  ['is the lowest mean of an hour', hours(0, day), 'UTC', [{ at: midnight + 2 * 3600, value: 55 }]],
  ['is none of a day of which eleven hours are known', hours(0, day.slice(1)), 'UTC', []],
  [
    'does not come from an hour of a few readings',
    [...hours(0, day), ...hours(12, [31], 9)],
    'UTC',
    [{ at: midnight + 2 * 3600, value: 55 }],
  ],
  [
    'goes by the days of the zone',
    hours(0, [...day, ...day.map((one) => one + 5)]),
    'America/Los_Angeles',
    // Eight hours of the day before are not enough; the day has sixteen.
    [{ at: midnight + 14 * 3600, value: 60 }],
  ],
])('resting heart rate %s', (_, given, zone, expected) => expect(restingHeartRates(given, zone)).toEqual(expected));
