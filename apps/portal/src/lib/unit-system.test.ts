import { expect, test } from 'vitest';
import { unitSystemOfRegion, usualUnitSystem } from './unit-system.ts';

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

test.each([
  ['es-ES', 'ES', 'metric'],
  ['en-US', 'ES', 'metric'],
  ['en-NZ', 'NZ', 'metric'],
  ['en-US', 'NZ', 'metric'],
  ['en-NZ', 'US', 'metric'],
  ['en-US', 'US', 'imperial'],
  ['es-US', null, 'imperial'],
  ['es-MX', null, 'metric'],
])('a browser in %s of somebody in %s starts with %s units', (language, country, system) => {
  expect(usualUnitSystem(country, language)).toBe(system);
});
