import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { useOwnHarness } from '#testing/harness.ts';
import type { Sql } from './database.ts';

/*
 * The second wall: whatever the application's code asks for, PostgreSQL gives it rows of one tenant only. The tables come
 * from the catalogue, so that a new one is covered on the day it is made.
 */
// Stores of its own: rows that are filled in anyhow would be work for the jobs of other files.
const harness = await useOwnHarness();
const { asOwner, database } = harness;
const [here, there] = [await harness.createTenant(), await harness.createTenant()];

interface Column {
  readonly name: string;
  readonly type: string;
  readonly needed: boolean;
}

const tables = await asOwner<{ name: string; has_tenant: boolean; secured: boolean }>(
  `select c.relname as name, c.relrowsecurity as secured,
          exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped) as has_tenant
   from pg_class c where c.relnamespace = 'vigil'::regnamespace and c.relkind in ('r', 'p') order by c.relname`,
);
const ofTenants = tables.filter((table) => table.has_tenant).map((table) => table.name);

/** Tables that belong to no tenant. A new one has to be argued for here: what in it could be about a member? */
const ofNoTenant = {
  accounts: 'sign-in accounts; a person may belong to several tenants',
  audit_anchors: 'how often the anchors outside the database were written',
  audit_register: 'ids of the tenants that have an audit chain',
  audit_seal_digest: 'a digest of the secret that seals the audit log; the application may not read it',
  bus_events: 'ids of whoever was changed within the hour, for the server processes; the application may not read it',
  global_setting_changes: 'who changed settings of all tenants at once: operators only',
  global_settings: 'settings of all tenants at once',
  identity_keys: 'the provider’s keys, sealed',
  identity_links: 'which account at an outside provider is which person',
  listening_times: 'when a server could take readings in',
  oidc_clients: 'applications that people sign in to: registered for the whole installation by operators',
  oidc_records: 'sessions and grants of the provider',
  recovery_codes: 'of sign-in accounts, as HMACs',
  second_factors: 'authenticators of sign-in accounts, sealed',
  session_locks: 'which sessions of sign-in accounts are locked',
  sign_in_events: 'the trail of sign-ins, before any tenant is chosen',
  sign_in_links: 'one-time links, hashed',
  sign_in_throttles: 'failed attempts by hashed key',
  tenants: 'the tenants themselves',
  ticks_zone_tables: 'by which offsets days were counted, by zone',
  ticks_follow_up: 'how far the follow-up of the ticks store has come, by node',
} as Record<string, string>;

test('every table is either a tenant’s, with row-level security, or known to belong to none', () => {
  expect(tables.filter((table) => table.has_tenant && !table.secured)).toEqual([]);
  expect(tables.filter((table) => !table.has_tenant && !(table.name in ofNoTenant)).map((table) => table.name)).toEqual([]);
  expect(ofTenants.length).toBeGreaterThan(5);
});

test('the application’s role can neither bypass the policies, nor change them, nor become somebody who can', async () => {
  const [role] = await asOwner(
    "select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication from pg_roles where rolname = 'vigil_app'",
  );
  expect(role).toEqual({ rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false, rolreplication: false });
  const member = await asOwner("select 1 from pg_auth_members where member = 'vigil_app'::regrole");
  const owned = await asOwner(
    `select relname as name from pg_class where relowner = 'vigil_app'::regrole
     union all select proname from pg_proc where proowner = 'vigil_app'::regrole
     union all select nspname from pg_namespace where nspowner = 'vigil_app'::regrole
     union all select datname from pg_database where datdba = 'vigil_app'::regrole`,
  );
  const creates = await asOwner(
    "select nspname from pg_namespace where has_schema_privilege('vigil_app', oid, 'create') and nspname !~ '^pg_(temp|toast)'",
  );
  expect({ member, owned, creates }).toEqual({ member: [], owned: [], creates: [] });
  await expect(database.global((sql) => sql.query('alter table vigil.users disable row level security'))).rejects.toMatchObject({
    code: '42501',
  });
  const [owner] = await asOwner<{ name: string }>('select current_user as name');
  await expect(database.global((sql) => sql.query(`set role ${owner?.name}`))).rejects.toMatchObject({ code: '42501' });
});

test('the policies of each table bind the application’s role for every command, by the tenant of the transaction alone', async () => {
  const policies = await asOwner<{ tablename: string; cmd: string; qual: string; with_check: string; permissive: string }>(
    "select tablename, cmd, qual, with_check, permissive from pg_policies where schemaname = 'vigil' and ('vigil_app' = any(roles) or 'public' = any(roles))",
  );
  // Tenants are known to everybody, and each changes itself alone; services/configurator/settings has the test.
  const ofTheTenants = policies.filter((policy) => policy.tablename === 'tenants');
  expect(ofTheTenants.map(({ cmd, qual, with_check }) => [cmd, qual, with_check]).sort()).toEqual([
    ['INSERT', null, 'true'],
    ['SELECT', 'true', null],
    ['UPDATE', '(id = vigil.current_tenant())', '(id = vigil.current_tenant())'],
  ]);
  const others = policies.filter((policy) => policy.tablename !== 'tenants');
  const own = '(tenant_id = vigil.current_tenant())';
  const wide = others.filter((policy) => policy.permissive === 'PERMISSIVE' && (policy.qual !== own || policy.with_check !== own));
  expect(wide).toEqual([]);
  expect(new Set(others.map((policy) => policy.tablename))).toEqual(new Set(ofTenants));
});

