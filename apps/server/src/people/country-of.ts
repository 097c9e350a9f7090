import { countryOfZone } from '@vigil/domain/timeframe/zone-country';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { UserRow } from './user-row.ts';

/**
 * Where somebody is, as far as is known: by the address, else by the time zone that they chose, since people keep their phone number
 * when they move, else by that. ISO 3166-1 alpha-2.
 */
export function countryOf({
  countryCode,
  timeZone,
  phoneNumber,
}: Pick<UserRow, 'countryCode' | 'timeZone' | 'phoneNumber'>): string | null {
  const byZone = timeZone ? countryOfZone(timeZone) : null;
  return countryCode ?? byZone ?? (phoneNumber ? (parsePhoneNumberFromString(phoneNumber)?.country ?? null) : null);
}
