import type pg from 'pg';
import { applicationRole } from '#platform/migrate.ts';
import type { Stores } from '#platform/stores.ts';
import { replacedBuiltins } from './builtin-objects.ts';
import { type Finding, withOwner } from './finding.ts';
import { firstOwnObject, foreignInServer, foreignObjects } from './foreign-objects.ts';

const namedAtMost = 5;

/**
 * The roles of the store's server that nobody but an intruder has made there: those that may log in, have a power over
 * everything, or may become the owner.
 */
const strangeRoles = `
  select concat('the role ', r.rolname, ' was added: it ', array_to_string(array_remove(array[
    case when r.rolcanlogin then 'may log in' end, case when r.rolsuper then 'is a superuser' end,
    case when r.rolcreaterole then 'may create roles' end, case when r.rolbypassrls then 'may bypass row-level security' end,
    case when r.rolreplication then 'may replicate' end,
    case when not r.rolsuper and pg_has_role(r.oid, current_user, 'member') then 'may become ' || current_user end], null), ' and ')) as strange
  from pg_roles r
  where r.rolname not in (current_user, '${applicationRole}')
    and (r.rolcanlogin or r.rolsuper or r.rolcreaterole or r.rolbypassrls or r.rolreplication or pg_has_role(r.oid, current_user, 'member'))
  order by r.rolname`;

/** Settings that somebody has given the server past those that it is started with. */
const strangeSettings = `
  select concat('the setting ', name, ' was changed in postgresql.auto.conf') as strange
  from pg_file_settings where sourcefile ~ '[/\\\\]postgresql\\.auto\\.conf$' order by name`;

/** Granted to the application itself, or made later and open to it, by whatever grant. */
const reachable = (kind: 'relation' | 'function', acl: string, privilege: string, withExtensions: boolean) => `
  (exists (select 1 from aclexplode(${acl}) a where a.grantee = '${applicationRole}'::regrole)
    or (o.oid >= ${firstOwnObject} and has_schema_privilege('${applicationRole}', n.oid, 'usage') and ${privilege}))
  ${withExtensions ? '' : `and not exists (select 1 from pg_depend d where d.objid = o.oid and d.classid = '${kind === 'relation' ? 'pg_class' : 'pg_proc'}'::regclass and d.deptype = 'e')`}`;

/**
 * What the application's role may read or run outside the schema `vigil`, beyond what every new database lets everybody.
 * On a server of somebody's own, extensions bring objects of theirs; the embedded store has none.
 */
const strangeObjects = (withExtensions: boolean) => `
  select concat('the application may use ', n.nspname, '.', o.relname, ', which is not Vigil''s') as strange
  from pg_class o join pg_namespace n on n.oid = o.relnamespace
  where n.nspname <> 'vigil' and o.relkind in ('r', 'p', 'v', 'm', 'f') and o.oid is distinct from to_regclass('public.vigil_migrations')
    and ${reachable('relation', 'o.relacl', `(has_any_column_privilege('${applicationRole}', o.oid, 'select, insert, update, references') or has_table_privilege('${applicationRole}', o.oid, 'delete, truncate, trigger'))`, withExtensions)}
  union all
  select concat('the application may run ', n.nspname, '.', o.proname, ', which is not Vigil''s')
  from pg_proc o join pg_namespace n on n.oid = o.pronamespace
  where n.nspname <> 'vigil' and ${reachable('function', 'o.proacl', `has_function_privilege('${applicationRole}', o.oid, 'execute')`, withExtensions)}
  order by strange`;

/**
 * Looks for ways past the schema `vigil`. On the embedded store: roles, settings and objects that Vigil did not make, and objects of
 * PostgreSQL's own that were replaced. On a server of somebody's own, roles and settings are that person's; objects of theirs in Vigil's
 * database are worth a look, and those that the application may use are a way past it.
 */
export async function examineAccess(stores: Pick<Stores, 'ownerUrl'>, { embedded }: { embedded: boolean }): Promise<Finding> {
  const name = 'Access';
  const { open, foreign } = await withOwner(stores, async (client) => ({
    open: await answersTo(client, [...(embedded ? [strangeRoles, strangeSettings] : []), strangeObjects(embedded)]),
    foreign: await answersTo(client, [...foreignObjects, ...(embedded ? foreignInServer : [])]),
  }));
  const replaced = embedded ? await replacedBuiltins(stores.ownerUrl) : [];
  const added = foreign.map((one) => `${one} was added`);
  const broken = [...open, ...replaced, ...(embedded ? added : [])];
  if (broken.length > 0)
    return {
      ...{ check: name, state: 'broken', detail: firstOf(broken) },
      mend: 'Somebody with the rights of the database’s owner opened a way past Vigil. Find out who and since when; then drop the role or object, or reset the setting (alter system reset, alter database reset). Where something of PostgreSQL’s own was changed, restore a backup into an empty DATA_DIR.',
    };
  if (added.length > 0)
    return {
      ...{ check: name, state: 'warning', detail: firstOf(added) },
      mend: 'Vigil made none of these. If you or whoever runs the server didn’t either, find out who did: they can copy or change what is stored.',
    };
  const detail = embedded ? 'no role, setting or object that Vigil did not make' : 'the application reaches nothing outside its schema';
  return { check: name, state: 'ok', detail };
}

const firstOf = (all: readonly string[]) =>
  `${all.slice(0, namedAtMost).join('; ')}${all.length > namedAtMost ? `; and ${all.length - namedAtMost} more` : ''}`;

async function answersTo(client: pg.Client, questions: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const question of questions) found.push(...(await client.query<{ strange: string }>(question)).rows.map((row) => row.strange));
  return found;
}
