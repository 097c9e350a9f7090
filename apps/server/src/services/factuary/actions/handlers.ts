import { actionRolesOf, mayHandle } from '@vigil/contract/factuary-actions.values';
import type { Role } from '@vigil/domain/roles';
import type { Sql } from '#platform/postgres/database.ts';
import { readActions } from './actions.store.ts';

/** Within a transaction: those of these actions that somebody may work on and end. */
export async function handledBy(
  sql: Sql,
  tenantId: string,
  who: { readonly id: string; readonly roles: readonly Role[] },
  actionIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const roles = actionRolesOf(who.roles);
  const actions = await readActions(sql, tenantId, actionIds);
  return new Set(actions.filter((action) => mayHandle(action, { id: who.id, roles })).map(({ id }) => id));
}
