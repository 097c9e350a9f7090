import { expect, test } from 'vitest';
import { ageYears } from './age.ts';

test.each<[string, string, number | null]>([
  ['1980-06-15', '2026-06-14', 45],
  ['1980-06-15', '2026-06-15', 46],
  ['2004-02-29', '2026-02-28', 21],
  ['2004-02-29', '2026-03-01', 22],
  ['2026-06-15', '2026-06-15', 0],
  ['2026-06-16', '2026-06-15', null],
  ['', '2026-06-15', null],
])('born %s is on %s: %s years old', (birthDate, today, age) => expect(ageYears(birthDate, today)).toBe(age));
