import { expect, test } from 'vitest';
import { countryOfZone, isZoneInCountry } from './zone-country.ts';

test.each([
  ['Europe/Madrid', 'ES'],
  ['Atlantic/Canary', 'ES'],
  ['Pacific/Auckland', 'NZ'],
  ['America/New_York', 'US'],
  ['US/Pacific', 'US'],
  ['America/Mexico_City', 'MX'],
  ['America/Puerto_Rico', 'PR'],
  ['Europe/London', 'GB'],
  ['Europe/Moscow', 'RU'],
  ['Asia/Kolkata', 'IN'],
  ['UTC', null],
  ['Etc/GMT+5', null],
  ['nowhere', null],
])('%s lies in %s', (zone, country) => {
  expect(countryOfZone(zone)).toBe(country);
});

test.each([
  ['Europe/Madrid', 'ES', true],
  ['Atlantic/Canary', 'ES', true],
  ['Asia/Calcutta', 'IN', true],
  ['Europe/Lisbon', 'ES', false],
  ['Indian/Reunion', 'FR', false],
  ['UTC', 'ES', null],
  ['Etc/GMT+5', 'US', null],
  ['Europe/Nowhere', 'ES', null],
  ['Europe/Madrid', 'XX', null],
  ['Europe/Madrid', '', null],
])('whether %s lies in %s: %s', (zone, country, isIn) => {
  expect(isZoneInCountry(zone, country)).toBe(isIn);
});
