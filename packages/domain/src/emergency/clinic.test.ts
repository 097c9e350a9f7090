import { expect, test } from 'vitest';
import { clinicCountryOf } from './clinic.ts';

const nothing = { country: '', timeZone: '', number: '', crisisNumber: '' };

test.each([
  ['that it has named', { country: 'NZ', timeZone: 'Europe/Madrid' }, 'NZ'],
  ['of its time zone', { timeZone: 'Europe/Madrid', number: '061' }, 'ES'],
  ['of the default time zone', {}, 'US'],
  ['none, where the zone lies in none', { timeZone: 'UTC' }, null],
  ['none, where it has set a number and has not said where it is', { number: '061' }, null],
  ['none, where it has set a crisis line and has not said where it is', { crisisNumber: '717 003 717' }, null],
])('the clinic’s country is the one %s', (_, chosen, country) => {
  expect(clinicCountryOf({ ...nothing, ...chosen })).toBe(country);
});
