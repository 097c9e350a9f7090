import { roles } from '@vigil/domain/roles';
import { isTimeZone } from '@vigil/domain/timeframe/zone';
import * as z from 'zod/mini';
import { mailLanguages } from './configurator.values.ts';
import { oneLine, storable, typedLine } from './readable-text.forms.ts';
import { sexes } from './registry.values.ts';
import {
  heightBoundsM,
  heightDisplayUnits,
  longestEmail,
  longestLine,
  longestName,
  orderSource,
  sexCodes,
  weightBoundsKg,
  weightDisplayUnits,
} from './user-admin.values.ts';

/** What may be left out, or be null. */
const maybe = <T extends z.ZodMiniType>(schema: T) => z.optional(z.nullable(schema));
const name = typedLine(1, longestName);
const line = maybe(z.string().check(z.trim(), z.maxLength(longestLine), storable, oneLine));
const between = ({ least, most }: { least: number; most: number }) => z.number().check(z.gte(least), z.lte(most));

/**
 * Somebody to be, as an administrator describes them. The fields are those of the specification; `id` is made by the sender,
 * so that an invitation that is sent twice makes one person, and `mrn`, `employeeId`, `timezone` and `language` stand beside them.
 */
export const newInvitation = z.object({
  id: z.optional(z.uuid().check(z.toLowerCase())),
  /** The tenant of the path, by its short name. */
  tenantName: z.optional(z.string()),
  /** Of a member nothing else than patient. For staff the role in the care team, and tenant_admin beside it for an administrator. */
  roles: z.optional(z.array(z.enum(roles)).check(z.maxLength(roles.length))),
  /** As HTML defines it. A member without one signs in with the phone number, where text messages can be sent. */
  email: maybe(
    z.string().check(
      z.trim(),
      z.toLowerCase(),
      z.maxLength(longestEmail),
      z.refine((text) => text === '' || z.regexes.html5Email.test(text), 'Not an e-mail address'),
    ),
  ),
  /** A number of the country, or with + and the country’s code; kept in E.164. */
  phoneNumber: maybe(z.string().check(z.trim(), z.maxLength(40))),
  title: line,
  givenName: name,
  familyName: name,
  middleNames: line,
  /** yyyy-MM-dd. */
  dateOfBirth: maybe(z.string().check(z.trim())),
  gender: line,
  sex: maybe(z.enum([...sexes, ...(Object.keys(sexCodes) as (keyof typeof sexCodes)[])])),
  /** Metres. */
  height: maybe(between(heightBoundsM)),
  heightDisplayUnits: maybe(z.enum(heightDisplayUnits)),
  /** Kilograms. */
  weight: maybe(between(weightBoundsKg)),
  weightDisplayUnits: maybe(z.enum(weightDisplayUnits)),
  /** In as many lines as it has. */
  streetAddress: maybe(z.string().check(z.trim(), z.maxLength(longestLine), storable)),
  city: line,
  state: line,
  zip: line,
  /** ISO 3166-1 alpha-2. */
  countryCode: maybe(z.string().check(z.trim(), z.toUpperCase(), z.regex(/^(?:[A-Z]{2})?$/))),
  countryName: line,
  /** People choose their passwords themselves. */
  password: z.optional(z.null()),
  qhcp: maybe(z.boolean()),
  /** Whether the link is sent at once. Without it: to staff, and not to members. */
  triggerInvitation: maybe(z.boolean()),
  orderSource: maybe(z.literal(orderSource)),
  mrn: line,
  employeeId: line,
  timezone: maybe(
    z.string().check(
      z.trim(),
      z.refine((zone) => zone === '' || isTimeZone(zone), 'Not a time zone of the IANA database'),
    ),
  ),
  /** In which the person is written to, and reads the portal; without it the clinic's. */
  language: maybe(z.enum(['', ...mailLanguages])),
});
export type NewInvitation = z.output<typeof newInvitation>;
