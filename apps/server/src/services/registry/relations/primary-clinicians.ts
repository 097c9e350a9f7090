import type { CarePerson } from '@vigil/contract/registry-care-person';
import type { People } from '#people/index.ts';
import { carePeople } from './care-people.ts';
import type { RelationsStore } from './relations.store.ts';

export interface PrimaryCliniciansDeps {
  readonly store: Pick<RelationsStore, 'primaryOf'>;
  readonly people: Pick<People, 'care'>;
}

/** The primary clinicians of members, by member. Whoever has none is absent. */
export async function primaryClinicians(
  { store, people }: PrimaryCliniciansDeps,
  tenantId: string,
  memberIds: readonly string[],
): Promise<ReadonlyMap<string, CarePerson>> {
  if (memberIds.length === 0) return new Map();
  const rows = await store.primaryOf(tenantId, memberIds);
  const named = await carePeople(
    people,
    tenantId,
    rows.map(({ clinicianId }) => clinicianId),
  );
  return new Map(
    rows.flatMap(({ patientId, clinicianId }) => {
      const clinician = named.get(clinicianId);
      return clinician ? [[patientId, clinician] as const] : [];
    }),
  );
}
