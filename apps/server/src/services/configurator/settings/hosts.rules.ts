import { isIP } from 'node:net';

/** Whose hosts there are already. */
export interface HostsTaken {
  /** Host and port at which the portal itself is reached. */
  readonly home: string;
  readonly defaultHost: string | undefined;
  readonly others: readonly { readonly code: string; readonly hosts: unknown }[];
}

/**
 * Why a host cannot be a tenant's own; null where it can. People sign in at a tenant's hosts and are sent back to them, so a
 * host that is another tenant's, or the portal's own, would take those people's sign-ins along.
 */
export function faultOfHost(host: string, { home, defaultHost, others }: HostsTaken): string | null {
  const name = nameOf(host);
  if (name === null || isIP(name) !== 0) return `${host} is no host name.`;
  const own = [nameOf(home), nameOf(defaultHost ?? ''), 'localhost'];
  if (own.includes(name)) return `${host} is the host of the portal itself.`;
  const owner = others.find(({ code, hosts }) => name === `${code}.${nameOf(home)}` || namesOf(hosts).includes(name));
  return owner ? `${host} belongs to another tenant.` : null;
}

function nameOf(host: string): string | null {
  return URL.parse(`http://${host}`)?.hostname || null;
}

function namesOf(hosts: unknown): (string | null)[] {
  return Array.isArray(hosts) ? hosts.filter((host): host is string => typeof host === 'string').map(nameOf) : [];
}
