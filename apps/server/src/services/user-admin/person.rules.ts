import type { NewInvitation } from '@vigil/contract/user-admin.forms';
import { invitableRoles, orderSource, type Realm, roleRequired, sexCodes } from '@vigil/contract/user-admin.values';
import { type BirthDateFault, birthDateFault, oldestAgeYears } from '@vigil/domain/people/birth-date';
import type { Role } from '@vigil/domain/roles';
import type { Newcomer } from '#people/index.ts';
import { phoneNumberIn } from '#platform/phone-number.ts';

/** What is wrong with one field of an invitation, in words for whoever filled it in. */
export interface PersonProblem {
  readonly field: keyof NewInvitation;
  readonly message: string;
}

/** A person to be, still without an id. */
export type Described = Omit<Newcomer, 'id'>;

const birthDateFaults: Readonly<Record<BirthDateFault, string>> = {
  'not-a-date': 'Not a valid date',
  'in-the-future': 'Lies in the future',
  'too-long-ago': `Nobody is older than ${oldestAgeYears} years`,
};

export interface InvitationTerms {
  /** yyyy-MM-dd. */
  readonly today: string;
  /** Whether a member without an e-mail address can be invited by text message, and sign in with the phone number. */
  readonly byPhone: boolean;
}

/** The person whom an invitation describes, or all that is wrong with it. */
export function describedBy(
  realm: Realm,
  said: NewInvitation,
  { byPhone, today }: InvitationTerms,
): { readonly person: Described; readonly problems: readonly PersonProblem[] } {
  const problems: PersonProblem[] = [];
  const roles = rolesOf(realm, said.roles ?? []);
  if (typeof roles === 'string') problems.push({ field: 'roles', message: roles });
  const birthDate = orNull(said.dateOfBirth);
  const fault = birthDate === null ? null : birthDateFault(birthDate, today);
  if (fault) problems.push({ field: 'dateOfBirth', message: birthDateFaults[fault] });
  const phone = phoneOf(said);
  if (phone === 'invalid')
    problems.push({ field: 'phoneNumber', message: 'Not a phone number; write it with the country’s code, +1 650 253 0000 for example' });
  const withoutAddress = said.email ? null : withoutEmail(realm, phone, byPhone);
  if (withoutAddress) problems.push({ field: 'email', message: withoutAddress });
  const person: Described = {
    roles: typeof roles === 'string' ? [] : roles,
    email: said.email || null,
    givenName: said.givenName,
    familyName: said.familyName,
    middleNames: orNull(said.middleNames),
    title: orNull(said.title),
    phoneNumber: phone === 'invalid' ? null : phone,
    birthDate,
    sex: said.sex ? ((sexCodes as Readonly<Record<string, string>>)[said.sex] ?? said.sex) : null,
    gender: orNull(said.gender),
    heightM: said.height ?? null,
    heightDisplayUnits: said.heightDisplayUnits ?? null,
    weightKg: said.weight ?? null,
    weightDisplayUnits: said.weightDisplayUnits ?? null,
    streetAddress: orNull(said.streetAddress),
    city: orNull(said.city),
    state: orNull(said.state),
    zip: orNull(said.zip),
    countryCode: orNull(said.countryCode),
    countryName: orNull(said.countryName),
    qhcp: said.qhcp ?? false,
    orderSource: said.orderSource ?? orderSource,
    mrn: orNull(said.mrn),
    employeeId: orNull(said.employeeId),
    timeZone: orNull(said.timezone),
    language: said.language || null,
  };
  return { person, problems };
}

/** The roles to hold; a text where the invitation names others than its realm has. */
function rolesOf(realm: Realm, said: readonly Role[]): readonly Role[] | string {
  if (realm === 'patient') {
    return said.every((role) => role === 'patient') ? ['patient'] : 'A member is invited as patient and nothing else';
  }
  const chosen = invitableRoles.filter((role) => said.includes(role));
  const others = said.filter((role) => role !== 'tenant_admin' && !(invitableRoles as readonly Role[]).includes(role));
  if (others.length > 0) return `Nobody is invited as ${others.join(', ')} to work for the tenant`;
  if (chosen.length === 0) return roleRequired;
  return said.includes('tenant_admin') ? ['tenant_admin', ...chosen] : chosen;
}

function phoneOf({ phoneNumber, countryCode }: NewInvitation): string | null | 'invalid' {
  if (!phoneNumber) return null;
  return phoneNumberIn(phoneNumber, countryCode) ?? 'invalid';
}

/** What is wrong with an invitation that has no e-mail address. */
function withoutEmail(realm: Realm, phone: string | null, byPhone: boolean): string | null {
  if (realm === 'care') return 'Staff sign in with an e-mail address: enter one';
  if (phone === null && byPhone) return 'Enter an e-mail address, or a phone number that the invitation is sent to by text message';
  if (phone === null) return 'Enter an e-mail address';
  if (!byPhone) return 'Enter an e-mail address: text messages can’t be sent from this server, so nobody can be invited by phone';
  return null;
}

/** What somebody is found by and signs in with: the e-mail address, or the phone number of whoever has none. */
export const addressOf = ({ email, phoneNumber }: Pick<Described, 'email' | 'phoneNumber'>): string => email ?? phoneNumber ?? '';

const orNull = (text: string | null | undefined): string | null => text || null;

/**
 * Why somebody who signs in elsewhere with this address is not taken in again after an erasure: the id of that sign-in names
 * what the law keeps here, and would lead to it.
 */
export const wasErased =
  'The person with this e-mail address or phone number was erased here, and what is kept cannot become theirs again: invite them with another one';

/** Whoever has the address in another tenant stands here under another one, which is told to nobody. */
export const addressOfNobodyNew = 'No account can be made with this e-mail address or phone number: invite the person with another one';
