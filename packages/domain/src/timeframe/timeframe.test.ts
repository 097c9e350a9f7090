import { describe, expect, it } from 'vitest';
import type { Granularity } from './granularity.ts';
import { chartRange, chartRanges, dataRange, dataRanges } from './ranges.ts';
import { baselineAt, defaultBaseline, defaultTimeframe, evidenceGranularity, parseTimeframe, timeframeAt } from './timeframe.ts';
import { calendarDaysBetween, hasWholeHours, isTimeZone, memberTimeZone, nextStep, secondsOfDay, startOfStep } from './zone.ts';

const utc = (text: string) => Date.parse(text) / 1000;
const iso = (seconds: number) => new Date(seconds * 1000).toISOString();

describe('ranges of the specification', () => {
  it('charts offer 1, 2, 7, 14, 21 and 28 days', () => expect(chartRanges.map((range) => range.days)).toEqual([1, 2, 7, 14, 21, 28]));
  it.each([
    [1, 1, '1 day', 'HOURLY'],
    [7, 1, '1 day', 'DAILY'],
    [30, 7, '1 week', 'DAILY'],
    [365, 30, '1 month', 'MONTHLY'],
  ])('the data page of %d days moves by %d (%s) and is %s', (days, stepDays, stepLabel, granularity) =>
    expect(dataRange(days)).toEqual({ days, stepDays, stepLabel, granularity }),
  );
  it('knows no other range', () => {
    expect(dataRange(14)).toBeUndefined();
    expect(chartRange(30)).toBeUndefined();
    expect(dataRanges).toHaveLength(4);
  });
});

describe('timeframe strings', () => {
  it.each([
    ['24h', 86_400, 0],
    ['7d', 604_800, 0],
    ['2w', 1_209_600, 0],
    ['1m', 2_592_000, 0],
    ['1y', 31_536_000, 0],
    ['7dS1d', 604_800, 86_400],
    ['24hS2w', 86_400, 1_209_600],
  ])('%s is %d s, shifted by %d s', (text, lengthSeconds, shiftSeconds) =>
    expect(parseTimeframe(text)).toEqual({ lengthSeconds, shiftSeconds }),
  );

  it.each(['', '24', 'h', '24s', '7d S1d', '7dS', 'S1d', '7ds1d', '-1d', '1.5d', '0h', '7D'])('"%s" is none', (text) =>
    expect(parseTimeframe(text)).toBeNull(),
  );

  it('means the interval that ends a shift before the moment', () => {
    expect(timeframeAt({ lengthSeconds: 604_800, shiftSeconds: 86_400 }, 1_000_000)).toEqual({ fromSeconds: 308_800, toSeconds: 913_600 });
  });

  it.each([
    ['24h', '7d', -604_800 - 86_400, -86_400],
    ['24hS1d', '7d', -604_800 - 172_800, -172_800],
    ['24h', '7dS2d', -604_800 - 172_800, -172_800],
    ['24h', '7dS1h', -604_800 - 3_600, -3_600],
  ])('%s against %s: the baseline is from %d to %d s', (timeframe, baseline, from, to) => {
    const [of, against] = [parseTimeframe(timeframe), parseTimeframe(baseline)];
    expect(of && against && baselineAt(against, of, 10_000_000)).toEqual({ fromSeconds: 10_000_000 + from, toSeconds: 10_000_000 + to });
  });

  it('defaults to a day against a week', () => {
    expect(parseTimeframe(defaultTimeframe)?.lengthSeconds).toBe(86_400);
    expect(parseTimeframe(defaultBaseline)?.lengthSeconds).toBe(604_800);
  });

  it.each([
    ['24h', 'HOURLY'],
    ['25h', 'DAILY'],
    ['7d', 'DAILY'],
    ['2w', 'DAILY'],
  ])('evidence over %s is shown %s', (text, granularity) =>
    expect(evidenceGranularity(parseTimeframe(text) ?? { lengthSeconds: 0, shiftSeconds: 0 })).toBe(granularity),
  );
});

