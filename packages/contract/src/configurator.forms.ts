import { catalogue } from '@vigil/domain/metrics/catalogue';
import { rangedMetrics, usualNormalRanges } from '@vigil/domain/metrics/normal-ranges';
import { defaultTimeZone } from '@vigil/domain/timeframe/zone';
import * as z from 'zod/mini';
import { bookingsToCome } from './calendar.values.ts';
import {
  chatStates,
  idleMs,
  longest,
  mailLanguages,
  memberSessionDays,
  most,
  patientScopes,
  type SettingGroup,
} from './configurator.values.ts';
import {
  appId,
  country,
  dialed,
  externalIds,
  hosts,
  idle,
  oneOf,
  onOff,
  rangeOf,
  supportAddress,
  supportPhone,
  text,
  welcome,
  wholeFrom,
  zone,
} from './configurator-value.forms.ts';
import { erasureWaitDays, keepRecordYears } from './privacy.values.ts';

/** One setting: the API, the operator's tool and the screen check by the same row. */
export interface Setting {
  /** Where it stands in the configuration, `app.idleTimerTimeout`. */
  readonly path: string;
  readonly group: SettingGroup;
  /** One sentence: what it does, its unit and what it may be. */
  readonly meaning: string;
  /** Every check says in words what it wants, since zod/mini brings no texts of its own. */
  readonly schema: z.ZodMiniType;
  /** What holds where nobody has said anything else. */
  readonly usual: unknown;
  /** Who may set it for a tenant. Globally only the operator sets anything. */
  readonly setBy: 'administrator' | 'operator';
  /** Whether it can be set for all tenants at once. */
  readonly global: boolean;
}

const administrator = { setBy: 'administrator', global: true } as const;
const flag = { schema: onOff, usual: false, group: 'features', ...administrator } as const;

