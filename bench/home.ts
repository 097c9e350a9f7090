import { randomBytes, randomUUID } from 'node:crypto';
import { createModules } from '#server/modules.ts';
import { createUser } from '#server/operator/people.ts';
import type { Workplace } from '#server/operator/workplace.ts';
import { readConfig } from '#server/platform/config.ts';
import { createLog } from '#server/platform/log.ts';
import type { Database } from '#server/platform/postgres/database.ts';
import { openStores, type Stores } from '#server/platform/stores.ts';
import { type ServerProcess, whenCutShort } from './server-process.ts';

/** A member whose band is signed in. */
export interface BandMember {
  readonly tenantId: string;
  readonly userId: string;
  readonly token: string;
}

export interface Tenant {
  readonly id: string;
  readonly code: string;
}

/** Works on the stores of a running server, or alone on those of one that was halted. */
export async function withStores<T>(server: ServerProcess, work: (stores: Stores) => Promise<T>): Promise<T> {
  const log = createLog('error');
  const config = readConfig({ DATA_DIR: server.dataDir });
  const stores = await openStores({
    config,
    log,
    mode: 'attach',
    onFatal: (reason) => {
      throw new Error(reason);
    },
  });
  const done = stores.attached ? () => {} : whenCutShort(() => stores.close());
  try {
    return await work(stores);
  } finally {
    await stores.close();
    done();
  }
}

/** The same with the server's modules, as the operator's tool has them beside a running server, or a server that is alone. */
export async function withRooms<T>(server: ServerProcess, work: (place: Workplace) => Promise<T>): Promise<T> {
  return withStores(server, async (stores) => {
    const log = createLog('error');
    const config = readConfig({ DATA_DIR: server.dataDir, PUBLIC_URL: stores.runningAt });
    const modules = await createModules({ config, stores, log });
    try {
      return await work({ config, log, stores, modules });
    } finally {
      await modules.stop();
    }
  });
}

export async function createTenant(database: Database): Promise<Tenant> {
  const code = `bench-${randomBytes(4).toString('hex')}`;
  const [tenant] = await database.global((sql) =>
    sql.query<{ id: string }>('insert into vigil.tenants (code, display_name) values ($1, $2) returning id', [
      code,
      'Synthetic, for measuring',
    ]),
  );
  if (!tenant) throw new Error('no tenant was made');
  return { id: tenant.id, code };
}

/** Synthetic members of a tenant whose days are UTC's. Answers their ids. */
export async function createMembers(database: Database, tenantId: string, count: number): Promise<string[]> {
  const rows = await database.tenant(tenantId, (sql) =>
    sql.query<{ id: string }>(
      `insert into vigil.users (tenant_id, id, roles, given_name, family_name, birth_date, sex, mrn, time_zone, data_origin, onboarded_at)
       select $1, gen_random_uuid(), '{patient}', 'Synthetic ' || substr(md5(n::text), 1, 5), 'Member ' || substr(md5('f' || n), 1, 6),
         date '1940-01-01' + (n * 7919) % 25000, case n % 2 when 0 then 'female' else 'male' end, 'SYN-' || n, 'UTC', 'synthetic',
         now() - interval '90 days'
       from generate_series(1, $2::int) n returning id`,
      [tenantId, count],
    ),
  );
  return rows.map(({ id }) => id);
}

/** A nurse of the tenant; answers an access token, which is good for fifteen minutes. */
export async function signInNurse(place: Workplace, tenant: Tenant): Promise<string> {
  const email = `nurse@${tenant.code}.example`;
  const nurse = { email, givenName: 'Synthetic', familyName: 'Nurse', roles: ['nurse'] };
  await createUser(place, { ...tenant, displayName: null, timeZone: null }, nurse);
  return place.modules.identity.issueToken({ email, tenantCode: tenant.code });
}

/** A tenant of synthetic members, each with a band that has signed in with its own credentials. */
export async function createBandMembers(server: ServerProcess, count: number): Promise<BandMember[]> {
  const issued = await withRooms(server, async ({ stores: { database }, modules }) => {
    const tenant = await createTenant(database);
    const members: { tenantId: string; userId: string; clientId: string; clientSecret: string }[] = [];
    for (const userId of await createMembers(database, tenant.id, count)) {
      const { clientId, clientSecret } = await modules.devices.create(tenant.id, userId, `Bench ${randomUUID()}`);
      members.push({ tenantId: tenant.id, userId, clientId, clientSecret });
    }
    return members;
  });
  return Promise.all(
    issued.map(async ({ tenantId, userId, clientId, clientSecret }) => ({
      tenantId,
      userId,
      token: await signInBand(server.url, clientId, clientSecret),
    })),
  );
}

async function signInBand(url: string, clientId: string, clientSecret: string): Promise<string> {
  const answer = await fetch(`${url}/idp/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  });
  if (!answer.ok) throw new Error(`A band could not sign in: ${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { access_token: string }).access_token;
}
