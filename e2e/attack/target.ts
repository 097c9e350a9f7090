import type { Role } from '@vigil/domain/roles';
import { createModules } from '#server/modules.ts';
import { readConfig } from '#server/platform/config.ts';
import { createLog } from '#server/platform/log.ts';
import { openStores } from '#server/platform/stores.ts';
import type { MatrixCaller } from '#server/testing/access-matrix/decision-table.ts';
import { signInBand } from '../band.ts';
import { type RunningServer, removeDataDir, startServer } from '../server.ts';

/** A running server with the demonstration's two tenants, everybody who calls it, and whom the calls are about. */
export interface Target {
  readonly server: RunningServer;
  readonly callers: readonly MatrixCaller[];
  /** A member of the tenant demo, with a band's credentials, and one of the tenant lakeside. */
  readonly member: TargetMember;
  readonly foreignMember: TargetMember;
  readonly tenants: { readonly demo: string; readonly lakeside: string };
  tokenOf(caller: string): string;
  /** A new token of a band: the others' end with the attacks on them. */
  bandToken(): Promise<string>;
  stop(): Promise<void>;
}

export interface TargetMember {
  readonly id: string;
  readonly tenantId: string;
}

const roleNames = ['admin', 'md', 'nurse', 'coach', 'specialist', 'support', 'observer', 'member'] as const;
const codes = ['demo', 'lakeside'] as const;

/** Starts a server of its own in a folder of its own; nothing else on the machine is touched. */
export async function startTarget(): Promise<Target> {
  const server = await startServer({ env: { DEMO: '1', DEMO_PUBLIC: '1', DEMO_DAYS: '1', LOG_LEVEL: 'error' } });
  const config = readConfig({ DATA_DIR: server.dataDir, PUBLIC_URL: server.url, DEMO: '1' });
  const log = createLog('silent');
  const stores = await openStores({ config, log, mode: 'attach', onFatal: () => {} });
  const modules = await createModules({ config, stores, log });
  const issue = (email: string, tenantCode?: string) => modules.identity.issueToken({ email, tenantCode });
  const rows = await stores.database.global((sql) => sql.query<{ id: string; code: string }>('select id, code from vigil.tenants'));
  const tenantId = (code: string) => rows.find((row) => row.code === code)?.id ?? '';
  const usersOf = (code: string) =>
    stores.database.tenant(tenantId(code), (sql) =>
      sql.query<{ id: string; email: string; roles: Role[] }>('select id, email, roles from vigil.users where email is not null'),
    );

  const callers: MatrixCaller[] = [];
  const members: TargetMember[] = [];
  for (const code of codes) {
    const users = await usersOf(code);
    for (const name of roleNames) {
      const email = `${name}@${code}.example`;
      const user = users.find((one) => one.email === email);
      if (!user) throw new Error(`The demonstration has no ${email}`);
      if (name === 'member') members.push({ id: user.id, tenantId: tenantId(code) });
      const person = { userId: user.id, tenants: [{ tenant: tenantId(code), roles: user.roles }] };
      callers.push({ name: `${name} of ${code}`, credential: 'access-token', token: await issue(email, code), person });
    }
  }
  const [member, foreignMember] = members;
  if (!member || !foreignMember) throw new Error('The demonstration has no members');
  const bands = await Promise.all(
    members.map(async (one) => ({ ...one, ...(await modules.devices.create(one.tenantId, one.id, 'Synthetic band of the attack')) })),
  );
  const tokenOfBand = (index: number) => {
    const band = bands[index];
    return signInBand(server.url, { clientId: band?.clientId ?? '', secret: band?.clientSecret ?? '' });
  };
  for (const [index, code] of codes.entries())
    callers.push({
      name: `a band of ${code}`,
      credential: 'access-token',
      token: await tokenOfBand(index),
      device: { member: members[index]?.id ?? '', tenant: tenantId(code) },
    });
  callers.push({ name: 'nobody', credential: 'none', token: null });

  await modules.stop();
  await stores.close();
  return {
    server,
    callers,
    member,
    foreignMember,
    tenants: { demo: tenantId('demo'), lakeside: tenantId('lakeside') },
    tokenOf: (name) => callers.find((caller) => caller.name === name)?.token ?? '',
    bandToken: () => tokenOfBand(0),
    async stop() {
      await server.stop();
      removeDataDir(server.dataDir);
    },
  };
}
