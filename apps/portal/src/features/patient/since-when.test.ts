import { expect, it } from 'vitest';
import { sinceWhen } from './since-when.ts';

const now = Date.parse('2026-03-10T08:00:00Z');
it.each([
  ['today', '2026-03-10T06:40:00Z', 'Europe/Berlin', '7:40 AM'],
  ['yesterday', '2026-03-09T20:40:00Z', 'Europe/Berlin', 'yesterday 9:40 PM'],
  ['by the member’s calendar, not the reader’s', '2026-03-09T23:30:00Z', 'Europe/Berlin', '12:30 AM'],
  ['days ago', '2026-03-05T20:40:00Z', 'Europe/Berlin', 'Mar 5, 9:40 PM'],
  ['weeks ago: the day is enough', '2026-02-05T20:40:00Z', 'Europe/Berlin', 'Feb 5'],
  ['more than a season ago, with the year', '2025-02-05T20:40:00Z', 'Europe/Berlin', 'Feb 5, 2025'],
])('%s', (_, at, zone, words) => expect(sinceWhen(Date.parse(at), now, zone, 'en').replaceAll('\u202f', ' ')).toBe(words));

it('in the language of the page', () =>
  expect(sinceWhen(Date.parse('2026-03-09T20:40:00Z'), now, 'Europe/Berlin', 'es')).toBe('ayer 21:40'));
