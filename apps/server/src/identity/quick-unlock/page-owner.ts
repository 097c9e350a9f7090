import { clinicCountryOf } from '@vigil/domain/emergency/clinic';
import { type EmergencyNumbers, emergencyNumbersFor } from '@vigil/domain/emergency/emergency-numbers';
import { countryOf, isActive, type People } from '#people/index.ts';
import type { StoredAccount } from '../accounts.ts';
import type { HostTenant, TenantHosts } from '../tenant-hosts.ts';

/** What a locked page may show to whoever holds the phone. */
export interface PageOwner {
  /** Empty where it isn't known. */
  readonly firstName: string;
  readonly numbers: EmergencyNumbers;
  /** Of the numbers; null where it isn't known. */
  readonly country: string | null;
}

type OwnerPeople = Pick<People, 'membershipsOf'> & { readonly accounts: Pick<People['accounts'], 'user'> };

/** Whose page is locked, and whom that person calls in an emergency: as the pages behind the lock say it. */
export function createPageOwners(people: OwnerPeople, hosts: Pick<TenantHosts, 'tenantById'>) {
  return async ({ userId }: Pick<StoredAccount, 'userId'>): Promise<PageOwner> => {
    const membership = userId === null ? undefined : (await people.membershipsOf(userId)).find(isActive);
    const [user, tenant] =
      userId === null || !membership
        ? []
        : await Promise.all([people.accounts.user(membership.tenantId, userId), hosts.tenantById(membership.tenantId)]);
    const clinic = clinicEmergencyIn(tenant?.settings ?? {});
    const country = user ? countryOf(user) : null;
    return {
      firstName: user?.givenName.trim() ?? '',
      numbers: emergencyNumbersFor(country, clinic),
      country: country ?? clinic.country,
    };
  };
}

/** Each is set by the clinic alone: there is no value for all tenants. */
function clinicEmergencyIn(settings: HostTenant['settings']) {
  const text = (section: string, name: string): string => {
    const held = settings[section];
    const value = typeof held === 'object' && held !== null ? (held as Record<string, unknown>)[name] : undefined;
    return typeof value === 'string' ? value : '';
  };
  const [number, crisisNumber] = [text('emergency', 'number'), text('emergency', 'crisisNumber')];
  const country = clinicCountryOf({ country: text('tenant', 'country'), timeZone: text('tenant', 'timeZone'), number, crisisNumber });
  return { country, number, crisisNumber, crisisName: text('emergency', 'crisisName') };
}
