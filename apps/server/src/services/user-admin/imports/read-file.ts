import { isUtf8 } from 'node:buffer';
import { VigilError } from '@vigil/contract/errors';
import {
  type DateOrder,
  type ImportColumn,
  importColumns,
  longestEmail,
  longestName,
  neededImportColumns,
  type Realm,
  unreadColumn,
} from '@vigil/contract/user-admin.values';
import { isWorkbook, workbookWords } from '@vigil/contract/workbook-files';
import { withoutDisarming } from '@vigil/domain/text/spreadsheet-cell';
import { separated } from '#platform/csv/records.ts';
import { createTurns } from '#platform/turns.ts';
import { type Cells, type ReadRow, readRow } from './row.rules.ts';
import type { RowProblem } from './row-problem.ts';

export interface FileOptions {
  readonly realm: Realm;
  /** What each column holds, from left to right, joined by commas; undefined: the first line names them. */
  readonly columns: string | undefined;
  readonly dates: DateOrder;
  /** yyyy-MM-dd. */
  readonly today: string;
  /** Whether a member without an e-mail address can be invited by phone. */
  readonly byPhone: boolean;
  /** Lines that the file may have, the heading apart. */
  readonly mostRows: number;
}

/** A line of the file, and what it says. */
export interface FileRow {
  /** As a spreadsheet numbers its rows: from 1, the heading included. */
  readonly line: number;
  /** E-mail address, or the phone number where there is none, as the file has it. */
  readonly label: string | null;
  /** Of the person, as the file has it. */
  readonly name: string | null;
  /** yyyy-MM-dd; null where there is none, or it cannot be read. */
  readonly birthDate: string | null;
  /** As the file has them. */
  readonly cells: readonly string[];
  readonly outcome: 'READY' | 'UNUSUAL' | 'DUPLICATE' | 'ERROR';
  readonly read: ReadRow;
}

export interface FileOfRows {
  /** The first line, as it is. */
  readonly headings: readonly string[];
  /** What each column holds, from left to right; null for those that are not read. */
  readonly columns: readonly (ImportColumn | null)[];
  readonly rows: readonly FileRow[];
}

const lineFeed = 0x0a;
/** As the parser counts lines inside quotation marks: a carriage return with a line feed are two. */
const lineBreak = /[\r\n]/g;
const mostColumns = 200;
const byPlainName: ReadonlyMap<string, ImportColumn> = new Map(importColumns.map((column) => [plain(column), column]));

/** Every line of a file of accounts, each for itself. Throws invalid_input, in a sentence for whoever chose the file, where it is none. */
export async function readAccounts(bytes: Uint8Array, options: FileOptions): Promise<FileOfRows> {
  refuseOtherEncodings(bytes);
  const turn = createTurns();
  const rows: FileRow[] = [];
  let headings: readonly string[] = [];
  let plan: readonly (ImportColumn | null)[] | undefined;
  /** Line breaks inside cells so far: a spreadsheet has them within a row. */
  let brokenLines = 0;
  const { records } = await separated(once(bytes), refuseTooManyColumns);
  for await (const piece of records) {
    for (const { record, line } of piece) {
      brokenLines += record.reduce((sum, cell) => sum + (cell.match(lineBreak)?.length ?? 0), 0);
      if (!plan) {
        plan = planOf(record, options.columns);
        headings = record;
        continue;
      }
      if (record.every((cell) => cell.trim() === '')) continue;
      if (rows.length >= options.mostRows) throw tooManyRows(options.mostRows);
      rows.push(rowOf(record, line - brokenLines, plan, options));
      await turn();
    }
  }
  if (!plan) throw refused('The file is empty');
  if (rows.length === 0) throw refused('The file has no line below its headings');
  return { headings, columns: plan, rows };
}

