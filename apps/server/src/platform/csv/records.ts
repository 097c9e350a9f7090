import { VigilError } from '@vigil/contract/errors';
import { isWorkbook, workbookWords } from '@vigil/contract/workbook-files';
import { CsvError, parse } from 'csv-parse';
import { createWidthGuard, type RefuseTooManyColumns } from './width-guard.ts';

export interface CsvRecord {
  readonly record: readonly string[];
  /** Number of the line it ends on, counted from 1. */
  readonly line: number;
}

/** One line is bounded, so that a quotation mark never closed cannot swallow the memory. */
const longestRecordBytes = 1024 * 1024;
/** The parser works a piece through before anybody can object to what it holds, so pieces are small. */
const pieceBytes = 64 * 1024;
/** What a file is refused with that is in UTF-16. */
export const utf16Words = 'The file is text in UTF-16, which is not read; save it as UTF-8 (CSV UTF-8)';
const lineFeed = 10;
const carriageReturn = 13;

/**
 * The rows of a CSV file in UTF-8, once its first lines have shown what separates the columns. They come by the piece of the
 * file: one at a time, handing them on would cost more than reading them. Throws `invalid_input` for a file that is no CSV;
 * what `refuseTooManyColumns` throws for a line with too many columns.
 */
export async function separated(
  bytes: AsyncIterable<Uint8Array>,
  refuseTooManyColumns: RefuseTooManyColumns,
): Promise<{ records: AsyncIterable<readonly CsvRecord[]>; delimiter: string }> {
  const chunks: AsyncIterator<Uint8Array> = bytes[Symbol.asyncIterator]();
  const head: Uint8Array[] = [];
  let headBytes = 0;
  let lines = 0;
  let isSeparated = false;
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
    if (head.length === 0 && isWorkbook(next.value)) throw new VigilError('invalid_input', `${workbookWords}.`);
    if (head.length === 0 && isUtf16(next.value)) throw new VigilError('invalid_input', utf16Words);
    head.push(next.value);
    headBytes += next.value.length;
    lines += next.value.reduce((sum, byte) => (byte === lineFeed || byte === carriageReturn ? sum + 1 : sum), 0);
    isSeparated ||= separators.some((separator) => next.value.includes(separator));
    if (lines > (isSeparated ? 0 : linesAboveHeadings)) break;
    if (headBytes > longestRecordBytes)
      throw new VigilError('invalid_input', 'The first line of the file is too long to be the names of columns');
  }
  const delimiter = delimiterOf(Buffer.concat(head).toString('utf8'));
  return { records: recordsOf(joined(head, chunks), delimiter, refuseTooManyColumns), delimiter };
}

async function* recordsOf(
  pieces: AsyncIterable<Uint8Array>,
  delimiter: string,
  refuseTooManyColumns: RefuseTooManyColumns,
): AsyncGenerator<readonly CsvRecord[]> {
  const refuseWideLines = createWidthGuard(delimiter, refuseTooManyColumns);
  let records: CsvRecord[] = [];
  const parser = parse({
    delimiter,
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: longestRecordBytes,
    on_record(record: string[], { lines }) {
      // For a line of another width than the first record, the parser makes an error that nobody sees and that costs nine
      // times as much as the line. Every record is the first, so that none has another width.
      (parser.info as { records: number }).records = 0;
      records.push({ record, line: lines });
      // Nothing is left for the parser to hand on.
      return null;
    },
  });
  // The failure of a piece is told where the piece was handed over.
  parser.on('error', () => {});
  parser.resume();
  const parsed = (hand: (done: (error?: Error | null) => void) => void) =>
    new Promise<readonly CsvRecord[]>((resolve, reject) => {
      hand((error) => {
        if (error) return reject(error instanceof CsvError ? unreadable(error) : error);
        resolve(records);
        records = [];
      });
    });
  for await (const piece of pieces) {
    refuseWideLines(piece);
    yield await parsed((done) => parser.write(piece, done));
  }
  yield await parsed((done) => parser.end(done));
}

async function* joined(head: readonly Uint8Array[], rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  for (const chunk of head) yield* piecesOf(chunk);
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield* piecesOf(next.value);
}

function* piecesOf(chunk: Uint8Array): Generator<Uint8Array> {
  for (let from = 0; from < chunk.length; from += pieceBytes) yield chunk.subarray(from, from + pieceBytes);
}

/** The byte order mark of UTF-16, in either order: what Excel calls Unicode text. */
const isUtf16 = ([first, second]: Uint8Array): boolean => (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);

/** A vendor's file may begin with lines of one cell, as the person's name, before the one that names the columns. */
const linesAboveHeadings = 5;
const separators = [',', ';', '\t'].map((separator) => separator.charCodeAt(0));

/** What separates the columns, by the first of the lines that a file begins with that has any; a comma when none has. */
export function delimiterOf(start: string): string {
  const lines = start.split(/\r\n|\r|\n/, linesAboveHeadings + 1);
  for (const line of lines) {
    const separator = separatorIn(line);
    if (separator !== null) return separator;
  }
  return ',';
}

/** Outside quotation marks the separator is the most frequent of the three; null when there is none. */
function separatorIn(line: string): string | null {
  const counts = { ',': 0, ';': 0, '\t': 0 };
  let quoted = false;
  for (const character of line) {
    if (character === '"') quoted = !quoted;
    else if (!quoted && (character === ',' || character === ';' || character === '\t')) counts[character] += 1;
  }
  const [first, ...others] = [',', ';', '\t'] as const;
  const best = others.reduce<keyof typeof counts>((most, one) => (counts[one] > counts[most] ? one : most), first);
  return counts[best] > 0 ? best : null;
}

function unreadable(error: CsvError): VigilError {
  const line = typeof error.lines === 'number' ? ` near line ${error.lines}` : '';
  return new VigilError('invalid_input', `The file cannot be read as CSV${line}; look for a quotation mark that is never closed`, {
    cause: error,
  });
}
