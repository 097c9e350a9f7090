import type { user } from '@vigil/contract';
import { careTeamRole, isDenied, type Role } from '@vigil/domain/roles';
import type * as z from 'zod';
import type { TenantSelection } from '#lib/session/session.ts';
import { createLocalStore } from '#lib/store.ts';

export type TenantChoice = z.output<typeof user.tenantChoice>;

/** The tenant chosen on this computer, until sign-out. Only a hint: the roles in it are asked for again at every start. */
export const chosenTenant = createLocalStore<TenantSelection | null>('vigil.tenant', (kept) =>
  typeof kept === 'object' && kept !== null && 'tenant_ID' in kept && typeof kept.tenant_ID === 'string' ? (kept as TenantSelection) : null,
);

/** Id of the tenant that this browser tab was in; after it, the one chosen last in any. A tab stays in its tenant through a reload. */
export function keptTenantId(): string | null {
  return tabsTenant() ?? chosenTenant.get()?.tenant_ID ?? null;
}

function tabsTenant(): string | null {
  try {
    return sessionStorage.getItem(chosenTenant.key);
  } catch {
    return null;
  }
}

export function keepTenant(tenant: TenantSelection): void {
  chosenTenant.set(tenant);
  try {
    sessionStorage.setItem(chosenTenant.key, tenant.tenant_ID);
  } catch {
    // Storage is closed to this page: a reload goes by the tenant chosen last.
  }
}

/** What a choice is called: its display name, or its name in capitals where it has none. */
export function tenantLabel(choice: Pick<TenantChoice, 'tenantDisplayName' | 'tenantName'>): string {
  return choice.tenantDisplayName || choice.tenantName.toUpperCase();
}

export interface TenantHints {
  /** Id or code of the tenant that the host belongs to. */
  readonly host: string | null;
  /** The `tenant_id` of the link. */
  readonly link: string | null;
  /** Chosen earlier: see `keptTenantId`. */
  readonly stored: string | null;
}

const names = (choice: TenantChoice, idOrCode: string | null) =>
  idOrCode !== null && (choice.tenantUuid === idOrCode || choice.tenantName === idOrCode);

/**
 * The tenant that needs no asking: the host's (and then no other will do), the link's, the one chosen before, or the only one.
 * `ask` when there are several; `none` when the person belongs to no tenant that this host serves.
 */
export function settleTenant(choices: readonly TenantChoice[], hints: TenantHints): TenantChoice | 'ask' | 'none' {
  const open = choices.filter((choice) => !isDenied(choice.role));
  if (hints.host !== null) return open.find((choice) => names(choice, hints.host)) ?? 'none';
  const named = open.find((choice) => names(choice, hints.link)) ?? open.find((choice) => names(choice, hints.stored));
  if (named) return named;
  const [only, another] = open;
  if (!only) return 'none';
  return another ? 'ask' : only;
}

export function selectionOf(choice: TenantChoice): TenantSelection {
  const roles = choice.role;
  const role: Role = roles.includes('patient') && roles.length === 1 ? 'patient' : careTeamRole(roles);
  return { tenant: choice.tenantName, tenant_ID: choice.tenantUuid, role_ID: role, roles };
}

/** Back to the question which tenant. Other tabs stay in theirs. */
export function changeTenant(): void {
  localStorage.removeItem(chosenTenant.key);
  sessionStorage.removeItem(chosenTenant.key);
  location.assign('/');
}
