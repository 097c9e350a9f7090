import { plainName } from './metric-names.ts';

const certain = new Set(['user', 'participant', 'subject', 'patient', 'person', 'member'].flatMap((who) => [who, `${who}id`]));

/**
 * Watches that a file is about one person: exports of studies and of fitness trackers often hold several, and readings of
 * a stranger in a member's chart are worse than none. A column called `user id`, `participant` and so on names the
 * person; one called just `id` does once a value of it comes twice in a row, as it would number the lines otherwise.
 */
export interface OnePerson {
  /** Whether the row is about somebody else than the first row was. */
  isSomebodyElse(record: readonly string[]): boolean;
}

export function createOnePerson(headings: readonly string[]): OnePerson {
  const names = headings.map(plainName);
  const index = names.findIndex((name) => certain.has(name) || name === 'id');
  if (index === -1) return { isSomebodyElse: () => false };
  let isPerson = certain.has(names[index] ?? '');
  let first: string | undefined;
  let previous: string | undefined;
  return {
    isSomebodyElse(record) {
      const value = record[index]?.trim();
      if (value === undefined || value === '') return false;
      if (value === previous) isPerson = true;
      first ??= value;
      previous = value;
      return isPerson && value !== first;
    },
  };
}
