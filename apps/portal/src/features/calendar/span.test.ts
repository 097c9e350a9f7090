import { describe, expect, test } from 'vitest';
import { dayOfText, spanInWords, spanOf, stepped, textOfDay, weekdayOf, weekStartOf } from './span.ts';

const day = dayOfText('2026-11-23');

test('a day is known by its text and its weekday', () => {
  expect([textOfDay(day), weekdayOf(day), weekdayOf(dayOfText('1969-12-28'))]).toEqual(['2026-11-23', 1, 7]);
});

describe('what a view shows', () => {
  test.each([
    ['month', 1, '2026-10-26', '2026-12-07'],
    ['month', 7, '2026-11-01', '2026-12-13'],
    ['week', 1, '2026-11-23', '2026-11-30'],
    ['week', 7, '2026-11-22', '2026-11-29'],
    ['day', 1, '2026-11-23', '2026-11-24'],
    ['list', 1, '2026-11-23', '2026-12-21'],
  ] as const)('%s, weeks from day %d: from %s until before %s', (view, weekStart, first, end) => {
    const span = spanOf(view, day, weekStart, 'Europe/Berlin');
    expect([textOfDay(span.first), textOfDay(span.end)]).toEqual([first, end]);
    expect(span.fromMs).toBe(Date.parse(`${first}T00:00:00${first < '2026-10-25' ? '+02:00' : '+01:00'}`));
  });

  test('a day on which the clocks go back lasts 25 hours', () => {
    const span = spanOf('day', dayOfText('2026-10-25'), 1, 'Europe/Berlin');
    expect(span.untilMs - span.fromMs).toBe(25 * 3_600_000);
  });
});

test.each([
  ['month', 1, '2026-12-01'],
  ['month', -1, '2026-10-01'],
  ['week', 1, '2026-11-30'],
  ['day', -1, '2026-11-22'],
  ['list', 1, '2026-12-21'],
] as const)('a step of a %s by %d leads to %s', (view, by, to) => {
  expect(textOfDay(stepped(view, day, by))).toBe(to);
});

test('a span is said in the person’s language', () => {
  const say = (view: 'month' | 'week' | 'day', language: string) =>
    spanInWords(view, day, spanOf(view, day, 1, 'UTC'), language).replaceAll(/\s/g, ' ');
  expect(say('month', 'en-US')).toBe('November 2026');
  expect(say('week', 'en-US')).toBe('Nov 23 – 29, 2026');
  expect(say('day', 'es-ES')).toBe('lunes, 23 de noviembre de 2026');
});

test('weeks begin where those who speak the language begin them', () => {
  expect([weekStartOf('en-US'), weekStartOf('en-GB'), weekStartOf('de-DE'), weekStartOf('es-MX')]).toEqual([7, 1, 1, 7]);
});
