import { randomBytes } from 'node:crypto';
import { VigilError } from '@vigil/contract/errors';
import { roles } from '@vigil/domain/roles';
import type { MemberDetails } from '#people/index.ts';
import { UsageError } from './arguments.ts';
import { timeZoneOf } from './member-details.ts';
import { putOnRecord } from './on-record.ts';
import type { Workplace } from './workplace.ts';

export interface TenantRow {
  readonly id: string;
  readonly code: string;
  readonly displayName: string | null;
  /** Of members who are given none. */
  readonly timeZone: string | null;
}

export async function listTenants({ modules }: Workplace): Promise<TenantRow[]> {
  return modules.configurator.tenants();
}

export const tenantOption = { tenant: { type: 'string' } } as const;

/** `timeZone` is that of members who are given none. */
export async function createTenant({ modules }: Workplace, code: string, name: string | null, timeZone?: string): Promise<void> {
  if (!/^[a-z0-9][a-z0-9-]{0,62}$/.test(code))
    throw new UsageError(`"${code}" cannot be the first label of a host name: use small letters, digits and hyphens.`);
  const zone = timeZone === undefined ? null : timeZoneOf(timeZone);
  const label = `${code}.${new URL(modules.identity.hosts.home).host}`;
  const holder = await modules.identity.hosts.tenantOfHost(label);
  if (holder && holder.code !== code)
    throw new VigilError(
      'conflict',
      `${label} is a host of the tenant "${holder.code}". Choose another code, or take that host from it first.`,
    );
  if (!(await modules.configurator.createTenant(code, name, zone)))
    throw new VigilError('conflict', `There is a tenant "${code}" already.`);
}

/** Throws with the known codes when there is none of this code. */
export async function tenantByCode(place: Workplace, code: string): Promise<TenantRow> {
  const tenants = await listTenants(place);
  const tenant = tenants.find((one) => one.code === code);
  if (!tenant)
    throw new VigilError('not_found', `There is no tenant "${code}". Known: ${tenants.map((one) => one.code).join(', ') || 'none'}.`);
  return tenant;
}

/** A member by id or e-mail address. */
export async function memberOf({ modules }: Workplace, tenant: TenantRow, idOrEmail: string): Promise<string> {
  const member = await modules.people.findMember(tenant.id, idOrEmail);
  if (!member) throw new VigilError('not_found', `There is no such member in "${tenant.code}". Name one by id or e-mail address.`);
  return member;
}

export interface NewUser extends MemberDetails {
  readonly email: string;
  readonly givenName: string;
  readonly familyName: string;
  readonly roles: readonly string[];
}

/** Creates a user with an account that can sign in. Answers the generated password, to be told to the person once. */
export async function createUser({ modules }: Workplace, tenant: TenantRow, user: NewUser): Promise<{ id: string; password: string }> {
  const unknown = user.roles.find((role) => !(roles as readonly string[]).includes(role));
  if (unknown !== undefined) throw new UsageError(`"${unknown}" is not a role. Known: ${roles.join(', ')}.`);
  if (await modules.identity.accounts.findByEmail(user.email))
    throw new VigilError('conflict', 'There is an account with this e-mail address already.');
  if (user.mrn !== undefined) await requireFreeMrn(modules, tenant.id, user.mrn, null);
  const nowMs = modules.clock.now();
  const timeZone = user.timeZone ?? tenant.timeZone;
  const id = await modules.people.create(tenant.id, { ...user, timeZone, createdAtMs: nowMs, onboardedAtMs: nowMs });
  const password = randomBytes(15).toString('base64url');
  await modules.identity.accounts.create({ email: user.email, password, userId: id, emailVerified: true });
  return { id, password };
}

/**
 * Sets what is given about a member. Days of a new time zone are rolled up before the tool ends. Throws conflict for a record
 * number that another member has.
 */
export async function changeMember({ modules }: Workplace, tenantId: string, userId: string, details: MemberDetails): Promise<void> {
  if (details.mrn !== undefined) await requireFreeMrn(modules, tenantId, details.mrn, userId);
  await modules.people.changeDetails(tenantId, userId, details);
  modules.bus.publish('user.changed', { tenantId, userId });
  await modules.ticksWriter.zoneChangesFollowed();
}

/** Put on record in every tenant of the person before anything is changed. False when there was no second factor. Throws not_found. */
export async function resetTwoFactor(place: Workplace, email: string): Promise<boolean> {
  const { identity, people } = place.modules;
  const account = await identity.accounts.findByEmail(email);
  if (!account) throw new VigilError('not_found', 'There is no account with this e-mail address.');
  const { userId } = account;
  const memberships = userId === null ? [] : await people.membershipsOf(userId);
  for (const { tenantId } of memberships) await putOnRecord(place, 'user reset-two-factor', tenantId, userId === null ? [] : [userId]);
  return identity.own.secondFactorReset.byOperator(email);
}

/** Files and messages name members by it: of two with the same one, readings would go to neither. */
async function requireFreeMrn({ people }: Workplace['modules'], tenantId: string, mrn: string, userId: string | null): Promise<void> {
  const others = (await people.membersByMrn(tenantId, mrn)).filter((id) => id !== userId);
  if (others.length > 0) throw new VigilError('conflict', 'Another member has this medical record number. Nothing was changed.');
}
