import { VigilError } from '@vigil/contract/errors';
import type { CarePerson } from '@vigil/contract/registry-care-person';
import { careTeamRoles, type Role } from '@vigil/domain/roles';
import type { CareUserRow, People } from '#people/index.ts';

/** How lists of care teams show somebody. */
export function carePersonOf({ id, givenName, familyName, title, photoUrl, roles, isInTheTenant }: CareUserRow): CarePerson {
  return { id, firstName: givenName, lastName: familyName, title, photoUrl, roles, isInTheTenant };
}

/** People of the tenant by id, each as lists show them, in the order of their names. */
export async function carePeople(
  people: Pick<People, 'care'>,
  tenantId: string,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, CarePerson>> {
  const asked = ids.filter((id) => id !== null);
  if (asked.length === 0) return new Map();
  return new Map((await people.care.named(tenantId, asked)).map((row) => [row.id, carePersonOf(row)]));
}

const isOfCareTeam = ({ roles, isInTheTenant }: CareUserRow) =>
  isInTheTenant !== false && roles.some((role) => (careTeamRoles as readonly Role[]).includes(role));

/**
 * Throws not_found for whoever the tenant does not have, and invalid_input, naming `field`, for whoever cannot look after
 * members: without a role of the care team, discharged, removed or switched off.
 */
export async function requireCareTeam(
  people: Pick<People, 'care'>,
  tenantId: string,
  ids: readonly string[],
  field: string,
): Promise<void> {
  const found = await people.care.named(tenantId, ids);
  if (found.length < new Set(ids).size) throw new VigilError('not_found', 'There is no such clinician. Nothing was changed.');
  if (found.every(isOfCareTeam)) return;
  throw new VigilError(
    'invalid_input',
    `${field}: only somebody who holds a role of the care team here, and has not left, can look after members. Nothing was changed.`,
    { fields: [{ field, message: 'Has to hold a role of the care team' }] },
  );
}

/** Throws not_found for whoever is nobody of the tenant's staff. */
export async function requireStaff(people: Pick<People, 'care'>, tenantId: string, id: string): Promise<CarePerson> {
  const [found] = await people.care.named(tenantId, [id]);
  if (!found || found.roles.every((role) => role === 'patient'))
    throw new VigilError('not_found', 'There is nobody of the staff with this id.');
  return carePersonOf(found);
}
