import { describe, expect, test } from 'vitest';
import type { MetricId } from '../metrics/catalogue.ts';
import type { TickSource } from '../metrics/counting.ts';
import { complianceOf } from './compliance.ts';
import { type DoseLog, isMedicationDay, makesBandDay } from './days.ts';
import { accountAgeDays, activityWindowDays, complianceWindowDays, windowDays } from './windows.ts';

const daySeconds = 86_400;
const at = (text: string) => Date.parse(text) / 1000;

describe('the age of an account', () => {
  test.each<[string, number | null, number]>([
    ['unknown: 30 days', null, 30],
    ['not a number: 30 days', Number.NaN, 30],
    ['made now: 0', 0, 0],
    ['a second old: a day', 1, 1],
    ['a day old to the second', daySeconds, 1],
    ['a day and a second: two', daySeconds + 1, 2],
    ['a hundred days', 100 * daySeconds, 100],
    ['made by a clock ahead of ours: 0', -3_600, 0],
  ])('%s', (_, ageSeconds, days) => {
    const now = at('2026-06-01T12:00:00Z');
    expect(accountAgeDays(ageSeconds === null ? null : now - ageSeconds, now)).toBe(days);
  });
});

describe('the windows', () => {
  test.each<[age: number, activity: number, compliance: number]>([
    [0, 1, 1],
    [1, 2, 2],
    [5, 6, 6],
    [6, 7, 7],
    [7, 8, 7],
    [26, 27, 7],
    [27, 28, 7],
    [28, 28, 7],
    [30, 28, 7],
    [4_000, 28, 7],
  ])('%d days old: %d days of activities, %d of compliance', (age, activity, compliance) => {
    expect([activityWindowDays(age), complianceWindowDays(age)]).toEqual([activity, compliance]);
  });

  test('are whole calendar days of the member, today the last, over a change of the clocks', () => {
    const days = windowDays(3, at('2026-03-30T00:30:00+02:00'), 'Europe/Berlin');
    expect(days.map(({ date, from, to }) => [date, (to - from) / 3_600])).toEqual([
      ['2026-03-28', 24],
      ['2026-03-29', 23],
      ['2026-03-30', 24],
    ]);
    expect(days[1]?.from).toBe(days[0]?.to);
  });
});

describe('days over total', () => {
  test.each<[string, boolean[], number, number, number | null]>([
    ['none of seven', [false, false, false, false, false, false, false], 7, 0, 0],
    ['all', [true, true], 2, 2, 100],
    ['two of three: 66.7 rounds up', [true, true, false], 3, 2, 67],
    ['one of three: 33.3 rounds down', [true, false, false], 3, 1, 33],
    ['one of eight: 12.5 rounds up', [true, false, false, false, false, false, false, false], 8, 1, 13],
    ['no day was looked at: unknown, and not 0', [], 0, 0, null],
  ])('%s', (_, days, totalDays, complianceDays, compliancePercentage) => {
    expect(complianceOf(days)).toEqual({ totalDays, complianceDays, compliancePercentage });
  });
});

describe('a band day', () => {
  test.each<[string, MetricId, TickSource, boolean]>([
    ['a pulse of the band', 'heart_rate', 'device', true],
    ['sleep of the band', 'sleep_depth', 'device', true],
    ['a pulse that was typed in', 'heart_rate', 'manual', false],
    ['a pulse out of a file', 'heart_rate', 'imported', false],
    ['a scale’s weight', 'weight', 'device', false],
    ['a cuff’s pressure', 'systolic', 'device', false],
    ['steps, which a band on the table counts as 0', 'steps', 'device', false],
    ['the warmth of the table', 'skin_temp', 'device', false],
    ['the band’s own state', 'band_removed', 'device', false],
    ['the band’s battery', 'battery', 'device', false],
  ])('%s: %s from %s is %s', (_, metric, source, is) => expect(makesBandDay({ metric, source })).toBe(is));
});

describe('a medication day', () => {
  const dose = (over: Partial<DoseLog> = {}): DoseLog => ({ title: 'Metoprolol', frequency: '1x per day', isTaken: true, ...over });
  test.each<[string, DoseLog[], boolean]>([
    ['nothing logged', [], false],
    ['one dose of one', [dose()], true],
    ['one dose of two', [dose({ frequency: '2x per day' })], false],
    ['two doses of two', [dose({ frequency: '2x per day' }), dose({ frequency: '2x per day' })], true],
    ['the same by another spelling', [dose({ frequency: '2x per day' }), dose({ title: ' metoprolol ', frequency: '2x per day' })], true],
    ['two medications, one of them short', [dose(), dose({ title: 'Insulin', frequency: '3x per day' })], false],
    ['as needed', [dose({ frequency: 'As needed' })], true],
    ['other', [dose({ frequency: 'Other' })], true],
    ['nobody said how often', [dose({ frequency: null })], true],
    ['said once in the day how often', [dose({ frequency: null }), dose({ frequency: '3x per day' })], false],
    ['one dose left out', [dose(), dose({ title: 'Aspirin', isTaken: false })], false],
    ['more than are due', [dose(), dose()], true],
  ])('%s: %s', (_, doses, is) => expect(isMedicationDay(doses)).toBe(is));
});

test('half a percent is rounded up, though binary numbers hold 23 of 40 days as a hair less', () => {
  const share = (done: number, total: number) => complianceOf(Array.from({ length: total }, (_, day) => day < done)).compliancePercentage;
  expect([share(23, 40), share(57, 200), share(22, 40), share(1, 8)]).toEqual([58, 29, 55, 13]);
});
