import type { ClinicEmergency } from './clinic.ts';
import { type CrisisLine, type EmergencyNumbers, numbersByCountry } from './numbers-by-country.ts';

export type { CrisisLine, EmergencyNumbers } from './numbers-by-country.ts';

export const unknownNumbers: EmergencyNumbers = { emergency: [], crisisLine: null };

/** What a country's people call; nothing for a country that is not listed, or not known. */
export const numbersOfCountry = (country: string | null): EmergencyNumbers =>
  (country !== null && numbersByCountry.get(country)) || unknownNumbers;

/** Countries with numbers of their own, by code. */
export const countriesWithNumbers: readonly string[] = [...numbersByCountry.keys()].sort();

/**
 * Whom somebody calls: where they are decides, and only where nobody knows that the clinic's country. What the clinic has set itself
 * replaces the numbers of its own country. Where its country is not known both are named, the clinic's first. In another country the
 * clinic's comes last, and only where it is written with its country's code: a local number would reach somebody else there, or nobody.
 */
export function emergencyNumbersFor(country: string | null, clinic: ClinicEmergency): EmergencyNumbers {
  const { emergency, crisisLine } = numbersOfCountry(country ?? clinic.country);
  const own = { number: clinic.number, crisisLine: crisisLineOf(clinic) };
  if (country === null || country === clinic.country)
    return { emergency: own.number ? [own.number] : emergency, crisisLine: own.crisisLine ?? crisisLine };
  if (clinic.country === null)
    return { emergency: distinct(own.number ? [own.number, ...emergency] : emergency), crisisLine: own.crisisLine ?? crisisLine };
  return {
    emergency: isInternational(own.number) ? [...emergency, own.number] : emergency,
    crisisLine: crisisLine ?? (isInternational(own.crisisLine?.number ?? '') ? own.crisisLine : null),
  };
}

const crisisLineOf = ({ crisisName, crisisNumber }: ClinicEmergency): CrisisLine | null =>
  crisisNumber ? { name: crisisName || crisisNumber, number: crisisNumber, takesTexts: false } : null;

const isInternational = (number: string): boolean => number.startsWith('+');
const distinct = (numbers: readonly string[]): readonly string[] => [...new Set(numbers)];

/** A number as `tel:` takes it. */
export const telephoneLink = (number: string): string => `tel:${number.replace(/[^0-9+*#]/g, '')}`;
