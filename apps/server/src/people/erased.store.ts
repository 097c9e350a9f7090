import type { Sql } from '#platform/postgres/database.ts';

/**
 * Within a transaction of the tenant: which of these people were erased there. Their ids name what the law keeps and what the
 * audit log says of them, so that nobody gets such an id again: neither they themselves nor, of course, anybody else.
 */
export async function erasedAmong(sql: Sql, tenantId: string, userIds: readonly string[]): Promise<ReadonlySet<string>> {
  await sql.query("select set_config('vigil.erased_people', 'shown', true)");
  const rows = await sql.query<{ id: string }>(
    'select id from vigil.users where tenant_id = $1 and id = any($2::uuid[]) and erased_at is not null',
    [tenantId, userIds],
  );
  await sql.query("select set_config('vigil.erased_people', '', true)");
  return new Set(rows.map(({ id }) => id));
}