function rowOf(record: readonly string[], line: number, plan: readonly (ImportColumn | null)[], options: FileOptions): FileRow {
  const cells: Partial<Record<ImportColumn, string>> = {};
  for (const [index, column] of plan.entries()) if (column) cells[column] = withoutDisarming(record[index] ?? '');
  const row = {
    line,
    label: (cells.contact?.trim() || cells.phone?.trim())?.slice(0, longestEmail) || null,
    name: `${cells.firstname?.trim() ?? ''} ${cells.lastname?.trim() ?? ''}`.trim().slice(0, 2 * longestName) || null,
    birthDate: null,
    cells: record,
  };
  if (record.length > plan.length && record.slice(plan.length).some((cell) => cell.trim() !== ''))
    return {
      ...row,
      ...failed([
        { column: null, reason: `Has ${record.length} cells, and the file ${plan.length} columns; look for a separator inside a cell` },
      ]),
    };
  const read = readRow(cells as Cells, options);
  if ('problems' in read) return { ...row, outcome: 'ERROR', read };
  return { ...row, birthDate: read.person.birthDate ?? null, outcome: read.unusual.length > 0 ? 'UNUSUAL' : 'READY', read };
}

/** Which column of the file holds what. */
function planOf(headings: readonly string[], columns: string | undefined): readonly (ImportColumn | null)[] {
  const names = columns === undefined ? headings.map(plain) : columns.split(',').map(plain);
  if (columns !== undefined) {
    const unknown = names.find((name) => name !== unreadColumn && !byPlainName.has(name));
    if (unknown !== undefined) throw refused(`columns: "${unknown.slice(0, 40)}" is no column of an import`);
    if (names.length !== headings.length)
      throw refused(`columns: names ${names.length} columns, and the first line of the file has ${headings.length}`);
  }
  const plan = names.map((name) => byPlainName.get(name) ?? null);
  if (columns === undefined && headings.length === 1 && plan[0] === null)
    throw refused('The first line of the file is one single cell; columns are separated by commas, semicolons or tabs');
  const twice = plan.find((column, index) => column !== null && plan.indexOf(column) !== index);
  if (twice) throw refused(`The column "${twice}" is there twice`);
  const missing = neededImportColumns.filter((column) => !plan.includes(column));
  if (missing.length > 0)
    throw refused(
      `No column of the file is ${missing.map((column) => `"${column}"`).join(' or ')}; its first line has to name the columns as the template does, or each has to be chosen`,
      missing,
    );
  return plan;
}

/** `First name`, `first_name` and `FIRSTNAME` are one, and so are `height_in` and `Height (in)`. */
function plain(heading: string): string {
  return heading.trim() === unreadColumn ? unreadColumn : heading.toLowerCase().replaceAll(/[\s_()-]/g, '');
}

function refuseOtherEncodings(bytes: Uint8Array): void {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    throw refused('The file is in UTF-16; save it as "CSV UTF-8" and choose it again');
  if (isWorkbook(bytes)) throw refused(workbookWords);
  if (bytes.includes(0)) throw refused('The file is no text: it holds NUL characters');
  if (!isUtf8(bytes))
    throw refused(
      `The file is not in UTF-8 (line ${firstOtherLine(bytes)}), so that names would be spoilt; save it as "CSV UTF-8" and choose it again`,
    );
}

/** Counted from 1. */
function firstOtherLine(bytes: Uint8Array): number {
  let line = 1;
  for (let from = 0; ; line++) {
    const end = bytes.indexOf(lineFeed, from);
    if (end < 0 || !isUtf8(bytes.subarray(from, end))) return line;
    from = end + 1;
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

function refuseTooManyColumns(columns: number, line: number): void {
  if (columns > mostColumns) throw refused(`Line ${line} of the file has more than ${mostColumns} columns; choose a file of accounts`);
}

const failed = (problems: readonly RowProblem[]) => ({ outcome: 'ERROR' as const, read: { problems } });
const refused = (why: string, columns: readonly string[] = []) =>
  new VigilError('invalid_input', `${why}. Nothing was imported.`, {
    ...(columns.length > 0 && { fields: columns.map((column) => ({ field: column, message: 'Has to be there' })) }),
  });
const tooManyRows = (most: number) =>
  refused(
    `The file has more than ${most.toLocaleString('en')} lines, which is the most at once; split it and import one part after the other`,
  );
