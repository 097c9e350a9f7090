import { expect, test } from 'vitest';
import { momentOfWallTime } from './wall-time.ts';

test.each([
  ['in UTC', '2026-03-02', '07:05', 'UTC', '2026-03-02T07:05:00Z'],
  ['west of it', '2026-03-02', '23:30', 'America/Los_Angeles', '2026-03-03T07:30:00Z'],
  ['of half an hour', '2026-03-02', '00:00', 'Asia/Kolkata', '2026-03-01T18:30:00Z'],
  ['that was skipped', '2026-03-29', '02:30', 'Europe/Berlin', '2026-03-29T01:30:00Z'],
  ['that came twice: the first', '2026-10-25', '02:30', 'Europe/Berlin', '2026-10-25T00:30:00Z'],
])('a time on the wall %s', (_, date, time, zone, moment) => {
  expect(momentOfWallTime(date, time, zone)).toBe(Date.parse(moment) / 1000);
});
