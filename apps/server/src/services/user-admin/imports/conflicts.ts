import type { Holder, Taken } from '#people/index.ts';
import { createTurns } from '#platform/turns.ts';
import { addressOf, type Described } from '../person.rules.ts';
import { createFileHolders, type FileHolders } from './file-holders.ts';
import type { FileRow } from './read-file.ts';
import type { RowProblem } from './row-problem.ts';
import { isSamePerson } from './same-person.ts';

/** Why no account is made of a line. */
export interface Refusal {
  readonly outcome: 'DUPLICATE' | 'ERROR';
  readonly problems: readonly RowProblem[];
}

const columns = ['contact', 'mrn'] as const;
type HeldColumn = (typeof columns)[number];

const isThere = (what: string) => `This person is already here, with this ${what}`;
const isElses = (what: string) => `This ${what} belongs to someone else`;
const isInLine = (what: string, line: number) => `Line ${line} has this ${what} for someone else`;
const named = (column: HeldColumn, { email }: Described) => (column === 'mrn' ? 'MRN' : email === null ? 'phone number' : 'e-mail address');

/** What a person is looked for by, in the form in which it is compared. */
export const heldValues = (person: Pick<Described, 'email' | 'mrn' | 'phoneNumber'>): Readonly<Record<HeldColumn, string | null>> => ({
  contact: addressOf(person),
  mrn: person.mrn?.trim().toLowerCase() || null,
});

/**
 * Why nobody is made of a person whom a file describes: they are in the tenant already, or somebody else there has their e-mail
 * address or record number. Null where nobody has.
 */
export function refusedInTenant(taken: Taken, person: Described): Refusal | null {
  const { problems, duplicates } = heldInTenant(taken, person);
  return refusalOf(problems, duplicates);
}

/**
 * The lines of a file, each with what would become of it. Of two lines about different people with one e-mail address or record
 * number both are wrong: which of them is right, the file does not say.
 */
export async function judged(taken: Taken, rows: readonly FileRow[]): Promise<FileRow[]> {
  const turn = createTurns();
  const inFile = { contact: createFileHolders(), mrn: createFileHolders() };
  for (const { line, read } of rows) {
    if ('person' in read) for (const [column, value] of valuesOf(read.person)) inFile[column].add(value, { line, ...read.person });
    await turn();
  }
  const outcomes: FileRow[] = [];
  for (const row of rows) {
    const refusal = 'person' in row.read ? refusedInFile(taken, inFile, { line: row.line, ...row.read.person }) : null;
    outcomes.push(refusal ? { ...row, outcome: refusal.outcome, read: { problems: refusal.problems } } : row);
    await turn();
  }
  return outcomes;
}

function refusedInFile(
  taken: Taken,
  inFile: Readonly<Record<HeldColumn, FileHolders>>,
  person: Described & { readonly line: number },
): Refusal | null {
  const { problems, duplicates } = heldInTenant(taken, person);
  for (const [column, value] of valuesOf(person)) {
    // Whoever has it in the tenant settles whose it is.
    if (duplicates.has(column)) continue;
    const other = inFile[column].anotherPerson(value, person);
    if (other && !problems.has(column))
      problems.set(column, { column, reason: isInLine(named(column, person), other.line), heldBy: { line: other.line, userId: null } });
    const before = inFile[column].samePersonAbove(value, person);
    if (before) duplicates.set(column, { column, reason: `The same as in line ${before.line}` });
  }
  return refusalOf(problems, duplicates);
}

type ByColumn = Map<HeldColumn, RowProblem>;

function heldInTenant(taken: Taken, person: Described): { readonly problems: ByColumn; readonly duplicates: ByColumn } {
  const [problems, duplicates]: [ByColumn, ByColumn] = [new Map(), new Map()];
  for (const [column, value] of valuesOf(person)) {
    const holders: readonly Holder[] = (column === 'contact' ? taken.addresses : taken.mrns).get(value) ?? [];
    // A phone number may be a family’s: only whoever signs in with it has it alone.
    const other = holders.find(({ signsInWithIt }) => column === 'mrn' || signsInWithIt);
    if (holders.some((holder) => isSamePerson(holder, person))) duplicates.set(column, { column, reason: isThere(named(column, person)) });
    else if (other) problems.set(column, { column, reason: isElses(named(column, person)), heldBy: { line: null, userId: other.userId } });
  }
  return { problems, duplicates };
}

function valuesOf(person: Described): (readonly [HeldColumn, string])[] {
  const values = heldValues(person);
  return columns.flatMap((column) => {
    const value = values[column];
    return value === null ? [] : [[column, value] as const];
  });
}

/** Somebody else's address or number outweighs that the person is there. */
function refusalOf(problems: ByColumn, duplicates: ByColumn): Refusal | null {
  if (problems.size > 0) return { outcome: 'ERROR', problems: [...problems.values()] };
  const [duplicate] = duplicates.values();
  return duplicate ? { outcome: 'DUPLICATE', problems: [duplicate] } : null;
}
