import type { Described } from '../person.rules.ts';
import type { RowProblem } from './row.rules.ts';

/** Why nobody is made of a line: the person is in the tenant already. Null where they are not. */
export function isThere(
  taken: { readonly emails: ReadonlySet<string>; readonly mrns: ReadonlySet<string> },
  { email, mrn }: Pick<Described, 'email' | 'mrn'>,
): RowProblem | null {
  if (taken.emails.has(email)) return { column: 'contact', reason: 'Somebody in the tenant has this e-mail address already' };
  if (mrn && taken.mrns.has(mrn.trim().toLowerCase()))
    return { column: 'mrn', reason: 'A member of the tenant has this record number already' };
  return null;
}
