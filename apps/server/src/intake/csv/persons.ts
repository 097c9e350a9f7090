import { VigilError } from '@vigil/contract/errors';
import { quoted } from '../tick-rules.ts';
import { createDistinctValues, type DistinctValues } from './distinct-values.ts';
import type { PersonColumn } from './person-columns.ts';

/** What a member is known by in files. */
export interface MemberIdentifiers {
  readonly mrn: string | null;
  readonly employeeId: string | null;
}

/**
 * Watches that a file is taken for one person: exports of studies and of fitness trackers often hold several, and readings
 * of a stranger in a member's chart are worse than none.
 */
export interface Persons {
  /** Looks at a row; true when it is to be left out, as it is about another person than the one chosen, or does not say whom. */
  isLeftOut(record: readonly string[], when: string): boolean;
  /** Rows left out so far. */
  leftOut(): number;
  /**
   * For when every row was looked at: throws `invalid_input` when the rows taken are about several persons, or the person
   * chosen is not in the file, and `conflict` when an identifier is not the member's. Answers what names the person.
   */
  requireOne(member: MemberIdentifiers): readonly string[];
}

/** Values of a column that a refusal lists: the sender's own words, repeated to the sender only. */
const maxListedPersons = 20;

interface Watched {
  readonly column: PersonColumn;
  readonly all: DistinctValues;
  readonly taken: DistinctValues;
}

/** `chosen` is the value of one of the columns, as the file writes it; undefined where the sender chose nobody. */
export function createPersons(columns: readonly PersonColumn[], chosen: string | undefined): Persons {
  const watched: readonly Watched[] = columns.map((column) => ({ column, all: createDistinctValues(), taken: createDistinctValues() }));
  const certain = watched.filter(({ column }) => column.isCertain);
  const bare = watched.filter(({ column }) => !column.isCertain);
  let leftOut = 0;

  return {
    isLeftOut(record, when) {
      if (watched.length === 0) return chosen !== undefined;
      // A column that names the person leaves no doubt; a bare id is asked where there is none.
      const naming = certain.some(({ column }) => cellOf(record, column) !== '') ? certain : bare;
      const isTaken = chosen === undefined || naming.some(({ column }) => cellOf(record, column) === chosen);
      for (const { column, all, taken } of naming) {
        const value = cellOf(record, column);
        if (value === '') continue;
        if (chosen !== undefined) all.add(value, when);
        if (isTaken) taken.add(value, when);
      }
      if (!isTaken) leftOut += 1;
      return !isTaken;
    },
    leftOut: () => leftOut,
    requireOne(member) {
      if (chosen !== undefined && !watched.some(({ column, all, taken }) => taken.has(chosen) && !isLineNumber(column, all)))
        throw notInFile(watched.filter(({ column, all }) => all.size() > 0 && !isLineNumber(column, all)));
      for (const { column, taken } of watched)
        if (taken.size() > 1 && !isLineNumber(column, taken)) throw severalPersons(column, taken, chosen !== undefined);
      for (const { column, taken } of watched) requireIdentifier(column, taken, member);
      return watched.flatMap(({ column, taken }) => (column.isCertain ? taken.first(1) : []));
    },
  };
}

function cellOf(record: readonly string[], column: PersonColumn): string {
  return record[column.index]?.trim() ?? '';
}

function isLineNumber({ isCertain }: PersonColumn, values: DistinctValues): boolean {
  return !isCertain && values.numbersLines();
}

function requireIdentifier({ heading, identifier }: PersonColumn, values: DistinctValues, member: MemberIdentifiers): void {
  const ours = identifier === null ? null : member[identifier];
  const [theirs] = values.first(1);
  if (!ours || theirs === undefined || theirs.toLowerCase() === ours.trim().toLowerCase()) return;
  throw new VigilError(
    'conflict',
    `The file is about somebody else: its column "${quoted(heading)}" does not name this member; nothing was stored. Look whether it is the right file and the right member.`,
    { fields: [{ field: quoted(heading), message: 'Not the identifier that this member is kept under' }] },
  );
}

function severalPersons({ heading }: PersonColumn, values: DistinctValues, wasChosen: boolean): VigilError {
  const whose = wasChosen ? 'The lines of the person chosen' : 'The file';
  return new VigilError(
    'invalid_input',
    `${whose} could be about ${values.count()} persons: the column "${quoted(heading)}" tells them apart. A file is taken for one member, so nothing was stored. Choose the person whose lines are this member’s (person=), or send a file about this member alone.`,
    { fields: offered(values) },
  );
}

function notInFile(watched: readonly Watched[]): VigilError {
  const [first] = watched;
  return first
    ? new VigilError(
        'invalid_input',
        `No line of the file is about the person chosen; its column "${quoted(first.column.heading)}" names ${first.all.count()}. Nothing was stored.`,
        { fields: offered(first.all) },
      )
    : new VigilError('invalid_input', 'A person was chosen, and no column of the file tells persons apart; nothing was stored.', {
        fields: [{ field: 'person', message: 'Leave it out for a file about one person' }],
      });
}

function offered(values: DistinctValues) {
  return values.first(maxListedPersons).map((value) => ({ field: 'person', message: quoted(value) }));
}
