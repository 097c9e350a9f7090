import { type FieldError, VigilError } from '@vigil/contract/errors';
import { type Role, staffRoles } from '@vigil/domain/roles';
import type { People } from '#people/index.ts';

/** Who is named in an event. */
export interface Named {
  readonly participants?: readonly string[] | undefined;
  readonly patientId?: string | null | undefined;
  /** The action that it is for. */
  readonly actionId?: string | null | undefined;
}

export interface NamedDeps {
  readonly people: Pick<People, 'care'>;
  /** Whose an action is; null where there is no such action. */
  readonly memberOfAction: (tenantId: string, actionId: string) => Promise<string | null>;
}

/** Whether somebody is here to be looked after, and is not of the staff as well. */
export function isMemberAlone(roles: readonly Role[]): boolean {
  return roles.includes('patient') && !roles.some((role) => (staffRoles as readonly Role[]).includes(role));
}

/**
 * The members among those who are named, and whom the action is about, unless it was named `before`. Throws invalid_input, by field,
 * for whoever is nobody of the tenant or has left and took no part `before`, for an event about somebody who is no member, and for an
 * action that there is not.
 */
export async function membersNamed(
  { people, memberOfAction }: NamedDeps,
  tenantId: string,
  { participants = [], patientId = null, actionId = null }: Named,
  before: readonly string[] = [],
): Promise<string[]> {
  const asked = [
    ...participants.map((id, index) => ({ id, field: `participants.${index}` })),
    ...(patientId === null ? [] : [{ id: patientId, field: 'patientId' }]),
  ];
  const ofAction = actionId === null || before.includes(actionId) ? undefined : await memberOfAction(tenantId, actionId);
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
  if (ofAction === null) fields.push({ field: 'actionId', message: 'There is no such action' });
  if (fields.length > 0)
    throw new VigilError('invalid_input', 'Somebody or something that is named cannot take part. Nothing was stored.', { fields });
  const isOne = (id: string) => id === patientId || isMemberAlone(found.get(id)?.roles ?? []);
  return [...new Set([...asked.map(({ id }) => id).filter(isOne), ...(ofAction ? [ofAction] : [])])];
}
