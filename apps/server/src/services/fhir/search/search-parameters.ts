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

/** What a page's next one begins behind: made and read here only, opaque to everybody else. */
export function writeCursor(parts: readonly (string | number | null)[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** Throws invalid_input for what `writeCursor` did not make. */
export function readCursor(text: string, forms: readonly ('string' | 'number' | 'number?')[]): readonly (string | number | null)[] {
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    parts = null;
  }
  const fits =
    Array.isArray(parts) &&
    parts.length === forms.length &&
    forms.every((form, index) => (form === 'number?' && parts[index] === null) || typeof parts[index] === form.replace('?', ''));
  if (!fits) throw badCursor();
  return parts as (string | number | null)[];
}

export const badCursor = () => badParameter('_cursor', 'Has to be that of a next link');
