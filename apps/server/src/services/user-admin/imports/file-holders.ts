import { foldedName, type NamedPerson } from './same-person.ts';

export interface PersonInLine extends NamedPerson {
  readonly line: number;
}

export interface FileHolders {
  add(value: string, person: PersonInLine): void;
  /** The first line that has the value for somebody else. */
  anotherPerson(value: string, person: NamedPerson): PersonInLine | undefined;
  /** A line above that has the value for the same person. */
  samePersonAbove(value: string, person: PersonInLine): PersonInLine | undefined;
}

/**
 * Who has which value in a file. Kept by name and birth date, so that a question takes a few steps even where every line of a
 * large file has the same value.
 */
export function createFileHolders(): FileHolders {
  /** By value, name and birth date ('' where there is none) the first line. */
  const holders = new Map<string, Map<string, Map<string, PersonInLine>>>();

  return {
    add(value, person) {
      const byName = entryOf(holders, value);
      const byBirthDate = entryOf(byName, foldedName(person));
      const birthDate = person.birthDate ?? '';
      if (!byBirthDate.has(birthDate)) byBirthDate.set(birthDate, person);
    },

    anotherPerson(value, person) {
      const own = foldedName(person);
      for (const [name, byBirthDate] of holders.get(value) ?? []) {
        for (const [birthDate, other] of byBirthDate) {
          if (name !== own || (person.birthDate && birthDate && birthDate !== person.birthDate)) return other;
          // Without a birth date nobody of this name is somebody else.
          if (!person.birthDate) break;
        }
      }
      return undefined;
    },

    samePersonAbove(value, person) {
      const byBirthDate = holders.get(value)?.get(foldedName(person));
      const [first] = byBirthDate?.values() ?? [];
      const same = person.birthDate ? [byBirthDate?.get(person.birthDate), byBirthDate?.get('')] : [first];
      return same.find((other) => other !== undefined && other.line < person.line);
    },
  };
}

function entryOf<Value>(map: Map<string, Map<string, Value>>, key: string): Map<string, Value> {
  const known = map.get(key);
  if (known) return known;
  const made = new Map<string, Value>();
  map.set(key, made);
  return made;
}
