import type { People } from '#people/index.ts';
import type { Sql } from '#platform/postgres/database.ts';
import type { caretakersOf } from '#services/registry/relations/index.ts';

export interface BookableDeps {
  readonly people: { readonly care: Pick<People['care'], 'heldAmong'> };
  readonly caretakersOf: typeof caretakersOf;
}

/** Within a transaction: those who look after a member and can be booked now. Whoever is on hold or has left sees nobody. */
export async function bookableFor(
  { people, caretakersOf: caretakers }: BookableDeps,
  sql: Sql,
  tenantId: string,
  memberId: string,
): Promise<string[]> {
  const ids = (await caretakers(sql, tenantId, [memberId])).map(({ clinicianId }) => clinicianId);
  const held = await people.care.heldAmong(sql, tenantId, ids);
  return ids.filter((id) => !held.has(id));
}
