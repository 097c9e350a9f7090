import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { knownMigrations } from '#platform/migrate.ts';
import type { Stores } from '#platform/stores.ts';
import { readCatalogue } from './catalogue-definitions.ts';
import { Fault, withOwner } from './finding.ts';

const namedAtMost = 5;

/**
 * Compares tables, policies, grants, triggers and functions with what this version's migrations make. What they make is
 * not written down anywhere: it is made, by the same PostgreSQL, beside the real schema in a transaction that is rolled
 * back, so the comparison holds for every version of PostgreSQL and never goes stale. No table with data is touched.
 * Throws naming what differs.
 */
export async function describeCatalogue(stores: Pick<Stores, 'ownerUrl'>): Promise<string> {
  const { actual, expected } = await withOwner(stores, bothCatalogues);
  const changed = [...expected]
    .filter(([name, definition]) => actual.has(name) && actual.get(name) !== definition)
    .map(([name]) => `${name} was changed`);
  const removed = [...expected.keys()].filter((name) => !actual.has(name)).map((name) => `${name} was removed`);
  const added = [...actual.keys()].filter((name) => !expected.has(name)).map((name) => `${name} was added`);
  const different = [...changed, ...removed, ...added];
  if (different.length === 0) return `${actual.size} definitions as the migrations make them`;
  const more = different.length > namedAtMost ? ` and ${different.length - namedAtMost} more` : '';
  throw new Fault(`${different.slice(0, namedAtMost).join(', ')}${more}`);
}

/**
 * A database has an extension once. To be made again beside the real schema it has to be gone, until the transaction is rolled
 * back; where an administrator keeps it in another schema, it stays and both sides use it.
 */
const withoutExtension = `do $$ begin
  if exists (select 1 from pg_extension where extname = 'pg_trgm' and extnamespace = 'vigil'::regnamespace) then drop extension pg_trgm cascade; end if;
end $$`;

async function bothCatalogues(client: pg.Client): Promise<{ actual: Map<string, string>; expected: Map<string, string> }> {
  await client.query("begin; set local lock_timeout = '30s'; set local statement_timeout = '120s'");
  try {
    const actual = await readCatalogue(client);
    await client.query(withoutExtension);
    // Only this transaction sees the other name. It waits for a server that is migrating, and nobody waits for it but such a server.
    await client.query(`alter schema vigil rename to vigil_aside_${randomBytes(6).toString('hex')}`);
    for (const migration of await knownMigrations()) if (migration.store === 'postgres') await client.query(migration.text);
    return { actual, expected: await readCatalogue(client) };
  } finally {
    await client.query('rollback');
  }
}
