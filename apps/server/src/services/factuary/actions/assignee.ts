import { VigilError } from '@vigil/contract/errors';
import { type ActionCategoryId, type ActionRole, actionRolesOf, categoryOf } from '@vigil/contract/factuary-actions.values';
import type { People } from '#people/index.ts';

/** Whether somebody of the staff may see a member: everybody may, unless the tenant shows its staff only whom they look after. */
export type MaySee = (tenantId: string, staffId: string, memberId: string) => Promise<boolean>;

export interface Assignee {
  readonly id: string;
  readonly role: ActionRole;
}

export interface AssigneeDeps {
  readonly people: Pick<People, 'care'>;
  readonly maySee: MaySee;
}

/**
 * Who gets an action, and as what: the role that is said, which they have to hold, else the one of theirs that handles the
 * category, else their first. Throws invalid_input, naming the field, `within` whatever it stands in, for whoever cannot get it.
 */
export async function assigneeFor(
  { people, maySee }: AssigneeDeps,
  tenantId: string,
  about: { readonly userId: string; readonly category: ActionCategoryId },
  asked: { readonly id: string; readonly role?: ActionRole | undefined },
  within = '',
): Promise<Assignee> {
  const [person] = await people.care.named(tenantId, [asked.id]);
  const held = person && person.isInTheTenant !== false ? actionRolesOf(person.roles) : [];
  const [first] = held;
  if (!first) throw refused(`${within}assignee_id`, 'Has to be somebody of the care team who has not left');
  if (person?.isOnHold) throw refused(`${within}assignee_id`, 'Is on hold, and so could do nothing about it');
  if (asked.role !== undefined && !held.includes(asked.role)) throw refused(`${within}assignee_role`, 'Is no role that this person holds');
  if (!(await maySee(tenantId, asked.id, about.userId)))
    throw refused(`${within}assignee_id`, 'Does not look after this member, and so could not see it');
  const role = asked.role ?? held.find((one) => categoryOf(about.category).roles.includes(one)) ?? first;
  return { id: asked.id, role };
}

export const refused = (field: string, message: string) =>
  new VigilError('invalid_input', `${field}: ${message.charAt(0).toLowerCase()}${message.slice(1)}. Nothing was stored.`, {
    fields: [{ field, message }],
  });
