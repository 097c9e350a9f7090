import { expect, test } from 'vitest';
import { i18next } from '#lib/i18n.ts';
import { ageInShort, ageInWords, ageInYears } from './age-in-words.ts';

const t = i18next.getFixedT('en', 'ui');
const es = i18next.getFixedT('es', 'ui');
const now = 1_800_000_000;

test.each([
  [-120, 'clock ahead', '0 min'],
  [0, 'just now', '0 min'],
  [59, 'just now', '0 min'],
  [60, '1 min ago', '1 min'],
  [4 * 60 + 59, '4 min ago', '4 min'],
  [3600, '1 h ago', '1 h'],
  [47 * 3600, '47 h ago', '47 h'],
  [2 * 86_400, '2 days ago', '2 d'],
  [20 * 86_400, '20 days ago', '20 d'],
  [21 * 86_400, '3 wk ago', '3 wk'],
  [730 * 86_400, '2 y ago', '2 y'],
])('%i s ago reads %s, in short %s', (age, long, short) => {
  expect(ageInWords(t, now - age, now)).toBe(long);
  expect(ageInShort(t, now - age, now)).toBe(short);
});

test('a member reads it in Spanish', () => {
  expect(ageInWords(es, now - 240, now)).toBe('hace 4 min');
  expect(ageInWords(es, now - 2 * 86_400, now)).toBe('hace 2 días');
});

test.each([
  ['the day before a birthday', '1980-05-20', new Date(2026, 4, 19), 45],
  ['on it', '1980-05-20', new Date(2026, 4, 20), 46],
  ['unknown', null, new Date(2026, 4, 20), null],
  ['not a date', 'soon', new Date(2026, 4, 20), null],
])('age in years %s', (_name, birthday, day, age) => {
  expect(ageInYears(birthday, day)).toBe(age);
});
