import { createModules } from '#server/modules.ts';
import { readConfig } from '#server/platform/config.ts';
import { createLog } from '#server/platform/log.ts';
import { openStores, type Stores } from '#server/platform/stores.ts';
import { sendReadings, signInBand } from './band.ts';
import type { RunningServer } from './server.ts';

/** A synthetic member with a device that measures when it is told to. */
export interface CalmMember {
  readonly id: string;
  /** Access token of the device. */
  readonly token: string;
}

const configOf = (server: RunningServer) => readConfig({ DATA_DIR: server.dataDir, PUBLIC_URL: server.url, DEMO: '1' });

/** The stores of a running server. */
export const attachStores = (server: RunningServer): Promise<Stores> =>
  openStores({ config: configOf(server), log: createLog('silent'), mode: 'attach', onFatal: () => {} });

export async function demoTenantId(stores: Stores): Promise<string> {
  const [tenant] = await stores.database.global((sql) => sql.query<{ id: string }>("select id from vigil.tenants where code = 'demo'"));
  return tenant?.id ?? '';
}

/** Members of the demonstration about whom nothing is open, each with a device. Throws where there are not so many. */
export async function findCalmMembers(server: RunningServer, stores: Stores, count: number): Promise<CalmMember[]> {
  const tenantId = await demoTenantId(stores);
  const rows = await stores.database.tenant(tenantId, (sql) =>
    sql.query<{ id: string }>(
      `select u.id from vigil.users u where u.roles @> '{patient}' and not u.is_on_hold and u.is_in_the_tenant is distinct from false
         and not exists (select from vigil.actions a where a.tenant_id = u.tenant_id and a.user_id = u.id and a.is_live)
         and not exists (select from vigil.alarms l where l.tenant_id = u.tenant_id and l.user_id = u.id and l.is_live)
       order by u.id limit $1`,
      [count],
    ),
  );
  if (rows.length < count) throw new Error(`Only ${rows.length} members have nothing open.`);
  const modules = await createModules({ config: configOf(server), stores, log: createLog('silent') });
  const members: CalmMember[] = [];
  for (const { id } of rows) {
    const { clientId, clientSecret } = await modules.devices.create(tenantId, id, 'Synthetic device');
    members.push({ id, token: await signInBand(server.url, { clientId, secret: clientSecret }) });
  }
  await modules.stop();
  return members;
}

/** Sends one reading. What is measured twice within five minutes counts once. Throws where it is not taken. */
export async function measure(
  server: RunningServer,
  { id, token }: CalmMember,
  data: Readonly<Record<string, number>>,
  secondsAgo = 0,
): Promise<void> {
  const timestamp = Math.floor(Date.now() / 1000) - secondsAgo;
  const answer = await sendReadings(server.url, id, token, [{ timestamp, data }]);
  if (!answer.ok) throw new Error(`The reading was not taken: ${answer.status}`);
}
