import { VigilError } from '@vigil/contract/errors';
import type { accountRow, jsonPatch, UserAccount } from '@vigil/contract/registry.contract';
import { type DecidedStatus, memberSince, memberStatus, staffStatus } from '@vigil/domain/status/account-status';
import { memberTimeZone } from '@vigil/domain/timeframe/zone';
import type * as z from 'zod';
import type { People, UserRow, UsersQuestion } from '#people/index.ts';
import { defaultUnitSystem, patchedSettings } from './registry.rules.ts';

export type AccountRow = z.input<typeof accountRow>;

export interface UsersPage {
  readonly content: AccountRow[];
  readonly totalElements: number;
}

export interface Registry {
  listUsers(question: UsersQuestion): Promise<UsersPage>;
  /** Throws not_found when the tenant has no such account. */
  getUser(tenantId: string, userId: string): Promise<UserAccount>;
  /** Throws invalid_input for what people may not change themselves, and changes nothing then. */
  patchUser(tenantId: string, userId: string, patch: z.output<typeof jsonPatch>): Promise<UserAccount>;
}

export function createRegistryService(store: People['accounts']): Registry {
  return {
    async listUsers(question) {
      const { rows, total } = await store.users(question);
      return { content: rows.map(rowOf), totalElements: total };
    },
    async getUser(tenantId, userId) {
      return accountOf(found(await store.user(tenantId, userId)));
    },
    async patchUser(tenantId, userId, patch) {
      const changed = await store.changeSettings(tenantId, userId, (settings) => patchedSettings(withDefaults(settings), patch));
      return accountOf(found(changed));
    },
  };
}

function found(user: UserRow | undefined): UserRow {
  if (!user) throw new VigilError('not_found', 'There is no such user.');
  return user;
}

const isMember = (user: UserRow) => user.roles.includes('patient');

/** Member-since and status of an account, by the member's or the staff's rule. */
function standing(user: UserRow): { memberSince: number | null; accountStatus: DecidedStatus | null } {
  const membership = {
    isInTheTenant: user.isInTheTenant,
    isOnHold: user.isOnHold,
    createdAt: user.createdAt,
    onboardedAt: user.onboardedAt,
    firstBandSyncAt: user.firstBandSyncAt,
  };
  if (!isMember(user)) return { memberSince: null, accountStatus: staffStatus(membership) };
  return { memberSince: memberSince(membership), accountStatus: memberStatus(membership) };
}

function rowOf(user: UserRow): AccountRow {
  return {
    id: user.id,
    firstName: user.givenName,
    lastName: user.familyName,
    roles: user.roles,
    isInTheTenant: user.isInTheTenant,
    isOnHold: user.isOnHold,
    createdAt: user.createdAt,
    lastStatusDate: user.lastStatusAt,
    contactInfo: { email: user.email },
    ...standing(user),
  };
}

function accountOf(user: UserRow): UserAccount {
  const { unitSystem, colorMode, chartAxes } = withDefaults(user.portalSettings);
  return {
    id: user.id,
    personalInfo: {
      firstName: user.givenName,
      middleName: user.middleNames,
      lastName: user.familyName,
      title: user.title,
      photoUrl: user.photoUrl,
      signUrl: user.signUrl,
      birthday: user.birthDate,
      sex: user.sex,
      gender: user.gender,
      mrn: user.mrn,
      employeeId: user.employeeId,
    },
    contactInfo: { email: user.email, phoneNumber: user.phoneNumber },
    languageRegion: { timezone: memberTimeZone(user.timeZone) },
    bioInfo: { heightInMeters: user.heightM, weightInKilograms: user.weightKg },
    sendbirdInfo: null,
    roles: user.roles,
    tenantId: user.tenantId,
    portalSettings: { unitSystem: unitSystem ?? defaultUnitSystem(user.roles), colorMode, chartAxes },
    preferences: user.preferences,
    isInTheTenant: user.isInTheTenant,
    isOnHold: user.isOnHold,
    createdAt: user.createdAt,
    ...standing(user),
    dataOrigin: user.dataOrigin,
    dataAttribution: user.dataAttribution,
  };
}

/** What has never been chosen is null, so that RFC 6902's `replace` finds it. */
function withDefaults(settings: UserRow['portalSettings']): UserAccount['portalSettings'] {
  return { unitSystem: settings.unitSystem ?? null, colorMode: settings.colorMode ?? null, chartAxes: settings.chartAxes ?? null };
}
