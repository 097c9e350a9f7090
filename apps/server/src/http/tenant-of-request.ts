import { isIP } from 'node:net';
import { VigilError } from '@vigil/contract/errors';
import type { Directory, Membership } from './directory.ts';
import type { PersonPrincipal } from './principal.ts';

/** What a request says about its tenant. Each may be absent. */
export interface TenantHints {
  /** Header x-tenant-id. */
  readonly tenantId?: string | undefined;
  /** Header x-tenant-code. */
  readonly tenantCode?: string | undefined;
  /** Host header, with or without a port. */
  readonly host?: string | undefined;
}

/** Host names that belong to no tenant: localhost, addresses, the configured default host and the public URL's own. */
export interface HostNames {
  readonly defaultHost?: string | undefined;
  readonly publicUrl?: string | undefined;
}

/** The tenant code that a host name carries as its first label; null where the host belongs to no tenant. */
export function tenantCodeOfHost(host: string | undefined, names: HostNames): string | null {
  const name = hostName(host);
  if (!name || name === 'localhost' || isIP(name) !== 0 || !name.includes('.')) return null;
  if (name === hostName(names.defaultHost)) return null;
  if (names.publicUrl && URL.canParse(names.publicUrl) && name === new URL(names.publicUrl).hostname) return null;
  return name.slice(0, name.indexOf('.'));
}

function hostName(host: string | undefined): string {
  const lower = host?.trim().toLowerCase() ?? '';
  return lower.startsWith('[') ? lower.slice(1, lower.indexOf(']')) : lower.replace(/:\d+$/, '');
}

/**
 * The membership in which a person acts: the one that the headers name, else the token's, else the host's, else the only one.
 * Throws forbidden when the named tenant is none of the person's, whether it exists or not, and when several would do.
 */
export async function tenantOfPerson(
  principal: PersonPrincipal,
  active: readonly Membership[],
  hints: TenantHints,
  names: HostNames,
  directory: Pick<Directory, 'tenantByCode'>,
): Promise<Membership> {
  const id = hints.tenantId?.toLowerCase();
  const code = hints.tenantCode?.toLowerCase();
  if (id || code) return named(active.find((one) => (!id || one.tenantId === id) && (!code || one.code === code)));
  if (principal.tenantId) return named(active.find((one) => one.tenantId === principal.tenantId));
  const label = tenantCodeOfHost(hints.host, names);
  if (label) {
    const own = active.find((one) => one.code === label);
    if (own) return own;
    if (await directory.tenantByCode(label)) return named(undefined);
  }
  const [only, another] = active;
  if (!only) throw new VigilError('forbidden', 'Your account belongs to no tenant. Ask an administrator for an invitation.');
  if (another) throw new VigilError('forbidden', 'Choose a tenant first: you belong to several, and the request names none (x-tenant-id).');
  return only;
}

function named(membership: Membership | undefined): Membership {
  if (!membership) throw new VigilError('forbidden', 'You do not belong to this tenant.');
  return membership;
}
