import { useQuery } from '@tanstack/react-query';
import { type EmergencyNumbers, emergencyNumbersFor, unknownNumbers } from '@vigil/domain/emergency/emergency-numbers';
import { configuration } from './configuration.ts';
import { accountQuery } from './member.ts';
import { useStore } from './store.ts';

const notSet = { number: '', crisisNumber: '', crisisName: '' } as const;

/**
 * Whom a person calls in an emergency: by their own country, else the clinic's. While nobody knows yet where the person is no number is
 * named, rather than one that changes under the finger. Nothing here may keep a page from being shown.
 */
export function useEmergencyNumbers(personId: string): EmergencyNumbers {
  const clinic = useStore(configuration);
  const { data, isPending } = useQuery({ ...accountQuery(personId), select: (account) => account.languageRegion.country });
  if (isPending) return unknownNumbers;
  return emergencyNumbersFor(data ?? null, { country: clinic?.tenant.country ?? null, ...(clinic?.emergency ?? notSet) });
}
