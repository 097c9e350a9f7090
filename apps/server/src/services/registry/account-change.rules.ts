import { isDeepStrictEqual } from 'node:util';
import { VigilError } from '@vigil/contract/errors';
import type { jsonPatch } from '@vigil/contract/registry.contract';
import { type RoleFlag, roleFlags, type StandingFlag, standingFlags } from '@vigil/contract/registry.values';
import { careTeamRoles, roles as knownRoles, type Role } from '@vigil/domain/roles';
import type * as z from 'zod';
import type { AccountChange, AccountSurroundings, ChangeableField, UserRow } from '#people/index.ts';
import { editorsNameOf } from '#people/index.ts';
import { statusOf } from './standing.rules.ts';

export type Patch = z.output<typeof jsonPatch>;

/** What a patch wants of somebody's standing and roles. */
export interface AdministrativePatch {
  readonly standing: Readonly<Partial<Record<StandingFlag, boolean>>>;
  readonly roles: Readonly<Partial<Record<RoleFlag, boolean>>>;
}

/** A patch taken apart: what administrators do, the settings that are the person's own, and the version that it was made on. */
export interface SortedPatch {
  readonly administrative: AdministrativePatch | null;
  readonly settings: Patch;
  readonly version: number | null;
}

const isStanding = (field: string): field is StandingFlag => (standingFlags as readonly string[]).includes(field);
const isRoleFlag = (field: string): field is RoleFlag => Object.hasOwn(roleFlags, field);

/** Throws invalid_input naming the operation that makes no sense; what is no flag of administrators is left to the settings. */
export function sortPatch(patch: Patch): SortedPatch {
  const standing: Partial<Record<StandingFlag, boolean>> = {};
  const roles: Partial<Record<RoleFlag, boolean>> = {};
  const settings: Patch = [];
  let version: number | null = null;
  for (const [index, operation] of patch.entries()) {
    const { op, path, value } = operation;
    const field = path.slice(1);
    if (op === 'test') version = testedVersion(index, path, value);
    else if (isStanding(field)) standing[field] = flagValue(index, path, value);
    else if (isRoleFlag(field)) roles[field] = flagValue(index, path, value);
    else settings.push(operation);
  }
  const isAdministrative = Object.keys(standing).length + Object.keys(roles).length > 0;
  return { administrative: isAdministrative ? { standing, roles } : null, settings, version };
}

function testedVersion(index: number, path: string, value: unknown): number {
  if (path !== '/version') throw refused(index, 'path', 'Only "/version" can be tested.');
  if (!Number.isInteger(value) || (value as number) < 1) throw refused(index, 'value', 'A version is a whole number from 1.');
  return value as number;
}

function flagValue(index: number, path: string, value: unknown): boolean {
  if (typeof value !== 'boolean') throw refused(index, 'value', `"${path}" is true or false.`);
  return value;
}

export interface ChangeCircumstances extends AccountSurroundings {
  readonly actorId: string;
  readonly nowMs: number;
  /** How long a removal can be undone. */
  readonly removalUndoMs: number;
}

/** What becomes of an account that an administrator patches. Throws conflict, forbidden or invalid_input with the reason. */
export function patchedAccount(user: UserRow, patch: AdministrativePatch, circumstances: ChangeCircumstances): AccountChange {
  const wanted = { ...rolesChange(user, patch.roles), ...standingChange(user, patch.standing, circumstances) };
  return judged(user, wanted, circumstances);
}

/** What becomes of an account that is removed: nothing, if it was already. */
export function removedAccount(user: UserRow, circumstances: ChangeCircumstances): AccountChange {
  return judged(user, user.removedAt === null ? { removedAt: circumstances.nowMs } : {}, circumstances);
}

/** The changes that really change something, if they may be made; with the day of the new status. */
export function judged(user: UserRow, wanted: AccountChange, circumstances: ChangeCircumstances): AccountChange {
  const real = (Object.keys(wanted) as ChangeableField[]).filter((field) => !isSame(user[field], wanted[field]));
  if (real.length === 0) return {};
  requireNotStale(real, circumstances);
  const change = Object.fromEntries(real.map((field) => [field, wanted[field]])) as AccountChange;
  const next: UserRow = { ...user, ...change };
  requireAdministrator(user, next, circumstances);
  return statusOf(next) === statusOf(user) ? change : { ...change, lastStatusAt: circumstances.nowMs };
}

