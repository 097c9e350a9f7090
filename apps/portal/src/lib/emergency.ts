import { useQuery } from '@tanstack/react-query';
import { type EmergencyNumbers, emergencyNumbersFor, unknownNumbers } from '@vigil/domain/emergency/emergency-numbers';
import { isZoneInCountry } from '@vigil/domain/timeframe/zone-country';
import { configuration } from './configuration.ts';
import { accountQuery } from './member.ts';
import { useStore } from './store.ts';

const notSet = { number: '', crisisNumber: '', crisisName: '' } as const;

/** The numbers, and the country that they are of; null where nobody knows where the person is. */
export type NumbersAtHome = EmergencyNumbers & { readonly country: string | null };

/**
 * Whom a person calls in an emergency: by their own country, else the clinic's. While nobody knows yet where the person is no number is
 * named, rather than one that changes under the finger. Nothing here may keep a page from being shown.
 */
export function useEmergencyNumbers(personId: string): NumbersAtHome {
  const clinic = useStore(configuration);
  const { data, isPending } = useQuery({ ...accountQuery(personId), select: (account) => account.languageRegion.country });
  if (isPending) return { ...unknownNumbers, country: null };
  const clinicCountry = clinic?.tenant.country ?? null;
  const numbers = emergencyNumbersFor(data ?? null, { country: clinicCountry, ...(clinic?.emergency ?? notSet) });
  return { ...numbers, country: data ?? clinicCountry };
}

/** Whether this phone or computer is set to the time of another country: the reader may be traveling. False where that is not known. */
export const isElsewhere = (country: string | null): boolean =>
  country !== null && isZoneInCountry(Intl.DateTimeFormat().resolvedOptions().timeZone, country) === false;
