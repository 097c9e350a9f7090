import { VigilError } from '@vigil/contract/errors';
import { boundsOf, type DateSearch, excludesWithin, matchesDate, readDateSearch } from '@vigil/domain/fhir/date-search';
import type { OwnHosts } from './searchset.ts';

/** Of any version, in small letters. */
export const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export function badParameter(name: string, message: string): VigilError {
  return new VigilError('invalid_input', `${name}: ${message}`, { fields: [{ field: name, message }] });
}

/**
 * The member whom a search names by `patient` or `subject`: an id, `Patient/{id}`, or its address here. Throws invalid_input where
 * neither or two do, and for an address of another server: whoever has our member's id there is somebody else.
 */
export async function memberSearched(
  { patient, subject }: { readonly patient?: string | undefined; readonly subject?: string | undefined },
  hosts: Pick<OwnHosts, 'isOurs'>,
): Promise<string> {
  const given = [patient, subject].filter((one) => one !== undefined);
  const [id, second] = new Set(await Promise.all(given.map((one) => idIn(one, hosts))));
  if (id === undefined) throw badParameter('patient', 'Name the member: patient={id}');
  if (second !== undefined || !uuid.test(id)) throw badParameter('patient', 'Has to be the id of one member, alone or as Patient/{id}');
  return id;
}

async function idIn(reference: string, hosts: Pick<OwnHosts, 'isOurs'>): Promise<string> {
  const address = /^https?:/i.test(reference) ? URL.parse(reference) : null;
  if (address === null) return reference.replace(/^Patient\//, '').toLowerCase();
  const [, id = ''] = /^\/fhir\/R4\/Patient\/([^/]+)$/.exec(address.pathname) ?? [];
  if (!(await hosts.isOurs(address.origin)))
    throw badParameter('patient', 'Is kept on another server; name this server’s member, as Patient/{id}');
  return id.toLowerCase();
}

/** One `system|code` of a token search (R4, 3.1.1.4.10); null where it says nothing of a part. */
export interface TokenSearch {
  readonly system: string | null;
  readonly code: string | null;
}

/** The tokens of which one has to match. */
export function tokensIn(text: string | undefined): readonly TokenSearch[] | undefined {
  return text?.split(',').map((one) => {
    const bar = one.lastIndexOf('|');
    return bar < 0 ? { system: null, code: one } : { system: one.slice(0, bar), code: one.slice(bar + 1) || null };
  });
}

export function matchesToken({ system, code }: TokenSearch, coding: { readonly system: string; readonly code: string }): boolean {
  return (system === null || system === coding.system) && (code === null || code === coding.code);
}

/** Date searches of one parameter, all of which have to match. Throws invalid_input for one that cannot be read. */
export function datesIn(name: string, texts: readonly string[] | undefined, timeZone: string): readonly DateSearch[] {
  return (texts ?? []).map((text) => {
    const search = readDateSearch(text, timeZone);
    if (!search) throw badParameter(name, 'Has to be a date, or a moment with its zone, after eq, ne, ge, gt, le, lt, sa or eb');
    return search;
  });
}

export { boundsOf, excludesWithin, matchesDate };

/** The search whose pages a cursor leads through: at another one it would pass over some entries, and show others again. */
export interface CursorSearch {
  readonly tenantId: string;
  readonly type: string;
  /** As `_sort` names it; of a search that has one order only, that order. */
  readonly sort: string;
}

type CursorPart = string | number | null;

/** What a page's next one begins behind: made and read here only, opaque to everybody else. */
export function writeCursor({ tenantId, type, sort }: CursorSearch, parts: readonly CursorPart[]): string {
  return Buffer.from(JSON.stringify([tenantId, type, sort, ...parts])).toString('base64url');
}

/** Throws invalid_input for what `writeCursor` did not make for this search. */
export function readCursor(
  { tenantId, type, sort }: CursorSearch,
  text: string,
  forms: readonly ('string' | 'number' | 'number?')[],
): readonly CursorPart[] {
  const read = partsIn(text);
  const madeFor = [tenantId, type, sort];
  const parts = read.slice(madeFor.length);
  const fits =
    madeFor.every((part, index) => read[index] === part) &&
    parts.length === forms.length &&
    forms.every((form, index) => isPart(parts[index], form));
  if (!fits) throw badCursor();
  return parts as CursorPart[];
}

function partsIn(text: string): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}

/** No store takes a text with NUL or half a character. */
const isText = (part: unknown) => typeof part === 'string' && part.isWellFormed() && !part.includes('\0');

function isPart(part: unknown, form: 'string' | 'number' | 'number?'): boolean {
  if (form === 'string') return isText(part);
  return typeof part === 'number' || (form === 'number?' && part === null);
}

export const badCursor = () => badParameter('_cursor', 'Has to be that of a next link');