/** Whatever the order of the keys: the database has its own. */
export const isSame = (before: unknown, after: unknown): boolean => isDeepStrictEqual(before, after);

function rolesChange(user: UserRow, flags: AdministrativePatch['roles']): AccountChange {
  const given = Object.entries(flags) as [RoleFlag, boolean][];
  if (given.length === 0) return {};
  const held = new Set<Role>(user.roles);
  for (const [flag, on] of given) on ? held.add(roleFlags[flag]) : held.delete(roleFlags[flag]);
  // The generic clinician only says that somebody has a care-team role: it must not stay behind and open what was taken away.
  const isOfCareTeam = careTeamRoles.some((role) => role !== 'clinician' && held.has(role));
  if (!isOfCareTeam && given.some(([, on]) => !on)) held.delete('clinician');
  if (held.size === 0)
    throw new VigilError('invalid_input', 'Somebody in a tenant holds at least one role. Give another role first, or remove the account.');
  return { roles: knownRoles.filter((role) => held.has(role)) };
}

function standingChange(
  user: UserRow,
  flags: AdministrativePatch['standing'],
  { nowMs, removalUndoMs }: ChangeCircumstances,
): AccountChange {
  const { isInTheTenant, isOnHold, isDeactivated, isRemoved } = flags;
  if (isRemoved === true) throw new VigilError('invalid_input', 'An account is removed with DELETE, which can be undone here.');
  if (isDeactivated === true && user.roles.every((role) => role === 'patient'))
    throw new VigilError('invalid_input', 'Only staff are switched off; a member is discharged or put on hold.');
  if (isRemoved === undefined && user.removedAt !== null)
    throw new VigilError('conflict', 'This account has been removed. Undo that first; nothing was changed.');
  if (isRemoved === false && user.removedAt !== null && nowMs > user.removedAt + removalUndoMs)
    throw new VigilError('conflict', 'This account was removed too long ago for that to be undone. Invite the person again.');
  return {
    ...(isInTheTenant !== undefined && { isInTheTenant }),
    ...(isOnHold !== undefined && { isOnHold }),
    ...(isDeactivated !== undefined && { deactivatedAt: isDeactivated ? (user.deactivatedAt ?? nowMs) : null }),
    ...(isRemoved === false && { removedAt: null }),
  };
}

/** Somebody else changed one of the same fields after the caller had read them. */
function requireNotStale(fields: readonly ChangeableField[], { changedSince }: ChangeCircumstances): void {
  const names = new Set(fields.map(editorsNameOf));
  const stale = changedSince.filter(({ field }) => names.has(field));
  if (stale.length === 0) return;
  throw new VigilError(
    'conflict',
    'Somebody else has changed the same fields since you read the account. Nothing of yours was stored: look at what it holds now, and decide anew.',
    { fields: stale.map(({ field, at, by }) => ({ field, message: `Changed by ${by ?? 'the server'} at ${new Date(at).toISOString()}` })) },
  );
}

const administers = (user: UserRow) => user.roles.includes('tenant_admin') && statusOf(user) === 'ACTIVE';

/** A tenant keeps somebody who can administer it, and nobody takes that right, or the way in, from themselves. */
function requireAdministrator(before: UserRow, after: UserRow, { actorId, otherAdministrators }: ChangeCircumstances): void {
  const loses = administers(before) && !administers(after);
  if (loses && otherAdministrators === 0)
    throw new VigilError(
      'conflict',
      'This is the last administrator of the tenant. Make somebody else an administrator first; nothing was changed.',
    );
  if (before.id === actorId && (loses || statusOf(after) !== statusOf(before)))
    throw new VigilError('conflict', 'You cannot take yourself out of the administration. Ask another administrator; nothing was changed.');
}

function refused(index: number, part: 'path' | 'value', message: string): VigilError {
  return new VigilError('invalid_input', message, { fields: [{ field: `${index}.${part}`, message }] });
}