/** Every setting that has a name of its own. Other flags may be set as well: see `settingAt`. */
export const settings: readonly Setting[] = [
  {
    path: 'app.alert_banner_message',
    group: 'notice',
    meaning: `Text of the banner above every page, up to ${longest.banner} characters; empty for none.`,
    schema: text(0, longest.banner),
    usual: '',
    ...administrator,
  },
  {
    path: 'app.idleTimerTimeout',
    group: 'session',
    meaning: 'Milliseconds without activity until sign-out, 60000 (1 minute) to 28800000 (8 hours).',
    schema: idle,
    usual: idleMs.usual,
    ...administrator,
  },
  {
    path: 'app.memberSessionDays',
    group: 'session',
    meaning: `Days that members who have set a PIN stay signed in, ${memberSessionDays.least} to ${memberSessionDays.most}; their page locks when idle. 0: no PINs, 12 hours as for staff.`,
    schema: wholeFrom(memberSessionDays, 'days'),
    usual: memberSessionDays.usual,
    ...administrator,
  },
  {
    path: 'security.requireTwoFactor',
    group: 'security',
    meaning: 'Whether staff need a second factor to sign in, true or false; holds from everybody’s next sign-in.',
    schema: onOff,
    usual: false,
    ...administrator,
  },
  {
    path: 'access.patients',
    group: 'people',
    meaning: 'Which members staff see: tenant (all) or assigned (their own only; administrators always see all).',
    schema: oneOf(patientScopes),
    usual: 'tenant',
    setBy: 'administrator',
    global: false,
  },
  {
    path: 'tenant.timeZone',
    group: 'people',
    meaning: 'Time zone of members who are given none, a name of the IANA database as in Europe/Berlin.',
    schema: zone,
    usual: defaultTimeZone,
    setBy: 'administrator',
    global: false,
  },
  {
    path: 'tenant.language',
    group: 'people',
    meaning: 'Language of mails to people who have chosen none: en (English) or es (Spanish).',
    schema: oneOf(mailLanguages),
    usual: 'en',
    ...administrator,
  },
  {
    path: 'tenant.country',
    group: 'emergency',
    meaning:
      'Country of the clinic, two letters as in ES; its emergency numbers are shown to members whose own country is not known. Empty: the country of tenant.timeZone.',
    schema: country,
    usual: '',
    setBy: 'administrator',
    global: false,
  },
  {
    path: 'emergency.number',
    group: 'emergency',
    meaning: 'Emergency number shown to members in the clinic’s country, or to all where that isn’t known; empty for the country’s own.',
    schema: dialed,
    usual: '',
    setBy: 'administrator',
    global: false,
  },
  {
    path: 'emergency.crisisNumber',
    group: 'emergency',
    meaning:
      'Crisis line, open at every hour, shown to members in the clinic’s country, or to all where that isn’t known; empty for the country’s own.',
    schema: dialed,
    usual: '',
    setBy: 'administrator',
    global: false,
  },
  {
    path: 'emergency.crisisName',
    group: 'emergency',
    meaning: `Name of the line in emergency.crisisNumber, up to ${longest.name} characters; empty: its number.`,
    schema: text(0, longest.name),
    usual: '',
    setBy: 'administrator',
    global: false,
  },
  { path: 'featureFlags.auth.magicLink', meaning: 'Whether people may sign in with a link sent by e-mail, true or false.', ...flag },
  { path: 'featureFlags.careTeam', meaning: 'Whether the pages of care teams are shown, true or false.', ...flag },
  {
    path: 'featureFlags.newCareTeam',
    meaning: 'Whether the care team’s page has a list of staff and a page for each team, true or false.',
    ...flag,
  },
  { path: 'featureFlags.generatedData', meaning: 'Whether the newer data page is shown, true or false.', ...flag },
  {
    path: 'tenant.chat',
    group: 'communication',
    meaning: 'Whether people write to each other here, ON or OFF. OFF hides messages and takes none; what was written stays in the record.',
    schema: oneOf(chatStates),
    usual: 'ON',
    ...administrator,
  },
  {
    path: 'calls.relayOnly',
    group: 'communication',
    meaning:
      'Whether calls go through the relay only, true or false; then neither of the two learns the other’s network address. It needs TURN_URL.',
    schema: onOff,
    usual: false,
    ...administrator,
  },
  {
    path: 'calendar.mostBookings',
    group: 'communication',
    meaning: `Upcoming appointments that a member may have booked at once, ${bookingsToCome.least} to ${bookingsToCome.most}; the care team may book more for them.`,
    schema: wholeFrom(bookingsToCome, 'appointments'),
    usual: bookingsToCome.usual,
    ...administrator,
  },
  {
    path: 'support.chat_app_id',
    group: 'communication',
    meaning: 'Id of the support chat, 1 to 100 letters, digits, hyphens or underscores.',
    schema: appId,
    usual: 'vigil',
    ...administrator,
  },
  {
    path: 'support.email',
    group: 'communication',
    meaning: `E-mail address of support, up to ${longest.contact} characters; empty for none.`,
    schema: text(0, longest.contact, supportAddress),
    usual: '',
    ...administrator,
  },
  {
    path: 'support.phone',
    group: 'communication',
    meaning: 'Phone number of support, 5 to 40 digits, spaces, brackets, hyphens and a plus sign; empty for none.',
    schema: supportPhone,
    usual: '',
    ...administrator,
  },
  {
    path: 'support.hours',
    group: 'communication',
    meaning: `When support is there, in words, up to ${longest.contact} characters; empty for none.`,
    schema: text(0, longest.contact),
    usual: '',
    ...administrator,
  },
  {
    path: 'app.sendbird_app_id',
    group: 'communication',
    meaning: 'Id of the chat service, 1 to 100 letters, digits, hyphens or underscores.',
    schema: appId,
    usual: 'vigil',
    setBy: 'operator',
    global: true,
  },
  {
    path: 'welcome',
    group: 'welcome',
    meaning: 'The landing page: {"title", "text", "picture", "colors": {"background", "text", "accent"}}, or null for the product’s own.',
    schema: welcome,
    usual: null,
    ...administrator,
  },
  {
    path: 'reportExternalIds',
    group: 'reports',
    meaning: `External ids that accounts may have, up to ${most.externalIds}: [{"displayName", "externalId", "useInReports"}].`,
    schema: externalIds,
    usual: [],
    ...administrator,
  },
  ...rangedMetrics.map((metric): Setting => {
    const { label, unit, plausible } = catalogue[metric];
    return {
      path: `normalRanges.${metric}`,
      group: 'ranges',
      meaning: `Normal range of ${label.toLowerCase()} in ${unit}, {"low", "high"}, each from ${plausible.join(' to ')} or null.`,
      schema: rangeOf(metric),
      usual: usualNormalRanges[metric],
      ...administrator,
    };
  }),
  {
    path: 'privacy.keepRecordYears',
    group: 'privacy',
    meaning: `Years for which the clinical record of an erased member is kept, locked away, ${keepRecordYears.least} to ${keepRecordYears.most}; 0 erases it at once.`,
    schema: wholeFrom(keepRecordYears, 'years'),
    usual: keepRecordYears.usual,
    ...administrator,
  },
  {
    path: 'privacy.erasureWaitDays',
    group: 'privacy',
    meaning: `Days between a request for erasure and the day from which it can be carried out without typing the name, ${erasureWaitDays.least} to ${erasureWaitDays.most}.`,
    schema: wholeFrom(erasureWaitDays, 'days'),
    usual: erasureWaitDays.usual,
    ...administrator,
  },
  {
    path: 'tenant.hosts',
    group: 'hosts',
    meaning: `Host names at which people reach the portal and sign in, up to ${most.hosts}; links go to the portal’s own where that is listed, else to the first.`,
    schema: hosts,
    usual: [],
    setBy: 'operator',
    global: false,
  },
];

