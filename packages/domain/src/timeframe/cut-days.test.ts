import { expect, it } from 'vitest';
import { cutDays, daysWithin } from './cut-days.ts';

const zone = 'America/Los_Angeles';
const at = (text: string) => Date.parse(text) / 1000;

it.each([
  ['whole days', '2026-03-17T00:00-07:00', '2026-03-19T00:00-07:00', 2, 2],
  ['half of the first and a quarter of the last', '2026-03-16T12:00-07:00', '2026-03-18T06:00-07:00', 3, 1.75],
  ['part of one day', '2026-03-18T06:00-07:00', '2026-03-18T12:00-07:00', 1, 0.25],
  ['a day of 23 hours to noon', '2026-03-08T00:00-08:00', '2026-03-08T12:00-07:00', 1, 11 / 23],
  ['a day of 25 hours from noon', '2026-11-01T12:00-08:00', '2026-11-02T00:00-08:00', 1, 12 / 25],
])('%s', (_name, from, to, touched, days) => {
  const cut = cutDays(at(from), at(to), zone);
  expect(daysWithin(touched, at(from), at(to) - 1, cut)).toBeCloseTo(days, 10);
});

it('a cut day without data costs nothing', () => {
  const [from, to] = [at('2026-03-16T12:00-07:00'), at('2026-03-18T06:00-07:00')];
  const noon = at('2026-03-17T12:00-07:00');
  expect(daysWithin(1, noon, noon, cutDays(from, to, zone))).toBe(1);
});
