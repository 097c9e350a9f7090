import { sexes } from '@vigil/contract/registry.values';
import { sexCodes } from '@vigil/contract/user-admin.values';
import { isTimeZone } from '@vigil/domain/timeframe/zone';
import type { MemberDetails } from '#people/index.ts';
import { UsageError } from './arguments.ts';

export const detailOptions = {
  zone: { type: 'string' },
  sex: { type: 'string' },
  born: { type: 'string' },
  mrn: { type: 'string' },
} as const;

export const detailsUsage = `[--zone <time zone>] [--sex ${sexes.join('|')}] [--born <yyyy-mm-dd>] [--mrn <record number>]`;

const longestMrn = 64;
const earliestBirth = '1900-01-01';

/** What the options say about a member; what was not given is absent. Throws UsageError for what cannot be right. */
export function memberDetails(values: Readonly<Record<string, unknown>>, nowMs: number): MemberDetails {
  const { zone, sex, born, mrn } = values as { readonly [Option in keyof typeof detailOptions]?: string };
  return {
    ...(zone !== undefined && { timeZone: timeZoneOf(zone) }),
    ...(sex !== undefined && { sex: sexOf(sex) }),
    ...(born !== undefined && { birthDate: birthDateOf(born, nowMs) }),
    ...(mrn !== undefined && { mrn: mrnOf(mrn) }),
  };
}

/** Throws UsageError for what is no zone of the IANA database. */
export function timeZoneOf(zone: string): string {
  if (!isTimeZone(zone)) throw new UsageError(`"${zone}" is no time zone of the IANA database, as Europe/Berlin is.`);
  return zone;
}

const sexOfCode = new Map<string, string>(Object.entries(sexCodes));

/** A word or its short code, in letters of either kind. */
function sexOf(given: string): string {
  const said = given.trim().toLowerCase();
  const sex = sexOfCode.get(said) ?? said;
  if (!(sexes as readonly string[]).includes(sex))
    throw new UsageError(`--sex is one of ${sexes.join(', ')}, or short ${[...sexOfCode.keys()].join(', ')}.`);
  return sex;
}

function birthDateOf(born: string, nowMs: number): string {
  const ms = /^\d{4}-\d\d-\d\d$/.test(born) ? Date.parse(`${born}T00:00:00Z`) : Number.NaN;
  const isDay = !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(born);
  if (!isDay || born < earliestBirth || ms > nowMs) throw new UsageError('--born is a day that has been, written as 1957-03-21.');
  return born;
}

function mrnOf(mrn: string): string {
  const trimmed = mrn.trim();
  if (trimmed === '' || trimmed.length > longestMrn) throw new UsageError(`--mrn has 1 to ${longestMrn} characters.`);
  return trimmed;
}
