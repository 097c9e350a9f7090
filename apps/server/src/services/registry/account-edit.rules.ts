import { VigilError } from '@vigil/contract/errors';
import type { AccountEdit } from '@vigil/contract/registry.forms';
import { type AccountChange, type ChangeableField, editorsNameOf, type UserRow } from '#people/index.ts';
import { isSame } from './account-change.rules.ts';
import { isMember } from './standing.rules.ts';

/** What everybody may change of their own account. The rest of it is what the tenant knows of a person. */
const own: ReadonlySet<ChangeableField> = new Set<ChangeableField>([
  ...(['givenName', 'middleNames', 'familyName', 'title', 'photoUrl', 'signUrl', 'phoneNumber', 'timeZone'] as const),
  ...(['gender', 'heightM', 'weightKg', 'emergencyContacts'] as const),
]);

/** What an edit wants of an account, field by field. */
export function editedAccount({ personalInfo, contactInfo, languageRegion, bioInfo }: AccountEdit): AccountChange {
  const wanted = {
    givenName: personalInfo?.firstName,
    middleNames: personalInfo?.middleName,
    familyName: personalInfo?.lastName,
    title: personalInfo?.title,
    photoUrl: personalInfo?.photoUrl,
    signUrl: personalInfo?.signUrl,
    birthDate: personalInfo?.birthday,
    sex: personalInfo?.sex,
    gender: personalInfo?.gender,
    mrn: personalInfo?.mrn,
    employeeId: personalInfo?.employeeId,
    email: contactInfo?.email,
    phoneNumber: contactInfo?.phoneNumber,
    emergencyContacts: contactInfo?.emergencyContacts,
    timeZone: languageRegion?.timezone,
    heightM: bioInfo?.heightInMeters,
    weightKg: bioInfo?.weightInKilograms,
  };
  return Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined)) as AccountChange;
}

/**
 * The same without what is as it was. A time zone that is the default where none is stored stays unstored, so that sending back
 * an account as it was read changes nothing. Throws forbidden, naming the fields, for what only an administrator may change.
 */
export function allowedEdit(user: UserRow, wanted: AccountChange, by: { isAdministrator: boolean; defaultZone: string }): AccountChange {
  const real = (Object.keys(wanted) as ChangeableField[]).filter((field) => {
    if (field === 'timeZone' && user.timeZone === null && wanted.timeZone === by.defaultZone) return false;
    return !isSame(user[field], wanted[field]);
  });
  const refused = by.isAdministrator ? [] : real.filter((field) => !own.has(field));
  if (refused.length > 0) {
    const message = 'Only an administrator may change this. Nothing was changed.';
    throw new VigilError('forbidden', message, { fields: refused.map((field) => ({ field: editorsNameOf(field), message })) });
  }
  requireMemberOf(user, real.includes('emergencyContacts') ? (wanted.emergencyContacts ?? []) : []);
  return Object.fromEntries(real.map((field) => [field, wanted[field]])) as AccountChange;
}

/** Throws invalid_input for contacts of somebody who is no member; those of a former member may be removed. */
function requireMemberOf(user: UserRow, contacts: UserRow['emergencyContacts']): void {
  if (contacts.length === 0 || isMember(user)) return;
  const message = 'Only members have emergency contacts.';
  throw new VigilError('invalid_input', message, { fields: [{ field: 'contactInfo.emergencyContacts', message }] });
}

const longestLifeYears = 120;

/** Throws invalid_input for a day of birth that lies ahead, or further back than anybody has lived. */
export function requirePossibleBirth({ birthDate }: AccountChange, nowMs: number): void {
  if (typeof birthDate !== 'string') return;
  const oldest = new Date(nowMs);
  oldest.setUTCFullYear(oldest.getUTCFullYear() - longestLifeYears);
  const born = Date.parse(birthDate);
  if (born <= nowMs && born >= oldest.getTime()) return;
  const message = `The date of birth lies in the past, ${longestLifeYears} years back at most.`;
  throw new VigilError('invalid_input', message, { fields: [{ field: 'personalInfo.birthday', message }] });
}