const byPath = new Map(settings.map((setting) => [setting.path, setting]));
const flagPath = /^featureFlags(\.[a-zA-Z][a-zA-Z0-9]{0,39}){1,4}$/;

/** The setting at a path, a flag that this version does not know among them; null where nothing can be set. */
export function settingAt(path: string): Setting | null {
  const known = byPath.get(path);
  if (known) return known;
  const clashes = settings.some((one) => one.path.startsWith(`${path}.`) || path.startsWith(`${one.path}.`));
  if (clashes || !flagPath.test(path)) return null;
  return { path, meaning: 'A flag that nothing in this version reads, true or false.', ...flag };
}

/** What is wrong with a value for a setting: the sentences, each with the path inside the value; null where nothing is. */
export function faultsOf(setting: Setting, value: unknown): readonly { readonly path: string; readonly message: string }[] | null {
  const result = z.safeParse(setting.schema, value);
  if (result.success) return null;
  return result.error.issues.map((issue) => ({
    path: [setting.path, ...issue.path.map(String)].join('.'),
    message: issue.code === 'unrecognized_keys' ? 'It has parts that are not known here.' : issue.message,
  }));
}

const wantedChanges = `Give 1 to ${most.changesAtOnce} changes.`;

/**
 * Changes that are made together or not at all. `revision` is the one that was read before: whoever changes what somebody
 * else has changed since is refused. `reset` takes a value back, so that the global one or the default holds again.
 */
export const settingsChange = z.object({
  revision: z.int('Give the revision that was read.').check(z.minimum(0, 'Give the revision that was read.')),
  changes: z
    .array(
      z.strictObject({
        path: z.string('Name a setting.').check(z.minLength(1, 'Name a setting.'), z.maxLength(200, 'Name a setting.')),
        value: z.optional(z.unknown()),
        reset: z.optional(z.literal(true, 'It may only be true.')),
      }),
      wantedChanges,
    )
    .check(z.minLength(1, wantedChanges), z.maxLength(most.changesAtOnce, wantedChanges)),
});
