import { newInvitation } from '@vigil/contract/user-admin.forms';
import type { Realm } from '@vigil/contract/user-admin.values';
import { birthDateFault } from '@vigil/domain/people/birth-date';
import type messages from '../messages.en.json';
import type { payloadOf } from './values.ts';

/** The fields that an error can stand beside. */
export type InvitationField = Exclude<keyof ReturnType<typeof payloadOf>, 'id' | 'password' | 'orderSource' | 'triggerInvitation'>;
export type InvitationError = keyof (typeof messages)['error'];
export type InvitationErrors = Partial<Record<InvitationField, InvitationError>>;

const told: Partial<Record<InvitationField, InvitationError>> = {
  email: 'email',
  givenName: 'name',
  familyName: 'name',
  height: 'height',
  weight: 'weight',
  countryCode: 'countryCode',
  timezone: 'timezone',
};

/** What the server would refuse, field by field. Phone numbers it judges alone; `byPhone`: they may stand for the e-mail address. */
export function errorsOf(payload: ReturnType<typeof payloadOf>, realm: Realm, today: string, byPhone: boolean): InvitationErrors {
  const errors: InvitationErrors = {};
  const result = newInvitation.safeParse(payload);
  for (const { path } of result.error?.issues ?? []) {
    const field = path[0] as InvitationField;
    errors[field] = told[field] ?? 'tooLong';
  }
  const mayBePhone = realm === 'patient' && byPhone;
  if (!payload.email.trim() && !(mayBePhone && payload.phoneNumber))
    errors.email = mayBePhone ? 'emailOrPhone' : realm === 'patient' && payload.phoneNumber ? 'noSms' : 'email';
  const fault = payload.dateOfBirth === null ? null : birthDateFault(payload.dateOfBirth, today);
  if (fault) errors.dateOfBirth = fault;
  if (realm === 'care' && payload.roles.every((role) => role === 'tenant_admin')) errors.roles = 'role';
  return errors;
}
