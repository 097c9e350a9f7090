import type { accountRow, PortalSettings, UserAccount } from '@vigil/contract/registry.contract';
import type { BasicInfo } from '@vigil/contract/registry-people.contract';
import { memberTimeZone } from '@vigil/domain/timeframe/zone';
import type * as z from 'zod';
import { countryOf, type UserRow } from '#people/index.ts';
import { defaultUnitSystem } from './registry.rules.ts';
import { isMember, memberSinceOf, statusOf } from './standing.rules.ts';

export type AccountRow = z.input<typeof accountRow>;

/** How accounts are shown; `removalUndoMs`: how long a removal can be undone. */
export function createAccountView({ removalUndoMs }: { readonly removalUndoMs: number }) {
  const standing = (user: UserRow) => ({
    isInTheTenant: user.isInTheTenant,
    isOnHold: user.isOnHold,
    createdAt: user.createdAt,
    memberSince: memberSinceOf(user),
    accountStatus: statusOf(user),
    lastStatusDate: user.lastStatusAt,
    removalFinalAt: user.removedAt === null ? null : user.removedAt + removalUndoMs,
    version: user.version,
  });

  function account(user: UserRow): UserAccount {
    const chosen = settingsOf(user);
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
      contactInfo: { email: user.email, phoneNumber: user.phoneNumber, emergencyContacts: [...user.emergencyContacts] },
      languageRegion: { timezone: memberTimeZone(user.timeZone), timezoneIsAssumed: !user.timeZone, country: countryOf(user) },
      bioInfo: { heightInMeters: user.heightM, weightInKilograms: user.weightKg },
      sendbirdInfo: { userId: user.id },
      roles: user.roles,
      tenantId: user.tenantId,
      portalSettings: {
        ...chosen,
        unitSystem: chosen.unitSystem ?? defaultUnitSystem(user.roles),
        unitSystemIsAssumed: chosen.unitSystem === null,
      },
      preferences: user.preferences,
      ...standing(user),
      dataOrigin: user.dataOrigin,
      dataAttribution: user.dataAttribution,
    };
  }

  return {
    account,

    /** What staff see of each other: name, contact and roles. What is the person's own, and anything clinical, is left empty. */
    colleague(user: UserRow): UserAccount {
      const whole = account(user);
      const nothing = { birthday: null, sex: null, gender: null, mrn: null, employeeId: null, signUrl: null };
      return {
        ...whole,
        personalInfo: { ...whole.personalInfo, ...nothing },
        contactInfo: { ...whole.contactInfo, emergencyContacts: [] },
        bioInfo: { heightInMeters: null, weightInKilograms: null },
        languageRegion: { ...whole.languageRegion, country: null },
        portalSettings: { ...settingsOf({ portalSettings: {} }), unitSystemIsAssumed: true },
        preferences: {},
      };
    },

    row: (user: UserRow, primaryClinician: AccountRow['primaryClinician']): AccountRow => ({
      id: user.id,
      firstName: user.givenName,
      lastName: user.familyName,
      roles: user.roles,
      contactInfo: { email: user.email },
      mrn: isMember(user) ? user.mrn : null,
      primaryClinician,
      ...standing(user),
    }),

    basicInfo: (user: UserRow): BasicInfo => ({
      id: user.id,
      firstName: user.givenName,
      middleName: user.middleNames,
      lastName: user.familyName,
      title: user.title,
      photoUrl: user.photoUrl,
      roles: user.roles,
      accountStatus: statusOf(user),
    }),
  };
}

/** Whether the viewer sees the account whole: the own, a member's, and for administrators anybody's. */
export function seesWhole(user: UserRow, viewer: { readonly userId: string | null; readonly roles: readonly string[] }): boolean {
  return user.id === viewer.userId || isMember(user) || viewer.roles.includes('tenant_admin');
}

/** What has never been chosen is null, so that RFC 6902's `replace` finds it. */
export function settingsOf({ portalSettings }: Pick<UserRow, 'portalSettings'>): PortalSettings {
  const { unitSystem = null, glucoseUnit = null, language = null, colorMode = null, chartAxes = null } = portalSettings;
  return { unitSystem, glucoseUnit, language, colorMode, chartAxes };
}
