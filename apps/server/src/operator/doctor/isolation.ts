import { applicationRole } from '#platform/migrate.ts';
import type { Stores } from '#platform/stores.ts';
import { asOwner, Fault } from './finding.ts';

/** SQLSTATE: insufficient privilege. */
const mayNot = '42501';

/** Throws unless the application's role is bound by row-level security and has no way around it. */
export async function describeIsolation(stores: Stores): Promise<string> {
  await refusePowers(stores);
  const open = await asOwner<{ name: string }>(
    stores,
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
     where c.relnamespace = 'vigil'::regnamespace and c.relkind = 'r' and not c.relrowsecurity`,
  );
  if (open.length > 0) throw new Fault(`no policy on ${open.map((row) => row.name).join(', ')}`);
  // Policies may say anything; what counts is what the application's connection sees without a tenant. A grant that is gone fails here too.
  for (const table of ['users', 'devices', 'audit_log']) {
    const [seen] = await stores.database
      .global((sql) => sql.query<{ anything: boolean }>(`select exists (select 1 from vigil.${table}) as anything`))
      .catch((error: Error & { code?: string }) => {
        throw error.code === mayNot ? new Fault(`the application may not read ${table}: a grant is gone`) : error;
      });
    if (seen?.anything !== false) throw new Fault(`without a tenant the application sees ${table}`);
  }
  return 'on every table of a tenant';
}

async function refusePowers(stores: Stores): Promise<void> {
  const [role] = await asOwner<{ powers: string[] }>(
    stores,
    `select array_remove(array[
              case when rolsuper then 'is a superuser' end, case when rolbypassrls then 'may bypass row-level security' end,
              case when rolcreaterole then 'may create roles' end, case when rolcreatedb then 'may create databases' end,
              case when rolreplication then 'may replicate' end,
              case when exists (select 1 from pg_auth_members m where m.member = r.oid) then 'is a member of another role' end,
              case when exists (select 1 from pg_db_role_setting s where s.setrole = r.oid) then 'has settings of its own' end,
              case when has_database_privilege(oid, current_database(), 'create') then 'may create schemas' end,
              case when has_table_privilege(oid, 'public.vigil_migrations', 'insert, update, delete, truncate') then 'may change the record of migrations' end
            ], null) as powers
     from pg_roles r where rolname = '${applicationRole}'`,
  );
  if (!role) throw new Fault('the application’s role is gone');
  if (role.powers.length > 0) throw new Fault(`the application’s role ${role.powers.join(', ')}`);
  const settings = await asOwner<{ setting: string }>(
    stores,
    `select setting from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase, unnest(s.setconfig) as setting
     where d.datname = current_database() and setting ~ '^(session_replication_role|row_security)='`,
  );
  if (settings.length > 0)
    throw new Fault(`the database is set to ${settings.map((row) => row.setting).join(', ')}, which switches protections off`);
}
