import pg from 'pg';
import type { Stores } from '#platform/stores.ts';
import { Fault, withOwner } from './finding.ts';

interface Reference {
  readonly from: string;
  readonly columns: readonly string[];
  readonly to: string;
  readonly toColumns: readonly string[];
}

/** Declared foreign keys, and what tables of members refer to without declaring it, because they are written too often. */
const allReferences = `
  select o.conrelid::regclass::text as from, o.confrelid::regclass::text as to,
    array(select a.attname::text from unnest(o.conkey) with ordinality as k (n, i) join pg_attribute a on a.attrelid = o.conrelid and a.attnum = k.n order by k.i) as columns,
    array(select a.attname::text from unnest(o.confkey) with ordinality as k (n, i) join pg_attribute a on a.attrelid = o.confrelid and a.attnum = k.n order by k.i) as "toColumns"
  from pg_constraint o where o.connamespace = 'vigil'::regnamespace and o.contype = 'f'
  union
  select c.oid::regclass::text, 'vigil.users', '{tenant_id,user_id}', '{tenant_id,id}'
  from pg_class c where c.relnamespace = 'vigil'::regnamespace and c.relkind = 'r'
    and (select count(*) from pg_attribute a where a.attrelid = c.oid and a.attname in ('tenant_id', 'user_id') and not a.attisdropped) = 2`;

/** Rows that were given to another tenant, or whose person is gone, past the constraints. Throws naming the tables. */
export async function describeReferences(stores: Pick<Stores, 'ownerUrl'>): Promise<string> {
  return withOwner(stores, async (client) => {
    const { rows: references } = await client.query<Reference>(allReferences);
    const wrong: string[] = [];
    for (const reference of references) {
      const n = await danglingRows(client, reference);
      if (n > 0) wrong.push(`${n} rows of ${reference.from} belong to nothing in ${reference.to} (${reference.columns.join(', ')})`);
    }
    if (wrong.length > 0) throw new Fault(wrong.join('; '));
    return `${references.length} kinds of reference hold`;
  });
}

async function danglingRows(client: pg.Client, { from, columns, to, toColumns }: Reference): Promise<number> {
  const column = (table: string, name: string) => `${table}.${pg.escapeIdentifier(name)}`;
  const given = columns.map((name) => `${column('f', name)} is not null`).join(' and ');
  const same = columns.map((name, index) => `${column('t', toColumns[index] ?? '')} = ${column('f', name)}`).join(' and ');
  const { rows } = await client.query<{ n: string }>(
    `select count(*) as n from ${from} f where ${given} and not exists (select 1 from ${to} t where ${same})`,
  );
  return Number(rows[0]?.n);
}
