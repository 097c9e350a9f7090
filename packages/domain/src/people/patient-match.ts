/** What a record says of the person whom it is about. */
export interface RecordIdentity {
  /** Medical record number. */
  readonly mrn: string | null;
  /** YYYY-MM-DD, or a part of it. */
  readonly birthDate: string | null;
  readonly familyName: string | null;
  readonly givenName: string | null;
}

/** A member who might be the person. */
export interface MatchCandidate extends RecordIdentity {
  readonly id: string;
}

export type PatientMatch =
  | { readonly kind: 'same'; readonly id: string }
  | { readonly kind: 'nobody' }
  /** The record has no record number. */
  | { readonly kind: 'no-number' }
  /** Several members have the number. */
  | { readonly kind: 'several' }
  /** The number is a member's whose birth date is another. */
  | { readonly kind: 'contradicts' }
  /** The number is a member's, and nothing else says that it is the same person. */
  | { readonly kind: 'unsure' };

/**
 * Whose a record from elsewhere is, among the members with its record number. Two hospitals give out the same number to two
 * people, and a record put into another's does harm that nobody notices, so the number alone is never enough: the
 * birth date has to be the same, or, where one side does not say it, family name and first given name. Whatever contradicts
 * or is too little is for a person to decide. After ONC's Patient Identification SAFER Guide (2016), practice 1.1: at least
 * two identifiers.
 */
export function matchPatient(record: RecordIdentity, candidates: readonly MatchCandidate[]): PatientMatch {
  if (!record.mrn?.trim()) return { kind: 'no-number' };
  const [member, second] = candidates;
  if (!member) return { kind: 'nobody' };
  if (second) return { kind: 'several' };
  const days = [record.birthDate, member.birthDate].map((date) => (date && /^\d{4}-\d{2}-\d{2}$/.test(date) ? date : null));
  if (partsContradict(record.birthDate, member.birthDate)) return { kind: 'contradicts' };
  const isSameDay = days[0] !== null && days[0] === days[1];
  return isSameDay || hasSameName(record, member) ? { kind: 'same', id: member.id } : { kind: 'unsure' };
}

/** Whether two dates of birth, of which either may be a year or a month, cannot be the same day. */
function partsContradict(one: string | null, other: string | null): boolean {
  if (!one || !other) return false;
  const length = Math.min(one.length, other.length);
  return one.slice(0, length) !== other.slice(0, length);
}

function hasSameName(one: RecordIdentity, other: RecordIdentity): boolean {
  const family = plain(one.familyName);
  const given = plain(one.givenName);
  return family !== '' && given !== '' && family === plain(other.familyName) && given === plain(other.givenName);
}

/** Without case, accents, spaces and marks; of given names the first. */
function plain(name: string | null): string {
  const letters = (name ?? '').normalize('NFD').toLowerCase();
  return (
    letters
      .trim()
      .replaceAll(/[^\p{L}\p{N} ]/gu, '')
      .split(' ')[0] ?? ''
  );
}
