/** Everything with a higher number was made after the database itself (PostgreSQL's FirstNormalObjectId). */
export const firstOwnObject = 16_384;

/** What an extension has made, or PostgreSQL for another object (casts of a range type), belongs to that, which is named itself. */
const isPartOfAnother = (catalogue: string) =>
  `exists (select 1 from pg_depend e where e.classid = '${catalogue}'::regclass and e.objid = o.oid and e.deptype in ('e', 'i'))`;

/** Catalogues whose objects lie in a schema: what of them decides in which, and which of them are somebody's own. */
const inSchemas: readonly { readonly catalogue: string; readonly namespace: string; readonly isOwn?: string }[] = [
  // Tables that only this connection sees, and what belongs to tables (indexes, the rest of long values), are not counted.
  { catalogue: 'pg_class', namespace: 'relnamespace', isOwn: `o.relkind in ('r', 'p', 'v', 'm', 'f', 'S') and o.relpersistence <> 't'` },
  { catalogue: 'pg_proc', namespace: 'pronamespace' },
  // Every table has a row type, and every type one for its arrays.
  { catalogue: 'pg_type', namespace: 'typnamespace', isOwn: `o.typtype in ('d', 'e', 'r', 'b') and o.typcategory <> 'A'` },
  { catalogue: 'pg_operator', namespace: 'oprnamespace' },
  { catalogue: 'pg_opclass', namespace: 'opcnamespace' },
  { catalogue: 'pg_collation', namespace: 'collnamespace' },
  { catalogue: 'pg_conversion', namespace: 'connamespace' },
  { catalogue: 'pg_statistic_ext', namespace: 'stxnamespace' },
  { catalogue: 'pg_ts_config', namespace: 'cfgnamespace' },
  { catalogue: 'pg_ts_dict', namespace: 'dictnamespace' },
  { catalogue: 'pg_ts_parser', namespace: 'prsnamespace' },
  { catalogue: 'pg_ts_template', namespace: 'tmplnamespace' },
];

/** Catalogues of what holds for a whole database: it can copy, send away or change what goes through every table. */
const ofDatabase = [
  'pg_cast',
  'pg_event_trigger',
  'pg_publication',
  'pg_language',
  'pg_transform',
  'pg_am',
  'pg_foreign_data_wrapper',
  'pg_foreign_server',
] as const;

const describe = (catalogue: string) =>
  `(select concat(i.type, ' ', i.identity) from pg_identify_object('${catalogue}'::regclass, o.oid, 0) i)`;

/** Vigil's own are compared one by one with what the migrations make (`catalogue.ts`). */
const isVigils = (namespace: string) => `o.${namespace} = 'vigil'::regnamespace`;

/**
 * What is in the database and not made by Vigil: outside its schema, or for the whole database. Each as a row that names it. PostgreSQL's
 * own objects have lower numbers; those who were replaced are found by `builtin-objects.ts`.
 */
export const foreignObjects: readonly string[] = [
  `select concat('schema ', o.nspname) as strange from pg_namespace o
   where o.oid >= ${firstOwnObject} and o.nspname not in ('vigil') and o.nspname !~ '^pg_(toast_)?temp_' and not ${isPartOfAnother('pg_namespace')}`,
  ...inSchemas.map(
    ({ catalogue, namespace, isOwn = 'true' }) => `
    select ${describe(catalogue)} as strange from ${catalogue} o
    where o.oid >= ${firstOwnObject} and not ${isVigils(namespace)} and ${isOwn} and o.oid is distinct from to_regclass('public.vigil_migrations')
      and not ${isPartOfAnother(catalogue)}`,
  ),
  ...ofDatabase.map(
    (catalogue) => `
    select ${describe(catalogue)} as strange from ${catalogue} o where o.oid >= ${firstOwnObject} and not ${isPartOfAnother(catalogue)}`,
  ),
  `select concat('large object ', o.oid) as strange from pg_largeobject_metadata o`,
  // Nobody but a superuser may read where a subscription comes from.
  `select concat('subscription ', o.subname) as strange from pg_subscription o join pg_database d on d.oid = o.subdbid where d.datname = current_database()`,
  `select concat('extension ', o.extname) as strange from pg_extension o where o.oid >= ${firstOwnObject} and o.extname <> 'pg_trgm'`,
  `select concat('table ', o.inhrelid::regclass, ', which takes part in ', o.inhparent::regclass) as strange from pg_inherits o
   join pg_class p on p.oid = o.inhparent join pg_class c on c.oid = o.inhrelid
   where p.relnamespace = 'vigil'::regnamespace and c.relnamespace <> p.relnamespace`,
  `select concat('default grants for everything that ', pg_get_userbyid(o.defaclrole), ' makes') as strange from pg_default_acl o where o.defaclnamespace = 0`,
];

/** The same of the server of the embedded store, which holds Vigil's database and PostgreSQL's own three. */
export const foreignInServer: readonly string[] = [
  `select concat('database ', o.datname) as strange from pg_database o
   where o.datname not in (current_database(), 'vigil', 'postgres', 'template0', 'template1')`,
  `select concat('replication slot ', o.slot_name) as strange from pg_replication_slots o`,
  `select concat('tablespace ', o.spcname) as strange from pg_tablespace o where o.oid >= ${firstOwnObject}`,
  `select concat('setting ', setting, ' of ', coalesce(nullif('the role ' || r.rolname, 'the role '), 'the database')) as strange
   from pg_db_role_setting s left join pg_database d on d.oid = s.setdatabase left join pg_roles r on r.oid = s.setrole, unnest(s.setconfig) as setting
   where (s.setdatabase = 0 or d.datname = current_database()) and setting !~ '^(session_replication_role|row_security)='`,
];
