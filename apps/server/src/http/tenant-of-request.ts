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

/**
 * The membership in which a person acts: the one that the headers name, else the token's, else the host's, else the only one.
 * Throws forbidden when the named tenant is none of the person's, whether it exists or not, and when several would do.
 */
export async function tenantOfPerson(
  principal: PersonPrincipal,
  active: readonly Membership[],
  hints: TenantHints,
  directory: Pick<Directory, 'tenantOfHost'>,
): Promise<Membership> {
  const id = hints.tenantId?.toLowerCase();
  const code = hints.tenantCode?.toLowerCase();
  if (id || code) return named(active.find((one) => (!id || one.tenantId === id) && (!code || one.code === code)));
  if (principal.tenantId) return named(active.find((one) => one.tenantId === principal.tenantId));
  const hosts = hints.host ? await directory.tenantOfHost(hints.host) : null;
  if (hosts) return named(active.find((one) => one.tenantId === hosts.id));
  const [only, another] = active;
  if (!only) throw new VigilError('forbidden', 'Your account belongs to no tenant. Ask an administrator for an invitation.');
  if (another) throw new VigilError('forbidden', 'Choose a tenant first: you belong to several, and the request names none (x-tenant-id).');
  return only;
}

function named(membership: Membership | undefined): Membership {
  if (!membership) throw new VigilError('forbidden', 'You do not belong to this tenant.');
  return membership;
}
