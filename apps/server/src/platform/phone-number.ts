import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** Numbers without a country’s code are read as this country’s where none is named. */
const usualCountry: CountryCode = 'US';

/** A phone number as people write it, in E.164; null for what is none. `country`: ISO 3166-1 alpha-2. */
export function phoneNumberIn(text: string, country?: string | null): string | null {
  const phone = parsePhoneNumberFromString(text, country && isSupportedCountry(country) ? country : usualCountry);
  return phone?.isValid() ? phone.number : null;
}
