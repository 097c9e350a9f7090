import { quoted } from '../tick-rules.ts';
import { type ColumnValues, createColumnValues, type Names } from './column-values.ts';
import { countOf, type ValueBudget } from './distinct-values.ts';
import type { Identifier, PersonColumn } from './person-columns.ts';

/**
 * Watches that a file is taken for one person: exports of studies and of fitness trackers often hold several, and readings
 * of a stranger in a member's chart are worse than none.
 */
export interface Persons {
  /** Looks at a row; true when it is to be left out, as it is about another person than the one chosen, or does not say whom. */
  isLeftOut(record: readonly string[], when: string): boolean;
  /** Rows left out so far. */
  leftOut(): number;
  /** For when every row was looked at. */
  found(): PersonsFound;
}

/** What a file says of whom it is about. It crosses from one process to another, so it is plain data. */
export interface PersonsFound {
  /** Why the file cannot be taken for one person, whoever that is; null where it can. */
  readonly refusal: Refusal | null;
  /** Values that may be what a member is known by. */
  readonly named: readonly Named[];
}

export interface Refusal {
  readonly message: string;
  readonly fields: readonly { readonly field: string; readonly message: string }[];
}

/** Values of one column, or of one line above the headings. */
export interface Named {
  /** Where they stand, for a sentence. */
  readonly place: string;
  readonly values: readonly string[];
  /** What of the member they have to be; null where nothing says so. */
  readonly identifier: Identifier | null;
  /** Whether they may be names that people have. */
  readonly areNames: boolean;
}

/** Values of a column that a refusal lists: the sender's own words, repeated to the sender only. */
const maxListedPersons = 20;
/** Columns that a refusal names. */
const maxListedColumns = 5;
/** Values of a column that are compared with what members are known by. */
const maxCompared = 10_000;
/** Values that all columns of a file keep together, twice as many where a person is chosen. */
const maxKept = 50_000;

interface Watched {
  readonly column: PersonColumn;
  readonly all: ColumnValues;
  readonly taken: ColumnValues;
}

const ranks = ['person', 'id', 'unknown', 'measure', 'harmless'] as const satisfies readonly PersonColumn['kind'][];

/** `chosen` is the value of one of the columns, as the file writes it; undefined where the sender chose nobody. */
export function createPersons(columns: readonly PersonColumn[], chosen: string | undefined, above: readonly Named[] = []): Persons {
  const budget: ValueBudget = { left: maxKept };
  const watched: readonly Watched[] = columns
    .toSorted((one, other) => ranks.indexOf(one.kind) - ranks.indexOf(other.kind))
    .map((column) => {
      const all = createColumnValues(column, budget);
      return { column, all, taken: chosen === undefined ? all : createColumnValues(column, budget) };
    });
  const subjects = columns.filter(({ isSubject }) => isSubject);
  const naming = columns.filter((column) => column.kind === 'person' || (column.kind !== 'harmless' && !column.isFreed));
  const certain = naming.filter(({ kind }) => kind === 'person');
  let leftOut = 0;

  return {
    isLeftOut(record, when) {
      // A column that names who was measured leaves no doubt about whom; the key of the row is then the row's.
      const isNamed = subjects.some((column) => cellOf(record, column) !== '');
      const isTaken = chosen === undefined || (isNamed ? certain : naming).some((column) => cellOf(record, column) === chosen);
      for (const { column, all, taken } of watched) {
        const value = cellOf(record, column);
        if (value === '' || (isNamed && column.numbering !== null)) continue;
        all.add(value, when);
        if (isTaken && taken !== all) taken.add(value, when);
      }
      if (!isTaken) leftOut += 1;
      return !isTaken;
    },
    leftOut: () => leftOut,
    found() {
      const judged = watched.map(({ column, all, taken }) => {
        const plain = all.hasPlainNumbers();
        return { column, everybody: all.names(plain), names: taken.names(plain) };
      });
      const persons = judged.filter(({ column }) => naming.includes(column));
      const named = judged.map(({ column, names }) => namedIn(column, names)).filter(({ values }) => values.length > 0);
      return { refusal: refusalOf(persons, chosen), named: [...above, ...named] };
    },
  };
}

interface Judged {
  readonly column: PersonColumn;
  /** In the whole file. */
  readonly everybody: Names;
  /** On the lines that are taken. */
  readonly names: Names;
}

function cellOf(record: readonly string[], { index }: PersonColumn): string {
  return record[index]?.trim() ?? '';
}

function namedIn({ heading, identifier }: PersonColumn, names: Names): Named {
  return { place: `its column "${quoted(heading)}"`, values: names.first(maxCompared), identifier, areNames: false };
}

function refusalOf(persons: readonly Judged[], chosen: string | undefined): Refusal | null {
  if (chosen !== undefined && !persons.some(({ names }) => names.has(chosen))) return notInFile(persons);
  const several = persons.filter(({ names }) => names.size() > 1);
  return several[0] ? severalPersons(several[0], several, chosen !== undefined) : null;
}

function severalPersons({ column, names }: Judged, several: readonly Judged[], wasChosen: boolean): Refusal {
  const whose = wasChosen ? 'The lines of the person chosen' : 'The file';
  const open = several.filter((one) => one.column.kind !== 'person').slice(0, maxListedColumns);
  const headings = open.map((one) => quoted(one.column.heading));
  const wayOut =
    column.kind === 'person'
      ? ''
      : ` Where ${headings.map((heading) => `"${heading}"`).join(', ')} ${open.length > 1 ? 'say' : 'says'} something else than who, say so (notPersons=${headings.join(',')}).`;
  return {
    message: `${whose} could be about ${countOf(names)} persons: the column "${quoted(column.heading)}" tells them apart. A file is taken for one member, so nothing was stored. Choose the person whose lines are this member’s (person=), or send a file about this member alone.${wayOut}`,
    fields: offered(names),
  };
}

function notInFile(persons: readonly Judged[]): Refusal {
  const first = persons.find(({ everybody }) => everybody.size() > 0);
  return first
    ? {
        message: `No line of the file is about the person chosen; its column "${quoted(first.column.heading)}" names ${countOf(first.everybody)}. Nothing was stored.`,
        fields: offered(first.everybody),
      }
    : {
        message: 'A person was chosen, and no column of the file tells persons apart; nothing was stored.',
        fields: [{ field: 'person', message: 'Leave it out for a file about one person' }],
      };
}

function offered(values: Names) {
  return values.first(maxListedPersons).map((value) => ({ field: 'person', message: quoted(value) }));
}
