import { faultOfRange, type NormalRange, type rangedMetrics } from '@vigil/domain/metrics/normal-ranges';
import { isCountry } from '@vigil/domain/people/countries';
import { isTimeZone } from '@vigil/domain/timeframe/zone';
import * as z from 'zod/mini';
import { idleMs, longest, most } from './configurator.values.ts';
import { isPlain, isPlainLine } from './readable-text.forms.ts';

const oneLine = z.refine<string>(isPlainLine, 'Give one line of plain text.');
const lines = z.refine<string>(isPlain, 'Give plain text.');

export const text = (least: number, longestText: number, plain = oneLine) => {
  const wanted = least > 0 ? `Give ${least} to ${longestText} characters.` : `Give no more than ${longestText} characters.`;
  return z.string('It must be text.').check(z.trim(), z.minLength(least, wanted), z.maxLength(longestText, wanted), plain);
};
export const onOff = z.boolean('It must be true or false.');
export const oneOf = <const T extends readonly string[]>(words: T) =>
  z.enum(words, `It must be ${words.slice(0, -1).join(', ')} or ${words.at(-1)}.`);
const wantedIdle = `It must be a whole number of milliseconds from ${idleMs.least} (1 minute) to ${idleMs.most} (8 hours).`;
export const idle = z
  .number(wantedIdle)
  .check(z.multipleOf(1, wantedIdle), z.minimum(idleMs.least, wantedIdle), z.maximum(idleMs.most, wantedIdle));
const wantedAppId = 'Give 1 to 100 letters, digits, hyphens or underscores.';
export const appId = z.string(wantedAppId).check(z.trim(), z.regex(/^[\w-]{1,100}$/, wantedAppId));

export const supportAddress = z.refine<string>(
  (value) => value === '' || /^[^\s@]{1,64}@[^\s@]{3,189}$/.test(value),
  'Give an e-mail address as in help@example.org, or leave it empty.',
);
const wantedPhone = 'Give a phone number of 5 to 40 digits, spaces, brackets, hyphens and a plus sign, or leave it empty.';
export const supportPhone = z.string(wantedPhone).check(z.trim(), z.regex(/^(|[\d +()-]{5,40})$/, wantedPhone));

const wantedCountry = 'There is no such country. Give its two letters by ISO 3166-1, as in ES, or leave it empty.';
/** ISO 3166-1 alpha-2. */
export const country = z.string(wantedCountry).check(
  z.trim(),
  z.toUpperCase(),
  z.refine((code) => code === '' || isCountry(code), wantedCountry),
);
const wantedDial = 'Give a number as people dial it, 2 to 20 digits, spaces, hyphens and a plus sign, or leave it empty.';
export const dialed = z.string(wantedDial).check(z.trim(), z.regex(/^(|\+?\d[\d -]{1,19})$/, wantedDial));

const wantedZone = 'Give a time zone of the IANA database, as in Europe/Berlin.';
export const zone = z.string(wantedZone).check(z.trim(), z.maxLength(64, wantedZone), z.refine(isTimeZone, wantedZone));

const wantedHost = 'Give host names as in care.example.org, in small letters, with a port where it is not the usual one.';
const host = z
  .string(wantedHost)
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(longest.host, wantedHost),
    z.regex(/^[a-z0-9][a-z0-9.-]*[a-z0-9](:[1-9]\d{0,4})?$/, wantedHost),
  );
export const hosts = z.array(host, wantedHost).check(
  z.maxLength(most.hosts, `Give no more than ${most.hosts} hosts.`),
  z.refine((list) => new Set(list).size === list.length, 'A host stands here twice.'),
);

const wantedColor = 'Give a colour as #rrggbb.';
const color = z.string(wantedColor).check(z.regex(/^#[0-9a-fA-F]{6}$/, wantedColor));
const wantedPicture = 'Give an https:// address, a path of this server (/…), or a data:image/ URL of no more than 30 kB.';
/** To a browser a backslash is a slash, so that `/\\` leads to another server as `//` does. */
export const picture = z
  .string(wantedPicture)
  .check(z.trim(), z.maxLength(longest.picture, wantedPicture), z.regex(/^(https:\/\/|\/(?![/\\])|data:image\/)/, wantedPicture), oneLine);
/** What `/welcome` shows; null: the product's own page. */
export const welcome = z.nullable(
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
export const externalIds = z
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
export const rangeOf = (metric: (typeof rangedMetrics)[number]) =>
  range.check((checked) => {
    const fault = faultOfRange(metric, checked.value as NormalRange);
    if (fault) checked.issues.push({ code: 'custom', message: fault, input: checked.value });
  });

export const wholeFrom = (bounds: { readonly least: number; readonly most: number }, unit: string) => {
  const wanted = `It must be a whole number of ${unit} from ${bounds.least} to ${bounds.most}.`;
  return z.number(wanted).check(z.multipleOf(1, wanted), z.minimum(bounds.least, wanted), z.maximum(bounds.most, wanted));
};
