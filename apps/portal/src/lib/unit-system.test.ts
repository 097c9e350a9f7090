import { expect, test } from 'vitest';
import { unitSystemOfRegion } from './unit-system.ts';

test.each([
  ['en-US', 'imperial'],
  ['es-US', 'imperial'],
  ['en-GB', 'metric'],
  ['en', 'metric'],
  ['de-CH', 'metric'],
])('a browser in %s starts with %s units', (language, system) => {
  expect(unitSystemOfRegion(language)).toBe(system);
});
