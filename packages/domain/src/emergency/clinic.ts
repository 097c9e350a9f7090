import { defaultTimeZone } from '../timeframe/zone.ts';
import { countryOfZone } from '../timeframe/zone-country.ts';

/** What a clinic has said about the place that it is in and whom its members call. Empty texts, and null: nothing. */
export interface ClinicEmergency {
  readonly country: string | null;
  readonly number: string;
  readonly crisisNumber: string;
  readonly crisisName: string;
}

/** Empty: left at the default. */
interface Chosen {
  readonly country: string;
  readonly timeZone: string;
  readonly number: string;
  readonly crisisNumber: string;
}

/**
 * Where a clinic is: the country that it has named, else that of the time zone that it has chosen, else that of the default one. A clinic
 * that has numbers of its own and has said nothing of where it is isn't taken to be in the default's country: its numbers are of elsewhere.
 */
export function clinicCountryOf({ country, timeZone, number, crisisNumber }: Chosen): string | null {
  if (country) return country;
  if (timeZone) return countryOfZone(timeZone);
  return number || crisisNumber ? null : countryOfZone(defaultTimeZone);
}
