import type { Endpoint } from '@vigil/contract';
import type { Role } from '@vigil/domain/roles';
import { type About, whoMayCall } from './who-may-call.ts';

/** A caller as the test made it, told in the words of the specification. */
export interface MatrixCaller {
  readonly name: string;
  readonly credential: 'none' | 'worthless' | 'expired' | 'revoked' | 'id-token' | 'access-token';
  readonly token: string | null;
  /** The person's user id and roles in each tenant; absent for devices. */
  readonly person?: { readonly userId: string | null; readonly tenants: readonly PersonTenant[] };
  /** The member whose device it is. */
  readonly device?: { readonly member: string; readonly tenant: string; readonly memberHasLeft?: boolean };
}

export interface PersonTenant {
  readonly tenant: string;
  readonly roles: readonly Role[];
  /** Discharged, removed or switched off. */
  readonly discharged?: boolean;
  readonly onHold?: boolean;
  /** Members that the person is assigned to. */
  readonly assigned?: readonly string[];
}

export interface MatrixCase {
  readonly endpoint: Endpoint;
  readonly caller: MatrixCaller;
  /** Tenant named by the header; null when the request names none. */
  readonly tenantHeader: string | null;
  /** Whom the call is about, and the tenant in which that is a member; null where the call is about nobody. */
  readonly target: { readonly id: string; readonly memberOf: string | null; readonly staffOf?: string } | null;
  /** Tenants whose setting access.patients is `assigned`. */
  readonly assignedTenants: ReadonlySet<string>;
}

export type Verdict = 'let in' | `${401 | 403 | 404} ${string}`;

/** The specification's role table: who may never do anything, and who works on members. */
const denied: readonly Role[] = ['system_admin', 'aristotle'];
interface Row {
  readonly because: string;
  readonly when: (it: MatrixCase) => boolean;
  readonly verdict: Verdict;
}

/**
 * What the specification and the recorded decisions say, as a table that is read from the top: the first row that fits decides.
 * It was written from the role table, the tenant rules and the texts of the errors, and shares no code with the enforcement.
 * What a call is about and which roles may make it stands in who-may-call.txt, not in the contract that is being tested.
 */
