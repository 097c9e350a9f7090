import { isIP } from 'node:net';

/** Whose hosts there are already. */
export interface HostsTaken {
  /** Where the portal itself is reached (PUBLIC_URL). */
  readonly home: URL;
  readonly defaultHost: string | undefined;
  readonly others: readonly { readonly code: string; readonly hosts: unknown }[];
}

/**
 * Why a host cannot be in a tenant's list; null where it can. People sign in at a tenant's hosts and are sent back to them, so a host
 * that is another tenant's would take those people's sign-ins along. The portal's own host is for everybody: it says nothing about whose
 * somebody is, and any number of tenants may list it.
 */
export function faultOfHost(host: string, { home, defaultHost, others }: HostsTaken): string | null {
  const name = nameOf(host);
  if (name === null || isIP(name) !== 0) return `${host} is no host name.`;
  if (URL.parse(`${home.protocol}//${host}`)?.host === home.host) return null;
  const own = [home.hostname, nameOf(defaultHost ?? ''), 'localhost'];
  if (own.includes(name)) return `${host} belongs to the portal itself. To use the portal’s address, give ${home.host}.`;
  const owner = others.find(({ code, hosts }) => name === `${code}.${home.hostname}` || namesOf(hosts).includes(name));
  return owner ? `${host} belongs to another tenant.` : null;
}

function nameOf(host: string): string | null {
  return URL.parse(`http://${host}`)?.hostname || null;
}

function namesOf(hosts: unknown): (string | null)[] {
  return Array.isArray(hosts) ? hosts.filter((host): host is string => typeof host === 'string').map(nameOf) : [];
}
