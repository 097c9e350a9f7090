import { mostShifts } from '@vigil/contract/alerts-on-call.values';
import { expect, test } from 'vitest';
import { faultKey, faultsOf, gapsOf, isSameWeek, keyOfField, linesOf, type RotaLine, shiftsOf } from './rota-lines.ts';

const line = (over: Partial<RotaLine> = {}): RotaLine => ({
  ...{ id: 'a', weekdays: [1, 2, 3, 4, 5], from: '07:00', to: '19:00', staffId: 'ann' },
  ...over,
});
const nights = line({ id: 'b', from: '19:00', to: '07:00', staffId: 'bob' });

test('shifts that differ in nothing but the day are one line, and become the same shifts again', () => {
  const shifts = shiftsOf([line(), nights]);
  expect(linesOf(shifts).map(({ weekdays, from, staffId }) => [weekdays, from, staffId])).toEqual([
    [[1, 2, 3, 4, 5], '07:00', 'ann'],
    [[1, 2, 3, 4, 5], '19:00', 'bob'],
  ]);
  expect(shiftsOf(linesOf(shifts))).toEqual(shifts);
});

test.each<[string, Partial<RotaLine>, string, string]>([
  ['no day', { weekdays: [] }, 'weekdays', 'days'],
  ['no beginning', { from: '' }, 'from', 'time'],
  ['no end', { to: '' }, 'to', 'time'],
  ['nobody', { staffId: '' }, 'staffId', 'person'],
])('a line with %s is told beside its field', (_, over, field, fault) =>
  expect([...faultsOf([line(over)])]).toEqual([[faultKey('a', field as 'from'), fault]]),
);

test('more shifts than a week has are told at the last line', () => {
  const many = Array.from({ length: Math.ceil((mostShifts + 1) / 5) }, (_, index) => line({ id: String(index) }));
  expect([...faultsOf(many).values()]).toEqual(['most']);
  expect(faultsOf(many.slice(1)).size).toBe(0);
});

test('what the server says of a shift stands at its line', () => {
  const lines = [line({ weekdays: [1, 3] }), nights];
  expect(keyOfField(lines, 'shifts.1.staffId')).toBe(faultKey('a', 'staffId'));
  expect(keyOfField(lines, 'shifts.2.staffId')).toBe(faultKey('b', 'staffId'));
  expect(keyOfField(lines, 'shifts.9.staffId')).toBeNull();
  expect(keyOfField(lines, 'timeZone')).toBeNull();
});

test('two weeks are the same whatever the order of their lines, and not in another zone', () => {
  const week = { timeZone: 'Europe/Berlin', lines: [line(), nights] };
  expect(isSameWeek(week, { ...week, lines: [nights, line()] })).toBe(true);
  expect(isSameWeek(week, { ...week, timeZone: 'Europe/Paris' })).toBe(false);
  expect(isSameWeek(week, { ...week, lines: [line({ to: '18:00' }), nights] })).toBe(false);
});

test('the gaps of a usual week are told by the rota’s clock, from the Monday to come', () => {
  const now = Date.parse('2026-06-10T10:00:00Z');
  const iso = (ms: number) => new Date(ms).toISOString();
  const gaps = (lines: readonly RotaLine[]) =>
    gapsOf({ timeZone: 'Europe/Berlin', lines }, now).map(({ from, until }) => [iso(from), iso(until)]);
  const everyDay = { weekdays: [1, 2, 3, 4, 5, 6, 7] };
  expect(gaps([line(everyDay), { ...nights, ...everyDay }])).toEqual([]);
  expect(gaps([line(), nights])).toEqual([
    // From Saturday morning to the first shift of the week after.
    ['2026-06-20T05:00:00.000Z', '2026-06-22T05:00:00.000Z'],
  ]);
  expect(gaps([line({ ...everyDay })]).slice(0, 1)).toEqual([['2026-06-15T17:00:00.000Z', '2026-06-16T05:00:00.000Z']]);
  expect(gaps([])).toEqual([['2026-06-14T22:00:00.000Z', '2026-06-21T22:00:00.000Z']]);
});
