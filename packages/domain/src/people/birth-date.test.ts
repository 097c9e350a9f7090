import { expect, test } from 'vitest';
import { birthDateFault } from './birth-date.ts';

test.each([
  ['1980-02-29', null],
  ['2026-07-10', null],
  ['2026-07-11', 'in-the-future'],
  ['1981-02-29', 'not-a-date'],
  ['1980-2-9', 'not-a-date'],
  ['02/09/1980', 'not-a-date'],
  ['', 'not-a-date'],
  ['0080-02-09', 'not-a-date'],
  // 120 years old until the day before the 121st birthday.
  ['1905-07-11', null],
  ['1905-07-10', 'too-long-ago'],
])('born %s is on 2026-07-10: %s', (birthDate, fault) => {
  expect(birthDateFault(birthDate, '2026-07-10')).toBe(fault);
});
