import { randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect, test } from 'vitest';
import { migrate } from '#platform/migrate.ts';
import { useHarness } from '#testing/harness.ts';
import { postgresMigrations } from '#testing/postgres-migrations.ts';
import { demoTenants, invitedTo, membersOf, staffOf, tenantId } from './people.ts';

const harness = await useHarness();
const marking = 'postgres/0008_demonstration_accounts.sql';

test('a data directory made before accounts were marked: those that seeding made are found, their namesakes are not', async () => {
  const name = `demo_before_${randomBytes(6).toString('hex')}`;
  await harness.asOwner(`create database ${name}`);
  const ownerUrl = Object.assign(new URL(harness.ownerUrl), { pathname: `/${name}` }).toString();
  const stores = { ownerUrl, appPassword: harness.secrets.databaseApp, engine: harness.engine };
  const client = new pg.Client({ connectionString: ownerUrl });
  try {
    const all = await postgresMigrations();
    await migrate({ ...stores, only: new Set(all.filter((key) => key < marking)) });
    await client.connect();
    const seeded = await asSeeded(client);
    const namesakes = await strangers(client);
    await migrate({ ...stores, only: new Set(all) });
    const { rows } = await client.query<{ email: string }>('select email from vigil.accounts where is_demonstration order by email');
    expect(rows.map(({ email }) => email)).toEqual([...seeded].sort());
    expect(rows.filter(({ email }) => namesakes.includes(email))).toEqual([]);
  } finally {
    await client.end();
    await harness.asOwner(`drop database ${name} with (force)`);
  }
});

const account = (client: pg.Client, email: string, userId: string | null) =>
  client.query('insert into vigil.accounts (email, user_id, created_at) values ($1, $2, now())', [email, userId]);

const tenant = (client: pg.Client, id: string, code: string) =>
  client.query('insert into vigil.tenants (id, code) values ($1, $2)', [id, code]);

async function member(client: pg.Client, tenantOf: string, id: string, email: string) {
  await client.query(
    `insert into vigil.users (tenant_id, id, roles, given_name, family_name, email) values ($1, $2, '{patient}', 'A', 'B', $3)`,
    [tenantOf, id, email],
  );
}

/** The rows that matter of the first demonstration tenant, as seeding writes them; answers the accounts' addresses. */
async function asSeeded(client: pg.Client): Promise<string[]> {
  const [home] = demoTenants;
  if (!home) throw new Error('no demonstration tenant');
  const id = tenantId(home);
  await tenant(client, id, home.code);
  const staff = staffOf(home, demoTenants);
  for (const { email, id: userId } of staff) await account(client, email, userId);
  const signsIn = membersOf(home, Date.now()).find(({ email }) => email.startsWith('member@'));
  if (!signsIn) throw new Error('no member signs in');
  await member(client, id, signsIn.userId, signsIn.email);
  await client.query('insert into vigil.demo_members (tenant_id, user_id, epoch) values ($1, $2, now())', [id, signsIn.userId]);
  await account(client, signsIn.email, signsIn.userId);
  const { email } = invitedTo(home);
  await client.query(
    `insert into vigil.invitations (tenant_id, email, roles, given_name, family_name, data_origin, created_at, expires_at)
     values ($1, $2, '{nurse}', 'A', 'B', 'synthetic', now(), now())`,
    [id, email],
  );
  await account(client, email, null);
  return [...staff.map((user) => user.email), signsIn.email, email];
}

/** Accounts that look like a demonstration's and are somebody's own: in a tenant of the name, and in the demonstration's. */
async function strangers(client: pg.Client): Promise<string[]> {
  const own = randomUUID();
  await tenant(client, own, 'lakeside');
  for (const name of ['admin', 'member', 'new']) await account(client, `${name}@lakeside.example`, randomUUID());
  await client.query(
    `insert into vigil.invitations (tenant_id, email, roles, given_name, family_name, created_at, expires_at)
     values ($1, 'new@lakeside.example', '{nurse}', 'A', 'B', now(), now())`,
    [own],
  );
  await account(client, 'someone@demo.example', randomUUID());
  return ['admin@lakeside.example', 'member@lakeside.example', 'new@lakeside.example', 'someone@demo.example'];
}
