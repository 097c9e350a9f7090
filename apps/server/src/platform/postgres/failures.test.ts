import { expect, it } from 'vitest';
import { useHarness } from '#testing/harness.ts';
import { createDatabase } from './database.ts';
import { databaseFailure } from './failures.ts';

const harness = await useHarness();
const away = { code: 'database_unavailable', status: 503, retryAfterSeconds: 5 };

it('a database that cannot be reached answers every question with 503 and when to come back', async () => {
  const nowhere = createDatabase({ url: 'postgres://vigil_app:none@127.0.0.1:9/vigil', onError: () => {} });
  await expect(nowhere.global((sql) => sql.query('select 1'))).rejects.toMatchObject(away);
  await expect(nowhere.ping()).rejects.toMatchObject(away);
  await nowhere.close();
});

it('a connection that is lost between two statements of a transaction does the same, and the next transaction works', async () => {
  const work = harness.database.global(async (sql) => {
    const [mine] = await sql.query<{ pid: number }>('select pg_backend_pid() as pid');
    await harness.asOwner('select pg_terminate_backend($1)', [mine?.pid]);
    await sql.query('select 1');
  });
  await expect(work).rejects.toMatchObject(away);
  await expect(harness.database.ping()).resolves.toBeUndefined();
});

it.each<[string, Error]>([
  ['the database shuts down', Object.assign(new Error('terminating connection'), { code: '57P01', severity: 'FATAL' })],
  ['it is recovering from a crash', Object.assign(new Error('the database system is starting up'), { code: '57P03', severity: 'FATAL' })],
  ['the pool gives up waiting', new Error('timeout exceeded when trying to connect')],
  ['the connection breaks', new Error('Connection terminated unexpectedly')],
  ['the socket is reset', Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })],
])('%s: the same', (_case, error) => {
  expect(databaseFailure(error)).toMatchObject(away);
});

it('of two transactions that wait for each other one is given up, saved nothing and may be tried again; the other goes on', async () => {
  const { id } = await harness.createTenant();
  const locked = (first: number, other: number) =>
    harness.database.tenant(id, async (sql) => {
      await sql.query('select pg_advisory_xact_lock($1)', [first]);
      arrived += 1;
      await expect.poll(() => arrived).toBe(2);
      await sql.query('select pg_advisory_xact_lock($1)', [other]);
    });
  let arrived = 0;
  const [one, two] = await Promise.allSettled([locked(9_001, 9_002), locked(9_002, 9_001)]);
  expect([one.status, two.status].sort()).toEqual(['fulfilled', 'rejected']);
  const failed = one.status === 'rejected' ? one : two;
  expect(failed).toMatchObject({ reason: { code: 'database_unavailable', status: 503, retryAfterSeconds: 1 } });
});

it('a statement that is wrong stays what it is', async () => {
  await expect(harness.database.global((sql) => sql.query('select nothing from nowhere'))).rejects.toMatchObject({ code: '42P01' });
});
