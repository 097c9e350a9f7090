import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterEach, describe, expect, it, test } from 'vitest';
import { derivedPassword, migrate } from '#platform/migrate.ts';
import { useHarness } from '#testing/harness.ts';
import { refusal, type ServerFacts } from './examine-server.ts';

const harness = await useHarness();
const password = 'hidden';
const made: string[] = [];

afterEach(async () => {
  for (const statement of made.splice(0).reverse()) await harness.asOwner(statement);
});

/** An ordinary role with what docs/operating.md asks for, or with what `rights` says in its place. */
async function createRole(rights = 'createrole createdb'): Promise<string> {
  const name = `role_${randomBytes(6).toString('hex')}`;
  await harness.asOwner(`create role ${name} login ${rights} password '${password}'`);
  made.push(`drop role ${name}`);
  return name;
}

async function createDatabase(owner: string, options = "encoding 'UTF8'"): Promise<string> {
  const name = `examined_${randomBytes(6).toString('hex')}`;
  await harness.asOwner(`create database ${name} owner ${owner} ${options} template template0`);
  made.push(`drop database ${name} with (force)`);
  return name;
}

const urlOf = (role: string, database: string, secret = password) =>
  Object.assign(new URL(harness.ownerUrl), { username: role, password: secret, pathname: `/${database}` }).toString();
/** The owner of the test run's own server, in another database. */
const ownerUrl = (database: string) => Object.assign(new URL(harness.ownerUrl), { pathname: `/${database}` }).toString();

/** The one sentence with which a start on that database is refused. */
async function complaint(url: string): Promise<string> {
  const failure = await migrate({ ownerUrl: url, appPassword: harness.secrets.databaseApp, engine: harness.engine }).then(
    () => undefined,
    (error: Error) => error,
  );
  expect(failure?.constructor.name).toBe('ConfigError');
  expect(failure?.message).not.toContain(password);
  return failure?.message ?? '';
}

async function asked(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(text).finally(() => client.end());
}

describe('a database in which Vigil cannot live is refused in one sentence, and nothing is changed', () => {
  it('a wrong password', async () => {
    const role = await createRole();
    expect(await complaint(urlOf(role, await createDatabase(role), 'wrong'))).toMatch(`does not let the user ${role} in`);
  });

  it('a database that is not there', async () => {
    expect(await complaint(urlOf(await createRole(), 'nowhere'))).toContain('has no database nowhere');
  });

  it('one that is not UTF-8', async () => {
    const role = await createRole();
    const database = await createDatabase(role, "encoding 'SQL_ASCII' locale_provider libc locale 'C'");
    expect(await complaint(urlOf(role, database))).toMatch(/encoded in SQL_ASCII.*encoding 'UTF8'.*Nothing was changed/);
  });

  it('one that is read-only', async () => {
    const role = await createRole();
    const database = await createDatabase(role);
    await harness.asOwner(`alter database ${database} set default_transaction_read_only = on`);
    expect(await complaint(urlOf(role, database))).toContain('read-only');
  });

  it('a role that may not make roles', async () => {
    const role = await createRole('');
    expect(await complaint(urlOf(role, await createDatabase(role)))).toContain(`alter role ${role} createrole`);
  });

  it('a role whose database it is not', async () => {
    const role = await createRole();
    const database = await createDatabase('vigil_owner');
    expect(await complaint(urlOf(role, database))).toContain(`alter database ${database} owner to ${role}`);
  });

  it('one that holds somebody else’s tables, which stay as they were', async () => {
    const role = await createRole();
    const url = urlOf(role, await createDatabase(role));
    await asked(url, 'create table public.invoices (id int)');
    expect(await complaint(url)).toMatch(/not empty and not Vigil's: it holds public\.invoices/);
    await asked(url, 'select id from public.invoices');
    await expect(asked(url, 'select 1 from public.vigil_migrations')).rejects.toThrow('does not exist');
  });

  it('one that another role has set up', async () => {
    const database = await createDatabase('vigil_owner');
    await asked(ownerUrl(database), 'create table public.vigil_migrations (store text)');
    expect(await complaint(urlOf(await createRole(), database))).toContain('was set up by the role vigil_owner');
  });

  it('one on a server whose application role belongs to another Vigil', async () => {
    const role = await createRole();
    expect(await complaint(urlOf(role, await createDatabase(role)))).toContain(`a role vigil_app that ${role} may not change`);
  });

  it('a DATABASE_URL without a password, from which the application’s password would follow', () => {
    expect(() => derivedPassword('postgres://somebody@127.0.0.1/vigil')).toThrow('DATABASE_URL holds no password');
  });
});

const well: ServerFacts = {
  versionNumber: 140_000,
  version: '14.0',
  encoding: 'UTF8',
  isReadOnly: false,
  database: 'vigil',
  role: 'clinic',
  mayMakeRoles: true,
  mayMakeSchemas: true,
  mayWriteToPublic: true,
  setUpBy: null,
  isOwner: false,
  foreign: null,
};

test.each<[string, Partial<ServerFacts>, RegExp | undefined]>([
  ['the oldest version that works', {}, undefined],
  ['a version before it', { versionNumber: 130_023, version: '13.23' }, /version 13\.23, and 14 is the oldest that works/],
  ['no right to make schemas', { mayMakeSchemas: false }, /owner to clinic/],
  ['no right to write to public', { mayWriteToPublic: false }, /owner to clinic/],
  ['what is Vigil’s own already', { setUpBy: 'clinic', isOwner: true, foreign: 'vigil.tenants', mayWriteToPublic: false }, undefined],
])('%s', (_case, differing, expected) => {
  const said = refusal({ ...well, ...differing });
  if (expected) expect(said).toMatch(expected);
  else expect(said).toBeUndefined();
});
