import { type FieldError, VigilError } from '@vigil/contract/errors';
import { type Role, staffRoles } from '@vigil/domain/roles';
import type { People } from '#people/index.ts';

/** Who is named in an event. */
export interface Named {
  readonly participants?: readonly string[] | undefined;
  readonly patientId?: string | null | undefined;
}

/** Whether somebody is here to be looked after, and is not of the staff as well. */
export function isMemberAlone(roles: readonly Role[]): boolean {
  return roles.includes('patient') && !roles.some((role) => (staffRoles as readonly Role[]).includes(role));
}

/**
 * The members among those who are named. Throws invalid_input, by field, for whoever is nobody of the tenant or has left and took
 * no part `before`, and for an event about somebody who is no member.
 */
export async function membersNamed(
  people: Pick<People, 'care'>,
  tenantId: string,
  { participants = [], patientId = null }: Named,
  before: readonly string[] = [],
): Promise<string[]> {
  const asked = [
    ...participants.map((id, index) => ({ id, field: `participants.${index}` })),
    ...(patientId === null ? [] : [{ id: patientId, field: 'patientId' }]),
  ];
  if (asked.length === 0) return [];
  const found = new Map(
    (
      await people.care.named(
        tenantId,
        asked.map(({ id }) => id),
      )
    ).map((row) => [row.id, row]),
  );
  const fields = asked.flatMap(({ id, field }): FieldError[] => {
    const person = found.get(id);
    // Whether there is such a member is for the access rules to say.
    if (!person) return field === 'patientId' ? [] : [{ field, message: 'Nobody here has this id' }];
    if (person.isInTheTenant === false && !before.includes(id)) return [{ field, message: 'Has left, and cannot be invited' }];
    return field === 'patientId' && !person.roles.includes('patient') ? [{ field, message: 'Is no member' }] : [];
  });
  if (fields.length > 0) throw new VigilError('invalid_input', 'Somebody who is named cannot take part. Nothing was stored.', { fields });
  const isOne = (id: string) => id === patientId || isMemberAlone(found.get(id)?.roles ?? []);
  return [...new Set(asked.map(({ id }) => id).filter(isOne))];
}
