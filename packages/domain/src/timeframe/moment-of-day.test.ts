import { expect, it } from 'vitest';
import { momentOfDay } from './zone.ts';

const dayNumber = (date: string) => Date.parse(date) / 86_400_000;

it.each<[string, string, string, number, string]>([
  ['a plain morning', 'America/Los_Angeles', '2026-01-15', 8 * 60, '2026-01-15T16:00:00Z'],
  ['midnight', 'America/Los_Angeles', '2026-01-15', 0, '2026-01-15T08:00:00Z'],
  ['the end of the day', 'America/Los_Angeles', '2026-01-15', 1_440, '2026-01-16T08:00:00Z'],
  ['before the hour that is skipped', 'America/Los_Angeles', '2026-03-08', 90, '2026-03-08T09:30:00Z'],
  ['within the hour that is skipped: an hour later', 'America/Los_Angeles', '2026-03-08', 150, '2026-03-08T10:30:00Z'],
  ['after the hour that is skipped', 'America/Los_Angeles', '2026-03-08', 210, '2026-03-08T10:30:00Z'],
  ['the day after a change', 'America/Los_Angeles', '2026-03-09', 150, '2026-03-09T09:30:00Z'],
  ['within the hour that comes twice: the first', 'America/Los_Angeles', '2026-11-01', 90, '2026-11-01T08:30:00Z'],
  ['after the hour that comes twice', 'America/Los_Angeles', '2026-11-01', 150, '2026-11-01T10:30:00Z'],
  ['a zone of half hours', 'Asia/Kolkata', '2026-01-15', 8 * 60, '2026-01-15T02:30:00Z'],
  ['a midnight that is skipped', 'Africa/Cairo', '2026-04-24', 0, '2026-04-23T22:00:00Z'],
])('%s: %s %s %d min', (_, zone, date, minute, expected) =>
  expect(new Date(momentOfDay(dayNumber(date), minute, zone) * 1000).toISOString()).toBe(new Date(expected).toISOString()),
);
