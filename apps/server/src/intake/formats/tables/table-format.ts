import { VigilError } from '@vigil/contract/errors';
import { type CsvRecord, separated } from '#platform/csv/records.ts';
import { hasCellsBeyond } from '../../csv/cells.ts';
import { refuseTooManyColumns } from '../../csv/headings.ts';
import type { FilePart, Format, FormatContext, Reading } from '../format.ts';
import { firstLines } from './first-lines.ts';
import { plainHeading, type Table } from './table.ts';

/** Vendors put lines about the person and the report above the line of headings. */
const linesAboveHeadings = 5;
/** What a byte comes to that is no UTF-8. */
const unreadable = '\uFFFD';
const ofOthers = 'About another person than the one chosen';
const tooManyCells = 'The line has more cells than there are headings, so that it is not known which is which';
const tooFewCells = 'The line has fewer cells than the table has: it was cut off, or belongs to another table';

/** A format of which every file is one table of those given. */
export function tableFormat({ tables, ...about }: Pick<Format, 'id' | 'name' | 'device'> & { readonly tables: readonly Table[] }): Format {
  const { name } = about;
  return {
    ...about,
    recognises: ({ text, entries }) => entries === null && isOneOf(tables, firstLines(text)),
    ...(tables.some(({ person }) => person !== undefined) && {
      persons: async function* (parts: readonly FilePart[]) {
        for (const part of parts) yield* personsIn(part, tables, name);
      },
    }),
    async *read(parts, context) {
      for (const part of parts) yield* readTable(part, tables, name, context);
    },
  };
}

/** Whether the lines that a file begins with are those of one of the tables. */
export function isOneOf(tables: readonly Table[], lines: readonly (readonly string[])[]): boolean {
  return tables.some((table) => isOf(table, lines));
}

function isOf(table: Table, lines: readonly (readonly string[])[]): boolean {
  for (const [at, line] of lines.slice(0, linesAboveHeadings + 1).entries()) {
    const headings = line.map(plainHeading);
    if (table.headings.every((heading) => headings.includes(heading))) return table.canHold?.(lines.slice(at + 1), headings) ?? true;
  }
  return false;
}

/** A table whose headings were found. */
export interface FoundTable {
  readonly table: Table;
  readonly headings: readonly string[];
  readonly delimiter: string;
  /** The lines below the headings, by the piece of the file. */
  readonly pieces: AsyncIterable<readonly CsvRecord[]>;
}

/** The readings of one table, whichever of those given it is. Throws `invalid_input` for what is none of them. */
export async function* readTable(
  part: FilePart,
  tables: readonly Table[],
  formatName: string,
  context: FormatContext,
): AsyncIterable<readonly Reading[]> {
  const { table, headings, delimiter, pieces } = await openTable(part, tables, formatName);
  const personIndex = table.person === undefined ? -1 : headings.indexOf(table.person);
  const answers = countingAnswers(context);
  const reader = table.open({ context: answers.context, headings, delimiter, person: table.person });
  const needed = Math.max(...table.headings.map((heading) => headings.indexOf(heading)));
  for await (const piece of pieces) {
    const readings: Reading[] = [];
    for (const { record, line } of piece) {
      refuseTooManyColumns(record.length, line);
      if (context.person !== undefined && personIndex >= 0 && record[personIndex]?.trim() !== context.person) context.skip(ofOthers);
      else if (hasCellsBeyond(record, headings.length)) context.refuse(line, null, tooManyCells);
      else {
        const before = readings.length + answers.count();
        reader.read(record, line, readings);
        // What is told of nobody's reading may end early; what ends before the columns that make the table, and said nothing, is no line of it.
        const isSilent = readings.length + answers.count() === before;
        if (isSilent && record.length <= needed && hasCellsBeyond(record, 0)) context.refuse(line, null, tooFewCells);
      }
    }
    yield readings;
  }
  const last: Reading[] = [];
  reader.end?.(last);
  yield last;
}

/** The same context, and how often it was told of something that is no reading. */
function countingAnswers(context: FormatContext): { readonly context: FormatContext; count(): number } {
  let count = 0;
  return {
    count: () => count,
    context: {
      ...context,
      skip(...said) {
        count += 1;
        context.skip(...said);
      },
      refuse(...said) {
        count += 1;
        context.refuse(...said);
      },
    },
  };
}

async function* personsIn(part: FilePart, tables: readonly Table[], formatName: string): AsyncIterable<string> {
  const { table, headings, pieces } = await openTable(part, tables, formatName);
  if (table.person === undefined) return;
  const index = headings.indexOf(table.person);
  let previous = '';
  for await (const piece of pieces)
    for (const { record } of piece) {
      const person = record[index]?.trim() ?? '';
      if (person !== '' && person !== previous) yield person;
      previous = person;
    }
}

/** Which of the tables a file is, and the lines below its headings. Throws `invalid_input` for what is none of them. */
export async function openTable(part: FilePart, tables: readonly Table[], formatName: string): Promise<FoundTable> {
  const { records, delimiter } = await separated(part.bytes(), refuseTooManyColumns);
  const pieces = records[Symbol.asyncIterator]();
  let seen = 0;
  for (let next = await pieces.next(); !next.done; next = await pieces.next())
    for (const [index, { record, line }] of next.value.entries()) {
      refuseTooManyColumns(record.length, line);
      if (record.some((heading) => heading.includes(unreadable))) throw notUtf8();
      const headings = record.map(plainHeading);
      const table = tables.find((one) => one.headings.every((heading) => headings.includes(heading)));
      if (table) return { table, headings, delimiter, pieces: below(next.value.slice(index + 1), pieces) };
      seen += 1;
      if (seen > linesAboveHeadings) throw isNone(formatName);
    }
  throw isNone(formatName);
}

async function* below(first: readonly CsvRecord[], rest: AsyncIterator<readonly CsvRecord[]>): AsyncGenerator<readonly CsvRecord[]> {
  yield first;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

function notUtf8(): VigilError {
  return new VigilError('invalid_input', 'The file is not in UTF-8, so that its headings cannot be read; save it as UTF-8 (CSV UTF-8)');
}

function isNone(formatName: string): VigilError {
  return new VigilError('invalid_input', `The file does not have the columns of any file of ${formatName}; nothing was stored`);
}
