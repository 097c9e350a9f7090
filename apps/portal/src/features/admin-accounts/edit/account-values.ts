import type { UserAccount } from '@vigil/contract/registry.contract';
import { type AccountEdit, accountEdit } from '@vigil/contract/registry.forms';
import type { sexes } from '@vigil/contract/registry.values';
import { birthDateFault } from '@vigil/domain/people/birth-date';
import type { Role } from '@vigil/domain/roles';
import { contactsIn, draftsOf } from '#lib/emergency-contacts.ts';
import { withoutGroups } from '#lib/phone-number.ts';
import type messages from '../messages.en.json';
import { readContacts, writeContacts } from './contacts-value.ts';

const personFields = ['title', 'firstName', 'middleName', 'lastName', 'email', 'phoneNumber', 'timezone'] as const;
const memberFields = ['birthday', 'sex', 'gender', 'mrn'] as const;
export const accountFields = [...personFields, ...memberFields, 'employeeId', 'emergencyContacts'] as const;
export type AccountField = (typeof accountFields)[number];
/** An account as it stands in the form: what nobody has recorded is empty. */
export type AccountValues = Readonly<Record<AccountField, string>>;
type Fault = keyof (typeof messages)['edit']['fault'];
export type AccountFaults = Partial<Record<AccountField, Fault>>;

/** The fields that make sense for somebody with these roles. */
export function fieldsOf(roles: readonly Role[]): readonly AccountField[] {
  const isMember = roles.includes('patient');
  const isStaff = roles.some((role) => role !== 'patient');
  return accountFields.filter((field) => {
    if (field === 'emergencyContacts' || (memberFields as readonly AccountField[]).includes(field)) return isMember;
    return field !== 'employeeId' || isStaff;
  });
}

export function valuesOf({ personalInfo, contactInfo, languageRegion }: UserAccount): AccountValues {
  const { title, firstName, middleName, lastName, birthday, sex, gender, mrn, employeeId } = personalInfo;
  const held = { title, firstName, middleName, lastName, birthday, sex, gender, mrn, employeeId, ...contactInfo, ...languageRegion };
  const emergencyContacts = writeContacts(draftsOf(contactInfo.emergencyContacts));
  return Object.fromEntries(
    accountFields.map((field) => [field, field === 'emergencyContacts' ? emergencyContacts : (held[field] ?? '')]),
  ) as AccountValues;
}

/** The edit of some fields as they were typed, on the version that is on screen. */
export function editOf(typed: Partial<AccountValues>, version: number): AccountEdit {
  const given = (field: AccountField) => typed[field]?.trim() || null;
  const some = <F extends AccountField>(fields: readonly F[]) =>
    Object.fromEntries(fields.filter((field) => typed[field] !== undefined).map((field) => [field, given(field)]));
  return {
    version,
    personalInfo: {
      ...some(['title', 'middleName', 'birthday', 'gender', 'mrn', 'employeeId']),
      ...(typed.sex !== undefined && { sex: given('sex') as (typeof sexes)[number] | null }),
      // These two are never without a value: an empty one is refused.
      ...(typed.firstName !== undefined && { firstName: typed.firstName.trim() }),
      ...(typed.lastName !== undefined && { lastName: typed.lastName.trim() }),
    },
    contactInfo: {
      ...some(['email']),
      // People write numbers in groups; they are kept without (E.164).
      ...(typed.phoneNumber !== undefined && { phoneNumber: withoutGroups(typed.phoneNumber) || null }),
      ...(typed.emergencyContacts !== undefined && { emergencyContacts: contactsIn(readContacts(typed.emergencyContacts)) }),
    },
    ...(typed.timezone !== undefined && { languageRegion: { timezone: typed.timezone.trim().replaceAll(' ', '_') } }),
  };
}

/** What the server would refuse. `today` is yyyy-MM-dd. */
export function faultsOf(edit: AccountEdit, today: string): AccountFaults {
  const faults: AccountFaults = {};
  for (const { path } of accountEdit.safeParse(edit).error?.issues ?? []) {
    const field = fieldAt(path);
    faults[field] = faultOf[field] ?? 'long';
  }
  const birthday = edit.personalInfo?.birthday;
  const fault = birthday ? birthDateFault(birthday, today) : null;
  if (fault) faults.birthday = fault;
  return faults;
}

/** What is wrong with one contact is wrong with the list. */
const fieldAt = (path: readonly PropertyKey[]) => (path.includes('emergencyContacts') ? 'emergencyContacts' : path.at(-1)) as AccountField;

const faultOf: AccountFaults = {
  firstName: 'name',
  lastName: 'name',
  title: 'title',
  email: 'email',
  phoneNumber: 'phoneNumber',
  timezone: 'timezone',
  emergencyContacts: 'emergencyContacts',
  birthday: 'not-a-date',
};

/** What a refusal says about the fields of the form. */
export function refusedFields(fields: readonly { readonly field: string; readonly message: string }[]): Partial<AccountValues> {
  const named = fields.map(({ field, message }) => [fieldAt(field.split('.')), inLocalTime(message)] as const);
  return Object.fromEntries(named.filter(([field]) => (accountFields as readonly (string | undefined)[]).includes(field)));
}

/** The server tells moments in UTC. */
const inLocalTime = (text: string) =>
  text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (moment) =>
    new Date(moment).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' }),
  );
