import { randomBytes, randomUUID } from 'node:crypto';
import { createProcessBus } from '#server/platform/bus.ts';
import { systemClock } from '#server/platform/clock.ts';
import { readConfig } from '#server/platform/config.ts';
import { createLog } from '#server/platform/log.ts';
import { openStores, type Stores } from '#server/platform/stores.ts';
import { createDevices } from '#server/services/registry/devices/index.ts';
import type { ServerProcess } from './server-process.ts';

/** A member whose band is signed in. */
export interface BandMember {
  readonly tenantId: string;
  readonly userId: string;
  readonly token: string;
}

/** Works on the stores of a running server. */
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
  try {
    return await work(stores);
  } finally {
    await stores.close();
  }
}

/** A tenant of synthetic members, each with a band that has signed in with its own credentials. */
export async function createBandMembers(server: ServerProcess, count: number): Promise<BandMember[]> {
  const issued = await withStores(server, async ({ database }) => {
    const bus = createProcessBus(() => {});
    const devices = createDevices({ database, bus, clock: systemClock, log: createLog('error'), tokenEndpoint: `${server.url}/idp/token` });
    const [tenant] = await database.global((sql) =>
      sql.query<{ id: string }>('insert into vigil.tenants (code, display_name) values ($1, $2) returning id', [
        `bench-${randomBytes(4).toString('hex')}`,
        'Synthetic, for measuring',
      ]),
    );
    if (!tenant) throw new Error('no tenant was made');
    const members: { tenantId: string; userId: string; clientId: string; clientSecret: string }[] = [];
    for (let index = 0; index < count; index += 1) {
      const userId = randomUUID();
      await database.tenant(tenant.id, (sql) =>
        sql.query(
          `insert into vigil.users (tenant_id, id, roles, given_name, family_name, time_zone, data_origin)
           values ($1, $2, '{patient}', 'Synthetic', $3, 'UTC', 'synthetic')`,
          [tenant.id, userId, `Member ${index + 1}`],
        ),
      );
      const { clientId, clientSecret } = await devices.create(tenant.id, userId, 'Bench');
      members.push({ tenantId: tenant.id, userId, clientId, clientSecret });
    }
    return members;
  });
  return Promise.all(
    issued.map(async ({ tenantId, userId, clientId, clientSecret }) => ({
      tenantId,
      userId,
      token: await signIn(server.url, clientId, clientSecret),
    })),
  );
}

async function signIn(url: string, clientId: string, clientSecret: string): Promise<string> {
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
