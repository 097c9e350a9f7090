import { catalogue } from '@vigil/domain/metrics/catalogue';
import { faultOfRange, type NormalRange, rangedMetrics, usualNormalRanges } from '@vigil/domain/metrics/normal-ranges';
import { defaultTimeZone, isTimeZone } from '@vigil/domain/timeframe/zone';
import * as z from 'zod/mini';
import { chatStates, idleMs, longest, most, patientScopes, type SettingGroup } from './configurator.values.ts';
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

/** Half a character cannot be stored, and nobody sees a control character. */
const oneLine = z.refine<string>((value) => value.isWellFormed() && !/\p{Cc}/u.test(value), 'Give one line of plain text.');
const lines = z.refine<string>((value) => value.isWellFormed() && !/[^\P{Cc}\n\r\t]/u.test(value), 'Give plain text.');

const text = (least: number, longestText: number, plain = oneLine) => {
  const wanted = least > 0 ? `Give ${least} to ${longestText} characters.` : `Give no more than ${longestText} characters.`;
  return z.string(wanted).check(z.trim(), z.minLength(least, wanted), z.maxLength(longestText, wanted), plain);
};
const onOff = z.boolean('It must be true or false.');
const oneOf = <const T extends readonly string[]>(words: T) =>
  z.enum(words, `It must be ${words.slice(0, -1).join(', ')} or ${words.at(-1)}.`);
const wantedIdle = `It must be a whole number of milliseconds from ${idleMs.least} (1 minute) to ${idleMs.most} (8 hours).`;
const idle = z
  .number(wantedIdle)
  .check(z.multipleOf(1, wantedIdle), z.minimum(idleMs.least, wantedIdle), z.maximum(idleMs.most, wantedIdle));
const wantedAppId = 'Give 1 to 100 letters, digits, hyphens or underscores.';
const appId = z.string(wantedAppId).check(z.trim(), z.regex(/^[\w-]{1,100}$/, wantedAppId));

const supportAddress = z.refine<string>(
  (value) => value === '' || /^[^\s@]{1,64}@[^\s@]{3,189}$/.test(value),
  'Give an e-mail address as in help@example.org, or leave it empty.',
);
const wantedPhone = 'Give a phone number of 5 to 40 digits, spaces, brackets, hyphens and a plus sign, or leave it empty.';
const supportPhone = z.string(wantedPhone).check(z.trim(), z.regex(/^(|[\d +()-]{5,40})$/, wantedPhone));

const wantedZone = 'Give a time zone of the IANA database, as in Europe/Berlin.';
const zone = z.string(wantedZone).check(z.trim(), z.maxLength(64, wantedZone), z.refine(isTimeZone, wantedZone));

const wantedHost = 'Give host names as in care.example.org, in small letters, with a port where it is not the usual one.';
const host = z
  .string(wantedHost)
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(longest.host, wantedHost),
    z.regex(/^[a-z0-9][a-z0-9.-]*[a-z0-9](:[1-9]\d{0,4})?$/, wantedHost),
  );
const hosts = z.array(host, wantedHost).check(
  z.maxLength(most.hosts, `Give no more than ${most.hosts} hosts.`),
  z.refine((list) => new Set(list).size === list.length, 'A host stands here twice.'),
);

const wantedColor = 'Give a colour as #rrggbb.';
const color = z.string(wantedColor).check(z.regex(/^#[0-9a-fA-F]{6}$/, wantedColor));
const wantedPicture = 'Give an https:// address, a path of this server (/…), or a data:image/ URL of no more than 30 kB.';
/** To a browser a backslash is a slash, so that `/\\` leads to another server as `//` does. */
const picture = z
  .string(wantedPicture)
  .check(z.trim(), z.maxLength(longest.picture, wantedPicture), z.regex(/^(https:\/\/|\/(?![/\\])|data:image\/)/, wantedPicture), oneLine);
/** What `/welcome` shows; null: the product's own page. */
const welcome = z.nullable(
  z.strictObject(
    {
      title: text(1, longest.welcomeTitle),
      text: text(0, longest.welcomeText, lines),
      picture: z._default(z.nullable(picture), null),
      colors: z._default(
        z.nullable(z.strictObject({ background: color, text: color, accent: color }, 'Give background, text and accent.')),
        null,
      ),
    },
    'Give title, text, picture and colors, or null.',
  ),
);

const wantedExternalId = 'Give capital letters, digits and underscores, as in EMPLOYEE_ID.';
const externalIds = z
  .array(
    z.strictObject(
      {
        displayName: text(1, longest.name),
        externalId: z.string(wantedExternalId).check(z.trim(), z.regex(/^[A-Z][A-Z0-9_]{0,39}$/, wantedExternalId)),
        useInReports: onOff,
      },
      'Give displayName, externalId and useInReports.',
    ),
    'Give a list of external ids.',
  )
  .check(
    z.maxLength(most.externalIds, `Give no more than ${most.externalIds} external ids.`),
    z.refine((list) => new Set(list.map(({ externalId }) => externalId)).size === list.length, 'An external id stands here twice.'),
  );

const wantedRange = 'Give low and high, each a number or null.';
const end = z.nullable(z.number(wantedRange));
const range = z.strictObject({ low: end, high: end }, wantedRange);
const rangeOf = (metric: (typeof rangedMetrics)[number]) =>
  range.check((checked) => {
    const fault = faultOfRange(metric, checked.value as NormalRange);
    if (fault) checked.issues.push({ code: 'custom', message: fault, input: checked.value });
  });

const wholeFrom = (bounds: { readonly least: number; readonly most: number }, unit: string) => {
  const wanted = `It must be a whole number of ${unit} from ${bounds.least} to ${bounds.most}.`;
  return z.number(wanted).check(z.multipleOf(1, wanted), z.minimum(bounds.least, wanted), z.maximum(bounds.most, wanted));
};

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
    meaning: 'Whether people are told of chat messages, ON or OFF.',
    schema: oneOf(chatStates),
    usual: 'ON',
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
    meaning: `Host names of the tenant’s own, up to ${most.hosts}: the portal is reached and people sign in there.`,
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