const table: readonly Row[] = [
  { because: 'open to anyone', when: (it) => isAbout(it, 'anyone'), verdict: 'let in' },
  {
    because: 'nothing proves who calls',
    when: ({ caller }) => caller.credential === 'none' || caller.credential === 'worthless',
    verdict: '401 unauthenticated',
  },
  { because: 'the sign-in has run out', when: ({ caller }) => caller.credential === 'expired', verdict: '401 token_expired' },
  { because: 'the device was revoked', when: ({ caller }) => caller.credential === 'revoked', verdict: '401 device_revoked' },
  {
    because: 'an ID token opens two calls only',
    when: (it) => it.caller.credential === 'id-token' && !whoMayCall(it.endpoint).idToken,
    verdict: '401 unauthenticated',
  },
  {
    because: 'a device in a foreign tenant',
    when: ({ caller, tenantHeader }) => caller.device !== undefined && tenantHeader !== null && tenantHeader !== caller.device.tenant,
    verdict: '403 forbidden',
  },
  {
    because: 'a device only sends readings',
    when: ({ caller, endpoint }) => caller.device !== undefined && !whoMayCall(endpoint).device,
    verdict: '403 forbidden',
  },
  {
    because: 'a device whose member has left the tenant',
    when: ({ caller }) => caller.device?.memberHasLeft === true,
    verdict: '403 forbidden',
  },
  {
    because: 'a device for its own member',
    when: ({ caller, target }) => caller.device !== undefined && caller.device.member === target?.id,
    verdict: 'let in',
  },
  {
    because: 'a device for another member of its tenant',
    when: ({ caller, target }) => caller.device !== undefined && target?.memberOf === caller.device.tenant,
    verdict: '403 no_access_to_user',
  },
  { because: 'a device for somebody else’s member or nobody', when: ({ caller }) => caller.device !== undefined, verdict: '404 not_found' },
  {
    because: 'holders of denied roles are refused everywhere',
    when: (it) => holds(it, denied) && !whoMayCall(it.endpoint).deniedToo,
    verdict: '403 account_denied',
  },
  {
    because: 'the own account, before a tenant is chosen',
    when: (it) => isAbout(it, 'signed in', 'own account', 'own account or one of the tenant') && !aboutSomebodyElse(it),
    verdict: 'let in',
  },
  { because: 'another person’s account', when: (it) => isAbout(it, 'signed in', 'own account'), verdict: '403 no_access_to_user' },
  { because: 'no tenant in which the caller is', when: (it) => tenantOf(it) === undefined, verdict: '403 forbidden' },
  {
    because: 'somebody on hold changes nothing',
    when: (it) => tenantOf(it)?.onHold === true && whoMayCall(it.endpoint).notOnHold,
    verdict: '403 account_on_hold',
  },
  {
    because: 'the own account, whatever the role',
    when: (it) => isAbout(it, 'account of the tenant or own', 'account in scope or own') && !aboutSomebodyElse(it),
    verdict: 'let in',
  },
  { because: 'the role does not allow it', when: (it) => allowedRoles(it).length === 0, verdict: '403 forbidden' },
  {
    because: 'another person’s account in the tenant',
    when: (it) => isAbout(it, 'own account in the tenant') && aboutSomebodyElse(it),
    verdict: '403 no_access_to_user',
  },
  {
    because: 'what is told to holders of a role that the caller does not hold',
    when: (it) => isAbout(it, 'role of the caller') && !allowedRoles(it).includes(roleInPath),
    verdict: '403 forbidden',
  },
  {
    because: 'about the tenant',
    when: (it) => isAbout(it, 'tenant', 'role of the caller', 'list of members', 'own account in the tenant'),
    verdict: 'let in',
  },
  {
    because: 'an account of the tenant',
    when: (it) =>
      isAbout(it, 'account of the tenant', 'account of the tenant or own', 'own account or one of the tenant') &&
      (!aboutSomebodyElse(it) || it.target?.memberOf === tenantOf(it)?.tenant || it.target?.staffOf === tenantOf(it)?.tenant),
    verdict: 'let in',
  },
  {
    because: 'a colleague, or for a member somebody of the staff',
    when: (it) =>
      isAbout(it, 'account in scope', 'account in scope or own') &&
      (it.target?.staffOf === tenantOf(it)?.tenant || (!aboutSomebodyElse(it) && it.target?.memberOf === null)),
    verdict: 'let in',
  },
  {
    because: 'a member reads and sends the own data',
    when: (it) => allowedRoles(it).includes('patient') && !aboutSomebodyElse(it),
    verdict: 'let in',
  },
  { because: 'not a member of this tenant', when: (it) => it.target?.memberOf !== tenantOf(it)?.tenant, verdict: '404 not_found' },
  {
    because: 'a member may see nobody else',
    when: (it) => allowedRoles(it).every((role) => role === 'patient'),
    verdict: '403 no_access_to_user',
  },
  { because: 'administrators see every member', when: (it) => allowedRoles(it).includes('tenant_admin'), verdict: 'let in' },
  {
    because: 'a tenant that shows staff only their own members',
    when: (it) => it.assignedTenants.has(it.target?.memberOf ?? '') && !tenantOf(it)?.assigned?.includes(it.target?.id ?? ''),
    verdict: '403 no_access_to_user',
  },
  { because: 'staff and a member in their scope', when: () => true, verdict: 'let in' },
];

/** The role that a call names in its path, where it names one. */
export const roleInPath = 'nurse' satisfies Role;

/** The first row of the table that fits. */
export function expected(it: MatrixCase): Row {
  const row = table.find(({ when }) => when(it));
  if (!row) throw new Error('the last row fits everything');
  return row;
}

function isAbout({ endpoint }: MatrixCase, ...abouts: readonly About[]): boolean {
  return abouts.includes(whoMayCall(endpoint).about);
}

function holds({ caller }: MatrixCase, roles: readonly Role[]): boolean {
  return caller.person?.tenants.some((one) => one.roles.some((role) => roles.includes(role))) ?? false;
}

/** The tenant that the person acts in: the named one, else the only one. A discharge ends it. */
function tenantOf({ caller, tenantHeader }: MatrixCase): PersonTenant | undefined {
  const active = caller.person?.tenants.filter((one) => !one.discharged) ?? [];
  if (tenantHeader !== null) return active.find((one) => one.tenant === tenantHeader);
  return active.length === 1 ? active[0] : undefined;
}

function allowedRoles(it: MatrixCase): readonly Role[] {
  const { roles } = whoMayCall(it.endpoint);
  return (tenantOf(it)?.roles ?? []).filter((role) => roles.includes(role));
}

function aboutSomebodyElse({ caller, target }: MatrixCase): boolean {
  return target !== null && target.id !== caller.person?.userId;
}