test('functions that see every tenant fix their search path and are given to the application by name', async () => {
  const functions = await asOwner<{ name: string; config: string[] | null; everyone: boolean }>(
    `select p.proname as name, p.proconfig as config, has_function_privilege('public', p.oid, 'execute') as everyone
     from pg_proc p where p.pronamespace = 'vigil'::regnamespace and p.prosecdef`,
  );
  const loose = functions.filter((one) => one.everyone || !one.config?.some((setting) => setting.startsWith('search_path=')));
  expect(loose.map((one) => one.name)).toEqual([]);
});

for (const table of ofTenants) {
  test(`vigil.${table}: rows of another tenant are neither seen nor written`, async () => {
    const [mine, theirs] = [await makeRow(table, here.id), await makeRow(table, there.id)];
    expect([mine, theirs]).toEqual([1, 1]);
    const asHere = <T extends object>(text: string, values: unknown[]) =>
      database.tenant(here.id, (sql: Sql) => sql.query<T>(text, values));

    expect(await asHere(`select 1 from vigil.${table} where tenant_id = $1`, [there.id])).toEqual([]);
    expect(await asHere(`select distinct tenant_id from vigil.${table}`, [])).toEqual([{ tenantId: here.id }]);
    expect(await database.global((sql) => sql.query(`select 1 from vigil.${table}`))).toEqual([]);

    expect(await changed(asHere(`update vigil.${table} set tenant_id = tenant_id where tenant_id = $1 returning 1`, [there.id]))).toBe(0);
    expect(await changed(asHere(`delete from vigil.${table} where tenant_id = $1 returning 1`, [there.id]))).toBe(0);
    await expect(asHere(`update vigil.${table} set tenant_id = $1 where tenant_id = $2`, [there.id, here.id])).rejects.toMatchObject({
      code: '42501',
    });
    // The policy is judged before any constraint, so that a row of nothing but the tenant shows it.
    await expect(asHere(`insert into vigil.${table} (tenant_id) values ($1)`, [there.id])).rejects.toMatchObject({ code: '42501' });
    await expect(
      database.global((sql) => sql.query(`insert into vigil.${table} (tenant_id) values ($1)`, [there.id])),
    ).rejects.toMatchObject({ code: '42501' });
    const [left] = await asOwner<{ count: number }>(`select count(*)::int as count from vigil.${table} where tenant_id = $1`, [there.id]);
    expect(left?.count).toBeGreaterThan(0);
  });
}

/** Rows changed; none where the role may not run the command at all. */
async function changed(work: Promise<object[]>): Promise<number> {
  return work.then(
    (rows) => rows.length,
    (error: { code?: string }) => {
      if (error.code !== '42501') throw error;
      return 0;
    },
  );
}

/** What a check of several columns asks for. */
const special: Readonly<Record<string, () => string>> = {
  ...{ 'files.purpose': () => 'photo', 'calls.callee_id': () => randomUUID() },
  'invitations.email': () => 'somebody@example.test',
};

/** Puts a row of the tenant into the table as the owner, with values made from the catalogue; references are not looked at. */
async function makeRow(table: string, tenantId: string): Promise<number> {
  const columns = await asOwner<Column>(
    `select attname as name, format_type(atttypid, null) as type, attnotnull and not atthasdef and attidentity = '' as needed
     from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
    [`vigil.${table}`],
  );
  const checks = await asOwner<{ text: string }>(
    "select pg_get_constraintdef(oid) as text from pg_constraint where conrelid = $1::regclass and contype = 'c'",
    [`vigil.${table}`],
  );
  const needed = columns.filter((column) => column.needed || `${table}.${column.name}` in special);
  // One id for all columns of the row: some are checked to be the same.
  const made = { id: randomUUID(), checks: checks.map((check) => check.text) };
  const values = needed.map((column) =>
    column.name === 'tenant_id' ? tenantId : (special[`${table}.${column.name}`]?.() ?? valueFor(column, made)),
  );
  const list = values.map((value) => (value === null ? 'null' : `'${value}'`)).join(', ');
  await asOwner(
    `set local session_replication_role = replica; insert into vigil.${table} (${needed.map((column) => column.name).join(', ')}) values (${list})`,
  );
  const rows = await asOwner<{ count: number }>(`select count(*)::int as count from vigil.${table} where tenant_id = $1`, [tenantId]);
  return Math.min(1, rows[0]?.count ?? 0);
}

function valueFor({ name, type }: Column, { id, checks }: { readonly id: string; readonly checks: readonly string[] }): string {
  const allowed = checks.map((check) => new RegExp(`\\(${name} = ANY \\(ARRAY\\['([^']+)'`).exec(check)?.[1]).find(Boolean);
  if (allowed) return allowed;
  const simple: Record<string, string> = {
    uuid: id,
    bytea: '\\x00',
    'timestamp with time zone': '2026-01-01T00:00:00Z',
    date: '2026-01-01',
    boolean: 'true',
    jsonb: '{}',
    inet: '127.0.0.1',
    interval: '1 hour',
  };
  if (type.endsWith('[]')) return type === 'text[]' ? '{patient}' : '{}';
  if (/^(smallint|integer|bigint|double precision|real|numeric)$/.test(type)) return '1';
  return simple[type] ?? `text-${randomUUID()}`;
}
