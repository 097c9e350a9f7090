import type pg from 'pg';

/**
 * Within the open transaction, lets rows come in whatever order: foreign keys wait and triggers rest, until the function
 * that is answered has looked at the keys and set everything to what it was. It takes the tables' owner and no superuser, as
 * session_replication_role would, so that a restore works wherever the server itself does.
 */
export async function suspendChecks(client: pg.Client): Promise<() => Promise<void>> {
  const tables = await client.query<{ name: string }>(
    "select c.oid::regclass::text as name from pg_class c where c.relnamespace = 'vigil'::regnamespace and c.relkind = 'r'",
  );
  const keys = await client.query<{ table: string; name: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name from pg_constraint
     where connamespace = 'vigil'::regnamespace and contype = 'f' and not condeferrable`,
  );
  for (const { name } of tables.rows) await client.query(`alter table ${name} disable trigger user`);
  for (const key of keys.rows) await client.query(`alter table ${key.table} alter constraint ${key.name} deferrable initially deferred`);
  return async () => {
    await client.query('set constraints all immediate');
    for (const key of keys.rows) await client.query(`alter table ${key.table} alter constraint ${key.name} not deferrable`);
    for (const { name } of tables.rows) await client.query(`alter table ${name} enable trigger user`);
  };
}
