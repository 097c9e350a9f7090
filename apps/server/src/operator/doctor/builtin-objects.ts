import type pg from 'pg';
import { withConnection } from '#platform/postgres/connection.ts';
import { firstOwnObject } from './foreign-objects.ts';

/**
 * PostgreSQL's own functions, operators, casts, text search and views, which every statement of ours relies on. Whoever may do everything
 * can replace them, and `lower` is called with every name that is looked for.
 */
const withNumbers = [
  'pg_proc',
  'pg_operator',
  'pg_cast',
  'pg_type',
  'pg_opclass',
  'pg_amop',
  'pg_amproc',
  'pg_language',
  'pg_collation',
  'pg_conversion',
  'pg_ts_config',
  'pg_ts_dict',
  'pg_ts_parser',
  'pg_ts_template',
  'pg_rewrite',
] as const;

const questions: readonly (readonly [catalogue: string, text: string])[] = [
  ...withNumbers.map(
    (catalogue) =>
      [
        catalogue,
        `select (select concat(i.type, ' ', i.identity) from pg_identify_object('${catalogue}'::regclass, o.oid, 0) i) as name, md5(o::text) as definition
         from ${catalogue} o where o.oid < ${firstOwnObject}`,
      ] as const,
  ),
  [
    'pg_ts_config_map',
    `select concat('text search configuration ', o.mapcfg::regconfig) as name, md5(string_agg(o::text, ' ' order by o.maptokentype, o.mapseqno)) as definition
     from pg_ts_config_map o where o.mapcfg < ${firstOwnObject} group by o.mapcfg`,
  ],
  [
    'pg_aggregate',
    `select concat('aggregate ', o.aggfnoid::regprocedure) as name, md5(o::text) as definition from pg_aggregate o where o.aggfnoid < ${firstOwnObject}`,
  ],
];

/** The database of the same server that nobody works in: made by the same PostgreSQL from the same template. */
const untouched = 'postgres';

/** What differs from PostgreSQL's own in this database, compared with another of the same server. Only an owner of the server can change it. */
export async function replacedBuiltins(ownerUrl: string): Promise<string[]> {
  const elsewhere = Object.assign(new URL(ownerUrl), { pathname: `/${untouched}` }).toString();
  const [here, there] = [await withConnection(ownerUrl, readBuiltins), await withConnection(elsewhere, readBuiltins)];
  const changed = [...there].filter(([name, definition]) => here.get(name) !== definition);
  const added = [...here.keys()].filter((name) => !there.has(name));
  return [
    ...changed.map(([name]) => `PostgreSQL’s own ${name} was ${here.has(name) ? 'changed' : 'removed'}`),
    ...added.map((name) => `${name} was put among PostgreSQL’s own`),
  ];
}

async function readBuiltins(client: pg.Client): Promise<Map<string, string>> {
  await client.query('set search_path = pg_catalog');
  const found = new Map<string, string>();
  for (const [catalogue, text] of questions) {
    const { rows } = await client.query<{ name: string; definition: string }>(text);
    for (const { name, definition } of rows) {
      // Members of a family of operators have one name for each pair of types, and casts one for each direction.
      const key = catalogue === 'pg_amop' || catalogue === 'pg_amproc' ? `${name} (${catalogue})` : name;
      found.set(key, (found.get(key) ?? '') + definition);
    }
  }
  return found;
}
