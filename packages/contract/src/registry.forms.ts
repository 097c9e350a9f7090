import { isTimeZone } from '@vigil/domain/timeframe/zone';
import * as z from 'zod/mini';
import { typedLine } from './readable-text.forms.ts';
import { longestEmailSubject, longestEmailText, mostEmailRecipients, mostEmergencyContacts, sexes } from './registry.values.ts';

const deviceWords = typedLine(1, 100);

/**
 * What a new device credential is told: a label that its member's administrators know it by, and what kind of device it is (maker
 * and model), which is told with what it measures; each 1 to 100 characters.
 */
export const newDevice = z.object({ label: deviceWords, type: z.optional(deviceWords) });

const optionalLine = (longest: number) => z.optional(z.nullable(typedLine(1, longest)));
/** Where a picture lies: a path of this server or an address with https. */
const pictureUrl = z.optional(z.nullable(z.string().check(z.maxLength(500), z.regex(/^(https:\/\/|\/)/, 'Begins with https:// or /'))));

const id = z.uuid().check(z.toLowerCase());

/** E.164. */
const phoneNumber = z.string().check(z.regex(/^\+[1-9]\d{6,14}$/, 'Write it with + and the country’s number, as +15551234567'));

/** Whom to call about a member who can't be reached. */
export const emergencyContact = z.object({
  name: typedLine(1, 100),
  /** To the member, in their own words. */
  relationship: z._default(z.nullable(typedLine(1, 100)), null),
  phoneNumber,
});
export type EmergencyContact = z.output<typeof emergencyContact>;

/**
 * An account as somebody has edited it: what is absent stays as it is, null empties a field. It has the form in which the
 * account is read, so that one that was read may be sent back whole; what it holds beside this is not changed by it.
 */
export const accountEdit = z.object({
  /** The version that was read; an If-Match header may say it instead. */
  version: z.optional(z.int().check(z.gte(1))),
  personalInfo: z.optional(
    z.object({
      firstName: z.optional(typedLine(1, 100)),
      middleName: optionalLine(100),
      lastName: z.optional(typedLine(1, 100)),
      title: optionalLine(50),
      photoUrl: pictureUrl,
      signUrl: pictureUrl,
      /** yyyy-MM-dd. */
      birthday: z.optional(z.nullable(z.iso.date())),
      sex: z.optional(z.nullable(z.enum(sexes))),
      gender: optionalLine(100),
      mrn: optionalLine(100),
      employeeId: optionalLine(100),
    }),
  ),
  contactInfo: z.optional(
    z.object({
      email: z.optional(z.nullable(z.email().check(z.maxLength(254), z.toLowerCase()))),
      phoneNumber: z.optional(z.nullable(phoneNumber)),
      /** All of a member's, whom to call first in front; an empty list removes them. */
      emergencyContacts: z.optional(z.array(emergencyContact).check(z.maxLength(mostEmergencyContacts))),
    }),
  ),
  languageRegion: z.optional(
    z.object({
      timezone: z.optional(z.string().check(z.refine(isTimeZone, 'Not a time zone of the IANA database, as Europe/Berlin is'))),
    }),
  ),
  bioInfo: z.optional(
    z.object({
      heightInMeters: z.optional(z.nullable(z.number().check(z.gte(0.3), z.lte(2.75)))),
      weightInKilograms: z.optional(z.nullable(z.number().check(z.gte(3), z.lte(500)))),
    }),
  ),
});
export type AccountEdit = z.output<typeof accountEdit>;

/** An e-mail of an administrator to people of the tenant. It leaves the platform unsealed, so the screen warns of what to write. */
export const newEmail = z.object({
  userIds: z.array(id).check(z.minLength(1), z.maxLength(mostEmailRecipients)),
  subject: typedLine(1, longestEmailSubject),
  text: z.string().check(
    z.trim(),
    z.minLength(1),
    z.maxLength(longestEmailText),
    z.refine((text) => text.isWellFormed() && !text.includes('\0'), 'Holds a character that cannot be sent'),
  ),
});
export type NewEmail = z.output<typeof newEmail>;
