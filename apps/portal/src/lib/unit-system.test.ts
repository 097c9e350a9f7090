import { expect, test } from 'vitest';
import { unitSystemOfRegion } from './unit-system.ts';

test.each([
  ['en-US', 'imperial'],
  ['es-US', 'imperial'],
  ['en-GB', 'metric'],
  ['en', 'metric'],
  ['de-CH', 'metric'],
  ['en-Latn-US', 'imperial'],
  // What some systems call English of no place; the browser's own reader of such names throws.
  ['en-US@posix', 'imperial'],
])('a browser in %s starts with %s units', (language, system) => {
  expect(unitSystemOfRegion(language)).toBe(system);
});
