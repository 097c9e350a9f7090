import type pg from 'pg';
import { ConfigError } from '#platform/config.ts';

/** The oldest major version that works: functions whose bodies are standard SQL, which the migrations use, came with it. */
export const oldestPostgres = 14;

/** What a PostgreSQL says of itself, of the database and of the role that we came in as. */
export interface ServerFacts {
  readonly versionNumber: number;
  readonly version: string;
  readonly encoding: string;
  readonly isReadOnly: boolean;
  readonly database: string;
  readonly role: string;
  readonly mayMakeRoles: boolean;
  readonly mayMakeSchemas: boolean;
  readonly mayWriteToPublic: boolean;
  /** Who owns what Vigil made here before; null in a database that it has never seen. */
  readonly setUpBy: string | null;
  readonly isOwner: boolean;
  /** A table of somebody else's in the schemas that Vigil uses. */
  readonly foreign: string | null;
}

/** Throws ConfigError with one sentence, before anything is changed, when Vigil cannot live in this database. */
export async function examineServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<ServerFacts>(question);
  const [facts] = rows;
  const reason = facts && refusal(facts);
  if (reason) throw new ConfigError(`Vigil cannot use PostgreSQL at ${client.host}:${client.port}: ${reason} Nothing was changed.`);
}

/** Why Vigil cannot live there, with what to do; undefined when it can. */
export function refusal(facts: ServerFacts): string | undefined {
  const { database, role } = facts;
  if (facts.versionNumber < oldestPostgres * 10_000)
    return `it is version ${facts.version}, and ${oldestPostgres} is the oldest that works. Upgrade it, or name another in DATABASE_URL.`;
  if (facts.encoding !== 'UTF8')
    return `the database ${database} is encoded in ${facts.encoding}, which cannot hold every name. Make one: create database … encoding 'UTF8' template template0.`;
  if (facts.isReadOnly) return 'it is read-only, as a replica is. Name the primary server in DATABASE_URL.';
  if (!facts.mayMakeRoles) return `the role ${role} may not make the application's own role. Grant it: alter role ${role} createrole.`;
  if (facts.setUpBy !== null)
    return facts.isOwner ? undefined : `the database ${database} was set up by the role ${facts.setUpBy}. Name that role in DATABASE_URL.`;
  if (!facts.mayMakeSchemas || !facts.mayWriteToPublic)
    return `the role ${role} may not make schemas and tables in the database ${database}. Give it the database: alter database ${database} owner to ${role}.`;
  if (facts.foreign !== null)
    return `the database ${database} is not empty and not Vigil's: it holds ${facts.foreign}. Name an empty database in DATABASE_URL.`;
  return undefined;
}

const question = `
  select current_setting('server_version_num')::int as "versionNumber",
         current_setting('server_version') as "version",
         current_setting('server_encoding') as "encoding",
         current_setting('transaction_read_only') = 'on' as "isReadOnly",
         current_database() as "database",
         current_user as "role",
         own.rolsuper or own.rolcreaterole as "mayMakeRoles",
         has_database_privilege(current_database(), 'create') as "mayMakeSchemas",
         coalesce(has_schema_privilege(to_regnamespace('public')::oid, 'create'), false) as "mayWriteToPublic",
         pg_get_userbyid(ours.relowner) as "setUpBy",
         coalesce(pg_has_role(ours.relowner, 'usage'), false) as "isOwner",
         (select n.nspname || '.' || c.relname
            from pg_class c join pg_namespace n on n.oid = c.relnamespace
            where n.nspname in ('public', 'vigil') and c.relkind in ('r', 'p', 'v', 'm', 'f')
              -- What an extension has made belongs to it (PostGIS, monitoring): it is not somebody's data.
              and not exists (select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
            order by c.oid limit 1) as "foreign"
    from pg_roles own left join pg_class ours on ours.oid = to_regclass('public.vigil_migrations')
    where own.rolname = current_user`;
