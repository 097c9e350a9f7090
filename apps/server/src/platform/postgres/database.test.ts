import { afterAll, expect, test } from 'vitest';
import { useHarness } from '#testing/harness.ts';
import { besides, createDatabase, type Sql } from './database.ts';
import { prepared } from './prepared.ts';

const { database, ownerUrl } = await useHarness();
/** Everything goes over one connection. */
const narrow = createDatabase({ url: ownerUrl, size: 1, onError: () => {} });
afterAll(() => narrow.close());
const one = <Row extends object>(text: string) => database.global(async (sql) => (await sql.query<Row>(text))[0]);

test('columns come out in camelCase, times in milliseconds, and JSON as it is', async () => {
  const row = await one(`select '2026-03-29T01:30:00.125Z'::timestamptz as first_band_sync_at, null::timestamptz as revoked_at,
    '-infinity'::timestamptz as seen_at, '2026-03-29'::date::text as birth_date, 9007199254740991::bigint as at_micros, 1.5::numeric as height_m,
    '{"time_zone": "UTC"}'::jsonb as settings, '\\x01'::bytea as secret_sha256`);
  expect(row).toEqual({
    firstBandSyncAt: Date.parse('2026-03-29T01:30:00.125Z'),
    revokedAt: null,
    seenAt: Number.NEGATIVE_INFINITY,
    birthDate: '2026-03-29',
    atMicros: 9_007_199_254_740_991,
    heightM: 1.5,
    settings: { time_zone: 'UTC' },
    secretSha256: Buffer.from([1]),
  });
});

test('a question by itself sees no tenant, also on a connection that was a tenant’s a moment ago', async () => {
  const tenantId = '7a0c1b0c-2e1c-4c8e-9a53-0d7d64ac4b9a';
  const seen = 'select vigil.current_tenant() as tenant, pg_backend_pid() as backend';
  const [before] = await database.tenant(tenantId, (sql) => sql.query<{ tenant: string; backend: number }>(seen));
  const [after] = await database.ask<{ tenant: string | null; backend: number }>(seen);
  expect(before?.tenant).toBe(tenantId);
  expect(after).toEqual({ tenant: null, backend: before?.backend });
});

test('a question by itself that the store refuses fails, and the next one is answered', async () => {
  await expect(database.ask('select nothing from nowhere')).rejects.toThrow();
  expect(await database.ask('select $1::int as height_m', [2])).toEqual([{ heightM: 2 }]);
});

test('a transaction that asks for a second connection is refused in tests: as many as there are connections would wait for each other', async () => {
  await expect(database.global(() => database.ask('select 1'))).rejects.toThrow('second connection');
  await expect(database.global(() => database.global(async () => 1))).rejects.toThrow('second connection');
  expect(await database.global(() => besides(() => database.global(async () => 1)))).toBe(1);
  expect(await database.global(async (sql) => sql.query('select 1 as one'))).toEqual([{ one: 1 }]);
  await database.global(async () => {});
  expect(await database.ask('select 1 as one')).toEqual([{ one: 1 }]);
});

test('statements that are asked for together are carried out in their order; after one that fails nothing more is', async () => {
  await narrow.ask('create temporary table steps (step int)');
  const step = (sql: Sql, at: number) => sql.query('insert into steps values ($1)', [at]);
  await narrow.global((sql) => Promise.all([1, 2, 3].map((at) => step(sql, at))));
  expect(await narrow.ask("select string_agg(step::text, ',' order by ctid) as steps from steps")).toEqual([{ steps: '1,2,3' }]);
  await expect(narrow.global((sql) => Promise.all([step(sql, 4), sql.query('select nothing from nowhere'), step(sql, 5)]))).rejects.toThrow(
    'nowhere',
  );
  expect(await narrow.ask('select count(*)::int as steps from steps')).toEqual([{ steps: 3 }]);
});

test('a statement that comes after the end of its transaction is refused, and not carried out in another', async () => {
  const late = await narrow.global(async (sql) => () => sql.query('select 1'));
  const next = narrow.global(async (sql) => {
    await expect(late()).rejects.toThrow('after the end');
    return sql.query('select 2 as two');
  });
  expect(await next).toEqual([{ two: 2 }]);
});

test('a prepared statement is kept by its connection, as itself and with every value', async () => {
  const square = prepared('select $1::int * $1::int as square_of');
  expect(await narrow.ask(square, [3])).toEqual([{ squareOf: 9 }]);
  expect(await narrow.global((sql) => sql.query(square, [4]))).toEqual([{ squareOf: 16 }]);
  const kept = await narrow.ask('select name, statement, generic_plans + custom_plans as used from pg_prepared_statements');
  expect(kept).toEqual([{ name: square.name, statement: square.text, used: 2 }]);
});

test.each([
  ['the connection does not know any more', 'deallocate all'],
  ['a migration has overtaken', 'alter table planned add column later int'],
])('a prepared statement that %s costs that connection, and nothing after it', async (_, change) => {
  const backend = async () => (await narrow.ask<{ pid: number }>('select pg_backend_pid() as pid'))[0]?.pid;
  const ways = [(work: typeof all) => narrow.ask(work), (work: typeof all) => narrow.global((sql) => sql.query(work))];
  const all = prepared('select * from planned');
  for (const asked of ways) {
    await narrow.ask('create temporary table planned (first int)');
    const before = await backend();
    expect(await asked(all)).toEqual([]);
    await narrow.ask(change);
    await expect(asked(all)).rejects.toThrow();
    await narrow.ask('create temporary table planned (first int)');
    expect([await asked(all), (await backend()) === before]).toEqual([[], false]);
    await narrow.ask('drop table planned');
  }
});
