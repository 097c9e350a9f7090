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
    isInTheTenant: user.is_in_the_tenant,
    isOnHold: user.is_on_hold,
    createdAt: user.created_at,
    onboardedAt: user.onboarded_at,
    firstBandSyncAt: user.first_band_sync_at,
  };
  if (!isMember(user)) return { memberSince: null, accountStatus: staffStatus(membership) };
  return { memberSince: memberSince(membership), accountStatus: memberStatus(membership) };
}

function rowOf(user: UserRow): AccountRow {
  return {
    id: user.id,
    firstName: user.given_name,
    lastName: user.family_name,
    roles: user.roles,
    isInTheTenant: user.is_in_the_tenant,
    isOnHold: user.is_on_hold,
    createdAt: user.created_at,
    lastStatusDate: user.last_status_at,
    contactInfo: { email: user.email },
    ...standing(user),
  };
}

function accountOf(user: UserRow): UserAccount {
  const { unitSystem, colorMode } = withDefaults(user.portal_settings);
  return {
    id: user.id,
    personalInfo: {
      firstName: user.given_name,
      middleName: user.middle_names,
      lastName: user.family_name,
      title: user.title,
      photoUrl: user.photo_url,
      signUrl: user.sign_url,
      birthday: user.birth_date,
      sex: user.sex,
      gender: user.gender,
      mrn: user.mrn,
      employeeId: user.employee_id,
    },
    contactInfo: { email: user.email, phoneNumber: user.phone_number },
    languageRegion: { timezone: memberTimeZone(user.time_zone) },
    bioInfo: { heightInMeters: user.height_m, weightInKilograms: user.weight_kg },
    sendbirdInfo: null,
    roles: user.roles,
    tenantId: user.tenant_id,
    portalSettings: { unitSystem: unitSystem ?? defaultUnitSystem(user.roles), colorMode },
    preferences: user.preferences,
    isInTheTenant: user.is_in_the_tenant,
    isOnHold: user.is_on_hold,
    createdAt: user.created_at,
    ...standing(user),
    dataOrigin: user.data_origin,
    dataAttribution: user.data_attribution,
  };
}

/** What has never been chosen is null, so that RFC 6902's `replace` finds it. */
function withDefaults(settings: UserRow['portal_settings']): UserAccount['portalSettings'] {
  return { unitSystem: settings.unitSystem ?? null, colorMode: settings.colorMode ?? null };
}
