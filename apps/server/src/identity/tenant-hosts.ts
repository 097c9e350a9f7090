import { isIP } from 'node:net';
import { idleMs, memberSessionDays } from '@vigil/contract/configurator.values';
import type { Config } from '#platform/config.ts';
import type { Database } from '#platform/postgres/database.ts';

export interface HostTenant {
  readonly id: string;
  readonly code: string;
  readonly displayName: string | null;
  readonly settings: Readonly<Record<string, unknown>>;
  /** The flag `featureFlags.auth.magicLink`: the tenant's, else the one for all tenants. */
  readonly magicLink: boolean;
  /** There is no other tenant on this server. */
  readonly isOnly: boolean;
}

/**
 * Which hosts are ours, and whose. Links, redirects and the provider's own addresses are only ever made for hosts known
 * here, so that a forged Host header leads nowhere.
 */
export function createTenantHosts(config: Pick<Config, 'publicUrl' | 'defaultHost'>, database: Database) {
  const home = new URL(config.publicUrl);
  // On one's own machine the address is as good as the name; and the default host is the portal's by configuration.
  const homeHosts = [
    home.host,
    ...(home.hostname === 'localhost' ? [`127.0.0.1${home.port && `:${home.port}`}`] : []),
    config.defaultHost ?? home.host,
  ];
  const homeOrigins = homeHosts.flatMap((host) => URL.parse(`${home.protocol}//${host}`)?.origin ?? []);
  const neutralHosts = new Set([home.hostname, 'localhost', ...(config.defaultHost ? [hostname(config.defaultHost)] : [])]);
  const columns = `id, code, display_name, settings,
    coalesce(settings #> '{featureFlags,auth,magicLink}', (select settings #> '{featureFlags,auth,magicLink}' from vigil.global_settings))
      is not distinct from 'true'::jsonb as magic_link,
    not exists (select 1 from vigil.tenants other where other.id <> tenants.id) as is_only`;

  /** Tenant of a host (`demo.localhost:3000`): one that lists the host in its settings, else the one named by the first label. Null for the default hosts, addresses and unknown names. */
  async function tenantOfHost(host: string): Promise<HostTenant | null> {
    const name = hostname(host);
    if (name === '' || neutralHosts.has(name) || isIP(name) !== 0) return null;
    const rows = await database.global((sql) =>
      sql.query<HostTenant>(
        `select ${columns} from vigil.tenants
         where settings -> 'tenant' -> 'hosts' @> $1 or settings -> 'tenant' -> 'hosts' @> $2 or code = $3
         order by (code = $3) limit 1`,
        [JSON.stringify([name]), JSON.stringify([host.toLowerCase()]), name.split('.')[0] ?? ''],
      ),
    );
    return rows[0] ?? null;
  }

  /**
   * Whose sign-in page and configuration are shown at a host before anybody has signed in: the host's tenant, and at the portal's own
   * host the server's only tenant. Who may do what there follows from the person alone (`tenantOfPerson`).
   */
  async function tenantShownAt(host: string): Promise<HostTenant | null> {
    const tenant = await tenantOfHost(host);
    if (tenant || URL.parse(`${home.protocol}//${host}`)?.origin !== home.origin) return tenant;
    const rows = await database.global((sql) => sql.query<HostTenant>(`select ${columns} from vigil.tenants limit 1`));
    return rows.find(({ isOnly }) => isOnly) ?? null;
  }

  /** Origins of a tenant: a label in front of the home host (`demo.localhost:3000`), and the hosts of its settings. */
  function originsOf(tenant: Pick<HostTenant, 'code' | 'settings'>): string[] {
    const own = isIP(home.hostname) === 0 ? [`${tenant.code}.${home.host}`] : [];
    return [...own, ...hostsOf(tenant)].flatMap((host) => URL.parse(`${home.protocol}//${host}`)?.origin ?? []);
  }

  /** Whether this origin is the portal's own, and no tenant's. */
  const isHome = (origin: string): boolean => homeOrigins.includes(origin);

  /** Whether the portal may be reached at this origin: the home, or exactly one that a tenant of this moment has. */
  async function isOurs(origin: string): Promise<boolean> {
    if (isHome(origin)) return true;
    const url = URL.parse(origin);
    const tenant = url?.protocol === home.protocol ? await tenantOfHost(url.host) : null;
    return tenant !== null && originsOf(tenant).includes(origin);
  }

  /** The origin behind a Host header when it is one of ours, else the home origin. */
  async function originOf(host: string | undefined): Promise<string> {
    const asked = URL.parse(`${home.protocol}//${host ?? ''}`)?.origin;
    return asked !== undefined && (await isOurs(asked)) ? asked : home.origin;
  }

  async function tenantById(id: string): Promise<HostTenant | null> {
    const rows = await database.global((sql) => sql.query<HostTenant>(`select ${columns} from vigil.tenants where id = $1`, [id]));
    return rows[0] ?? null;
  }

  /** Whether any of these tenants requires a second factor of its staff: its own setting, else the one for all tenants. */
  async function anyRequiresSecondFactor(tenantIds: readonly string[]): Promise<boolean> {
    const rows = await database.global((sql) =>
      sql.query(
        `select 1 from vigil.tenants where id = any($1) and coalesce(settings #> '{security,requireTwoFactor}',
           (select settings #> '{security,requireTwoFactor}' from vigil.global_settings)) is not distinct from 'true'::jsonb limit 1`,
        [tenantIds],
      ),
    );
    return rows.length > 0;
  }

  /** How long members of all of these tenants stay signed in, and after what time without activity their page locks: the least of each. */
  async function memberSessionsOf(tenantIds: readonly string[]): Promise<{ readonly days: number; readonly idleMs: number }> {
    const numberAt = (path: string, usual: number) => `min(case
      when jsonb_typeof(t.settings #> '${path}') = 'number' then (t.settings #>> '${path}')::float8
      when jsonb_typeof(g.settings #> '${path}') = 'number' then (g.settings #>> '${path}')::float8
      else ${usual} end)`;
    const [row] = await database.global((sql) =>
      sql.query<{ days: number; idleMs: number }>(
        `select ${numberAt('{app,memberSessionDays}', memberSessionDays.usual)} as days, ${numberAt('{app,idleTimerTimeout}', idleMs.usual)} as idle_ms
         from vigil.tenants t left join vigil.global_settings g on true where t.id = any($1)`,
        [tenantIds],
      ),
    );
    return { days: row?.days ?? 0, idleMs: row?.idleMs ?? idleMs.usual };
  }

  /**
   * Where links lead a tenant's people: to the portal's own host where the tenant lists that or is the server's only one and lists none,
   * else to the first host it lists, else to its label in front of the portal's host.
   */
  function homeOf(tenant: HostTenant): string {
    const listed = hostsOf(tenant).flatMap((host) => URL.parse(`${home.protocol}//${host}`)?.origin ?? []);
    if (listed.includes(home.origin)) return home.origin;
    const [first] = listed.length > 0 || tenant.isOnly ? listed : originsOf(tenant);
    return first ?? home.origin;
  }

  /** Where links lead the people of each tenant, by its code. */
  async function homes(): Promise<ReadonlyMap<string, string>> {
    const tenants = await database.global((sql) => sql.query<HostTenant>(`select ${columns} from vigil.tenants order by code`));
    return new Map(tenants.map((tenant) => [tenant.code, homeOf(tenant)]));
  }

  return {
    home: home.origin,
    homes,
    tenantOfHost,
    tenantShownAt,
    tenantById,
    anyRequiresSecondFactor,
    memberSessionsOf,
    isHome,
    isOurs,
    originOf,
    originsOf,
    homeOf,
  };
}
export type TenantHosts = ReturnType<typeof createTenantHosts>;

/** Host names in a tenant's settings (`tenant.hosts`). */
function hostsOf(tenant: Pick<HostTenant, 'settings'>): string[] {
  const section = tenant.settings.tenant;
  const hosts = typeof section === 'object' && section !== null && 'hosts' in section ? section.hosts : [];
  return Array.isArray(hosts) ? hosts.filter((host): host is string => typeof host === 'string') : [];
}

/** The name in a host header, without port, in lower case. */
function hostname(host: string): string {
  return URL.parse(`http://${host}`)?.hostname.replace(/^\[|\]$/g, '') ?? '';
}
