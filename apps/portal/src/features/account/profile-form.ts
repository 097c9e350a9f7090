import type { FieldError } from '@vigil/contract/errors';
import type { UserAccount } from '@vigil/contract/registry.contract';
import { type AccountEdit, accountEdit } from '@vigil/contract/registry.forms';
import * as z from 'zod/mini';
import { withoutGroups } from '#lib/phone-number.ts';

/** What a person changes of the own profile, as it is typed. */
const profileFields = ['title', 'firstName', 'middleName', 'lastName', 'phoneNumber', 'timezone'] as const;
export type ProfileField = (typeof profileFields)[number];
export type ProfileDraft = Readonly<Record<ProfileField, string>>;

export function draftOf({ personalInfo, contactInfo, languageRegion }: UserAccount): ProfileDraft {
  return {
    title: personalInfo.title ?? '',
    firstName: personalInfo.firstName,
    middleName: personalInfo.middleName ?? '',
    lastName: personalInfo.lastName,
    phoneNumber: contactInfo.phoneNumber ?? '',
    timezone: languageRegion.timezone,
  };
}

/** The fields in which a draft differs. */
export function changedFields(account: UserAccount, draft: ProfileDraft): ProfileField[] {
  const held = draftOf(account);
  return profileFields.filter((field) => draft[field] !== held[field]);
}

/** The edit that a draft stands for: the changed fields only, on the version that was read. */
export function editOf(account: UserAccount, draft: ProfileDraft, changed: readonly ProfileField[]): AccountEdit {
  const given = (field: ProfileField) => draft[field].trim() || null;
  const has = (field: ProfileField) => changed.includes(field);
  return {
    version: account.version,
    personalInfo: {
      ...(has('title') && { title: given('title') }),
      ...(has('firstName') && { firstName: draft.firstName.trim() }),
      ...(has('middleName') && { middleName: given('middleName') }),
      ...(has('lastName') && { lastName: draft.lastName.trim() }),
    },
    // People write numbers in groups; they are kept without (E.164).
    ...(has('phoneNumber') && { contactInfo: { phoneNumber: withoutGroups(draft.phoneNumber) || null } }),
    ...(has('timezone') && { languageRegion: { timezone: draft.timezone } }),
  };
}

/** The fields that the server would refuse. */
export function faultsOf(edit: AccountEdit): ProfileField[] {
  const result = z.safeParse(accountEdit, edit);
  return result.success ? [] : fieldsIn(result.error.issues.map(({ path }) => path.join('.')));
}

/** The fields that it has refused. */
export function faultsFrom(fields: readonly FieldError[]): ProfileField[] {
  return fieldsIn(fields.map(({ field }) => field));
}

function fieldsIn(paths: readonly string[]): ProfileField[] {
  return profileFields.filter((field) => paths.some((path) => path.split('.').includes(field)));
}

/** The account as it will be, to be shown while the edit is on its way. */
export function editedAccount(account: UserAccount, { personalInfo, contactInfo, languageRegion }: AccountEdit): UserAccount {
  return {
    ...account,
    personalInfo: { ...account.personalInfo, ...personalInfo } as UserAccount['personalInfo'],
    contactInfo: { ...account.contactInfo, ...contactInfo } as UserAccount['contactInfo'],
    languageRegion: { ...account.languageRegion, ...languageRegion } as UserAccount['languageRegion'],
  };
}