describe('steps of a zone', () => {
  it.each<[string, string, Granularity, string, string, string]>([
    ['an hour', '2026-03-08T10:59:59Z', 'HOURLY', 'America/Los_Angeles', '2026-03-08T10:00:00Z', '2026-03-08T11:00:00Z'],
    ['an hour of a half-hour zone', '2026-03-08T10:29:59Z', 'HOURLY', 'Asia/Kolkata', '2026-03-08T09:30:00Z', '2026-03-08T10:30:00Z'],
    ['a day', '2026-01-15T07:59:59Z', 'DAILY', 'America/Los_Angeles', '2026-01-14T08:00:00Z', '2026-01-15T08:00:00Z'],
    ['the day that loses an hour', '2026-03-08T20:00:00Z', 'DAILY', 'America/Los_Angeles', '2026-03-08T08:00:00Z', '2026-03-09T07:00:00Z'],
    ['the day that gains an hour', '2026-11-01T20:00:00Z', 'DAILY', 'America/Los_Angeles', '2026-11-01T07:00:00Z', '2026-11-02T08:00:00Z'],
    [
      'a day whose midnight does not exist',
      '2026-09-06T12:00:00Z',
      'DAILY',
      'America/Santiago',
      '2026-09-06T04:00:00Z',
      '2026-09-07T03:00:00Z',
    ],
    ['a week from Monday', '2026-03-08T20:00:00Z', 'WEEKLY', 'America/Los_Angeles', '2026-03-02T08:00:00Z', '2026-03-09T07:00:00Z'],
    ['a Monday itself', '2026-03-09T07:00:00Z', 'WEEKLY', 'America/Los_Angeles', '2026-03-09T07:00:00Z', '2026-03-16T07:00:00Z'],
    ['a month over the change', '2026-03-20T00:00:00Z', 'MONTHLY', 'Europe/Berlin', '2026-02-28T23:00:00Z', '2026-03-31T22:00:00Z'],
    ['December', '2026-12-31T23:30:00Z', 'MONTHLY', 'UTC', '2026-12-01T00:00:00Z', '2027-01-01T00:00:00Z'],
  ])('%s', (_, moment, granularity, zone, start, end) => {
    const from = startOfStep(utc(moment), granularity, zone);
    expect(iso(from)).toBe(iso(utc(start)));
    expect(iso(nextStep(from, granularity, zone))).toBe(iso(utc(end)));
  });

  it.each([
    ['2026-01-15T12:00:00Z', '2026-01-15T08:00:00Z', 'America/Los_Angeles', 0],
    ['2026-01-15T12:00:00Z', '2026-01-15T07:59:59Z', 'America/Los_Angeles', 1],
  ])('between %s and %s in %3$s lie %4$d calendar days', (later, earlier, zone, days) =>
    expect(calendarDaysBetween(utc(later), utc(earlier), zone)).toBe(days),
  );

  it.each([
    ['America/Los_Angeles', true],
    ['Asia/Kolkata', false],
    ['Asia/Kathmandu', false],
    ['UTC', true],
  ])('%s keeps whole hours: %s', (zone, whole) =>
    expect(hasWholeHours(zone, utc('2026-01-01T00:00:00Z'), utc('2026-07-01T00:00:00Z'))).toBe(whole),
  );

  it('reads the clock on the wall', () =>
    expect(secondsOfDay(utc('2026-07-01T06:30:15Z'), 'Europe/Berlin')).toBe(8 * 3_600 + 30 * 60 + 15));

  it.each([
    [null, 'America/Los_Angeles'],
    [undefined, 'America/Los_Angeles'],
    ['Europe/Berlin', 'Europe/Berlin'],
  ])('a member with zone %s is read in %s', (own, zone) => expect(memberTimeZone(own)).toBe(zone));
});

describe('zones whose clocks are not always whole hours from UTC', () => {
  it.each([
    ['Australia/Lord_Howe', '2018-01-01T00:00:00Z', '2019-01-01T00:00:00Z', false],
    ['Australia/Lord_Howe', '2018-10-15T00:00:00Z', '2019-03-15T00:00:00Z', true],
    ['America/Caracas', '2007-01-01T00:00:00Z', '2017-01-01T00:00:00Z', false],
    ['America/Caracas', '2017-01-01T00:00:00Z', '2026-01-01T00:00:00Z', true],
    ['Asia/Pyongyang', '2015-01-01T00:00:00Z', '2019-01-01T00:00:00Z', false],
    ['America/Los_Angeles', '2006-01-01T00:00:00Z', '2026-01-01T00:00:00Z', true],
    ['Asia/Kolkata', '2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z', false],
  ])('%s from %s to %s: %s', (zone, from, to, whole) => expect(hasWholeHours(zone, utc(from), utc(to))).toBe(whole));
});

describe('names of zones', () => {
  it.each([
    'UTC',
    'GMT',
    'Europe/Berlin',
    'Asia/Kolkata',
    'Asia/Calcutta',
    'US/Pacific',
    'Etc/GMT+5',
    'America/Port-au-Prince',
    'America/Argentina/Ushuaia',
    'Africa/Dar_es_Salaam',
  ])('%s is one', (name) => expect(isTimeZone(name)).toBe(true));
  it.each(['', '+05:30', '+0530', 'europe/berlin', 'EUROPE/BERLIN', 'utc', 'Europe/Nowhere', "Europe/Berlin'", 'Z'])(
    '"%s" is none',
    (name) => expect(isTimeZone(name)).toBe(false),
  );
});
