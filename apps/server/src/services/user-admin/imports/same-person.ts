/** What tells people in files apart. */
export interface NamedPerson {
  readonly givenName: string;
  readonly familyName: string;
  /** yyyy-MM-dd. */
  readonly birthDate?: string | null | undefined;
}

/** A name without its case, accents and spaces, so that José Luis Núñez and JOSE LUIS NUNEZ are one. */
export const foldedName = ({ givenName, familyName }: NamedPerson): string => `${folded(givenName)} ${folded(familyName)}`;

const folded = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/[\p{M}\s]/gu, '')
    .toLowerCase();

/** Whether two descriptions can be of one person: the name is the same, and so is the birth date where both have one. */
export function isSamePerson(one: NamedPerson, other: NamedPerson): boolean {
  if (foldedName(one) !== foldedName(other)) return false;
  return !one.birthDate || !other.birthDate || one.birthDate === other.birthDate;
}
