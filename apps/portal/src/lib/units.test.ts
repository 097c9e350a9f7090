import { expect, test } from 'vitest';
import { unitSystemOfRegion, unitsForm, usualGlucoseUnit, usualUnitSystem } from './units.ts';

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

test.each([
  ['en-US', 'NZ', 'mmol/L'],
  ['en-US', 'US', 'mg/dL'],
  ['en-GB', 'US', 'mg/dL'],
  ['en-GB', null, 'mmol/L'],
  ['en-CA', null, 'mmol/L'],
  ['es-ES', 'ES', 'mg/dL'],
  ['de-DE', 'DE', 'mg/dL'],
  ['en', null, 'mg/dL'],
  ['en-US@posix', null, 'mg/dL'],
])('a browser in %s of somebody in %s starts with glucose in %s', (language, country, unit) => {
  expect(usualGlucoseUnit(country, language)).toBe(unit);
});

test('what was kept of a draft before glucose had a unit of its own was typed in mg/dL', () => {
  expect(unitsForm.parse('imperial')).toEqual({ system: 'imperial', glucose: 'mg/dL' });
  expect(unitsForm.parse({ system: 'metric', glucose: 'mmol/L' })).toEqual({ system: 'metric', glucose: 'mmol/L' });
  expect(unitsForm.safeParse({ system: 'metric', glucose: 'mg' }).success).toBe(false);
});
