import { expect, test } from 'vitest';
import { momentOfWall, showTheSame, wallOf } from './wall-time.ts';

const at = (iso: string) => Date.parse(iso);

test.each([
  ['2026-06-10T07:00', 'Europe/Berlin', '2026-06-10T05:00:00Z'],
  ['2026-06-10T07:00', 'Asia/Kolkata', '2026-06-10T01:30:00Z'],
  ['2026-06-10T00:00', 'America/New_York', '2026-06-10T04:00:00Z'],
])('%s by the clock of %s is %s, and back', (wall, zone, iso) => {
  expect(momentOfWall(wall, zone)).toBe(at(iso));
  expect(wallOf(at(iso), zone)).toBe(wall);
});

test('a time that the clocks skip comes later', () =>
  expect(momentOfWall('2026-03-29T02:30', 'Europe/Berlin')).toBe(at('2026-03-29T01:30:00Z')));

test.each(['', '2026-06-10', '2026-13-40T07:00', 'soon'])('“%s” is no moment', (text) => expect(momentOfWall(text, 'UTC')).toBeNaN());

test('two zones show the same for as long as their clocks do', () => {
  expect(showTheSame('Europe/Berlin', 'Europe/Paris', at('2026-06-10T00:00:00Z'))).toBe(true);
  expect(showTheSame('Europe/London', 'UTC', at('2026-06-10T00:00:00Z'))).toBe(false);
  expect(showTheSame('Europe/London', 'UTC', at('2026-12-10T00:00:00Z'))).toBe(true);
});
