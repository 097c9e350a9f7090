import { expect, test } from 'vitest';
import { calendarDay, calendarDaysBetween } from './zone.ts';

const at = (text: string) => Date.parse(text) / 1000;

test.each([
  ['the same day', '2026-03-02T23:59:59Z', '2026-03-02T00:00:00Z', 'UTC', 0],
  ['over midnight', '2026-03-03T00:00:00Z', '2026-03-02T23:59:59Z', 'UTC', 1],
  ['over the day of 23 hours', '2026-03-30T00:30:00+02:00', '2026-03-28T23:30:00+01:00', 'Europe/Berlin', 2],
  ['over the day of 25 hours', '2026-10-25T23:30:00+01:00', '2026-10-25T00:30:00+02:00', 'Europe/Berlin', 0],
  ['over New Year, in the west', '2027-01-01T08:30:00Z', '2027-01-01T07:30:00Z', 'America/Los_Angeles', 1],
  ['a later moment given first', '2026-03-01T00:00:00Z', '2026-03-03T00:00:00Z', 'UTC', -2],
])('calendar days between two moments: %s', (_, later, earlier, zone, days) => {
  expect(calendarDaysBetween(at(later), at(earlier), zone)).toBe(days);
});

test('costs no more than looking up two days: lists ask it for every member of a tenant', () => {
  const now = at('2026-06-01T12:00:00Z');
  const time = (work: (index: number) => unknown) => {
    const began = performance.now();
    for (let index = 0; index < 3_000; index += 1) work(index);
    return performance.now() - began;
  };
  const twoDays = (index: number) => [calendarDay(now, 'Europe/Berlin'), calendarDay(now - index * 60, 'Europe/Berlin')];
  time(twoDays);
  // It was 50 times as much; 10 leaves room for a machine with other work.
  expect(time((index) => calendarDaysBetween(now, now - index * 60, 'Europe/Berlin'))).toBeLessThan(10 * time(twoDays) + 20);
});
