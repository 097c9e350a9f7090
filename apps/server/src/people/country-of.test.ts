import { expect, test } from 'vitest';
import { countryOf } from './country-of.ts';

const nothing = { countryCode: null, timeZone: null, phoneNumber: null };

test.each([
  ['the address', { ...nothing, countryCode: 'ES', timeZone: 'America/New_York', phoneNumber: '+12125550123' }, 'ES'],
  ['the time zone, where there is no address', { ...nothing, timeZone: 'Pacific/Auckland', phoneNumber: '+12125550123' }, 'NZ'],
  ['the phone number, where the zone is nowhere', { ...nothing, timeZone: 'UTC', phoneNumber: '+34912345678' }, 'ES'],
  ['the phone number alone: Canada shares +1', { ...nothing, phoneNumber: '+14165550123' }, 'CA'],
  ['nothing', nothing, null],
])('somebody’s country is that of %s', (_, user, country) => {
  expect(countryOf(user)).toBe(country);
});
