import { expect, test } from 'vitest';
import { countryOfZone } from './zone-country.ts';

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
