import type pg from 'pg';

/** Who may do what, without the owner, who may grant himself anything, and without who granted it. */
const grants = (acl: string, owner: string) => `(select string_agg(
  concat(case a.grantee when 0 then 'public' else pg_get_userbyid(a.grantee) end, ' ', a.privilege_type, case when a.is_grantable then ' with grant option' end),
  ', ' order by pg_get_userbyid(a.grantee), a.privilege_type) from aclexplode(${acl}) a where a.grantee <> ${owner})`;

/** Everything in the schema belongs to whoever the schema belongs to, and that is never the application. */
const ownerOf = (owner: string) => `case ${owner} when n.nspowner then 'as the schema' else pg_get_userbyid(${owner}) end`;

/**
 * One row for everything that the schema holds: what it is called, and its definition as PostgreSQL itself spells it.
 * Left out is what may differ without meaning anything: object ids, owners' names, the order of columns.
 */
const questions: readonly string[] = [
  `select 'the schema', concat_ws('; ', ${grants("coalesce(n.nspacl, acldefault('n', n.nspowner))", 'n.nspowner')},
     case when n.nspowner = to_regrole('vigil_app') then 'owned by the application' end)
   from pg_namespace n where n.oid = 'vigil'::regnamespace`,

  `select concat(case c.relkind when 'r' then 'table ' when 'v' then 'view ' when 'S' then 'sequence ' when 'i' then 'index ' else 'relation ' end, c.relname),
     concat_ws('; ', c.relkind, c.relpersistence, ${ownerOf('c.relowner')}, 'row security ' || c.relrowsecurity, 'forced ' || c.relforcerowsecurity, c.reloptions::text,
       case when c.relkind in ('v', 'm') then pg_get_viewdef(c.oid) end,
       case when c.relkind = 'i' then (select concat(pg_get_indexdef(c.oid), ' valid ', i.indisvalid) from pg_index i where i.indexrelid = c.oid) end,
       case when c.relkind <> 'i' then ${grants("coalesce(c.relacl, acldefault(case c.relkind when 'S' then 's'::\"char\" else 'r'::\"char\" end, c.relowner))", 'c.relowner')} end)
   from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'vigil' and c.relkind <> 't'`,

  `select concat('column ', c.relname, '.', a.attname),
     concat_ws('; ', format_type(a.atttypid, a.atttypmod), case when a.attnotnull then 'not null' end, 'generated ' || nullif(a.attgenerated::text, ''), 'identity ' || nullif(a.attidentity::text, ''),
       (select collname from pg_collation l where l.oid = a.attcollation), (select pg_get_expr(d.adbin, d.adrelid) from pg_attrdef d where d.adrelid = c.oid and d.adnum = a.attnum),
       case when a.attacl is not null then ${grants('a.attacl', 'c.relowner')} end)
   from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
   where n.nspname = 'vigil' and c.relkind in ('r', 'p', 'v', 'm', 'f') and a.attnum > 0 and not a.attisdropped`,

  // Not-null constraints are the column's (and have rows here from PostgreSQL 18 on only).
  `select concat('constraint ', o.conname, ' of ', coalesce(c.relname, t.typname)), concat_ws('; ', pg_get_constraintdef(o.oid), 'validated ' || o.convalidated)
   from pg_constraint o join pg_namespace n on n.oid = o.connamespace left join pg_class c on c.oid = o.conrelid left join pg_type t on t.oid = o.contypid
   where n.nspname = 'vigil' and o.contype <> 'n'`,

  `select concat('trigger ', t.tgname, ' of ', c.relname), concat_ws('; ', pg_get_triggerdef(t.oid), 'enabled ' || t.tgenabled::text)
   from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'vigil' and not t.tgisinternal`,

  `select concat('the triggers behind the foreign keys of ', c.relname), string_agg(t.tgenabled::text, '' order by t.tgenabled)
   from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'vigil' and t.tgisinternal group by c.relname`,

  `select concat('rule ', r.rulename, ' of ', c.relname), concat_ws('; ', pg_get_ruledef(r.oid), 'enabled ' || r.ev_enabled::text)
   from pg_rewrite r join pg_class c on c.oid = r.ev_class join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'vigil' and r.rulename <> '_RETURN'`,

  `select concat('policy ', p.polname, ' of ', c.relname), concat_ws('; ', p.polcmd, case when p.polpermissive then 'permissive' else 'restrictive' end,
     (select string_agg(case role when 0 then 'public' else pg_get_userbyid(role) end, ', ' order by role) from unnest(p.polroles) as role),
     'using ' || pg_get_expr(p.polqual, p.polrelid), 'check ' || pg_get_expr(p.polwithcheck, p.polrelid))
   from pg_policy p join pg_class c on c.oid = p.polrelid join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'vigil'`,

  `select concat('function ', p.proname, '(', pg_get_function_identity_arguments(p.oid), ')'),
     concat_ws('; ', p.prokind, case when p.prokind <> 'a' then pg_get_functiondef(p.oid) end, ${ownerOf('p.proowner')}, ${grants("coalesce(p.proacl, acldefault('f', p.proowner))", 'p.proowner')})
   from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = 'vigil'`,

  `select concat('type ', t.typname), concat_ws('; ', t.typtype, ${ownerOf('t.typowner')}, format_type(t.typbasetype, t.typtypmod), 'not null ' || t.typnotnull, t.typdefault,
     (select string_agg(e.enumlabel, ', ' order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid))
   from pg_type t join pg_namespace n on n.oid = t.typnamespace where n.nspname = 'vigil' and t.typtype in ('d', 'e', 'r')`,

  `select concat('default grants on kind ', d.defaclobjtype), ${grants('d.defaclacl', 'd.defaclrole')}
   from pg_default_acl d join pg_namespace n on n.oid = d.defaclnamespace where n.nspname = 'vigil'`,
];

/** What else a schema can hold. The migrations make none of it but what an extension brings, so that names and rows are enough. */
const others = [
  ['pg_operator', 'oprnamespace'],
  ['pg_opclass', 'opcnamespace'],
  ['pg_collation', 'collnamespace'],
  ['pg_conversion', 'connamespace'],
  ['pg_statistic_ext', 'stxnamespace'],
  ['pg_ts_config', 'cfgnamespace'],
  ['pg_ts_dict', 'dictnamespace'],
  ['pg_ts_parser', 'prsnamespace'],
  ['pg_ts_template', 'tmplnamespace'],
].map(
  ([catalogue, namespace]) => `
  select (select concat(i.type, ' ', i.identity) from pg_identify_object('${catalogue}'::regclass, o.oid, 0) i), ''
  from ${catalogue} o where o.${namespace} = 'vigil'::regnamespace`,
);

/** Everything that the schema `vigil` holds, as this connection sees it, by name. */
export async function readCatalogue(client: pg.Client): Promise<Map<string, string>> {
  // Names are spelt with their schema then.
  await client.query('set local search_path = pg_catalog');
  const found = new Map<string, string>();
  for (const question of [...questions, ...others]) {
    const { rows } = await client.query<[string, string | null]>({ text: question, rowMode: 'array' });
    for (const [name, definition] of rows) found.set(name, definition ?? '');
  }
  await client.query('set local search_path to default');
  return found;
}
