import { spreadsheetCell } from '@vigil/domain/text/spreadsheet-cell';
import type { ExportedFile } from './personal-data.ts';

/** A row as a file shows it. */
export type ExportedRow = Readonly<Record<string, unknown>>;

interface FileWords {
  readonly name: string;
  readonly about: string;
}

/** Rows that are read at once. */
export const exportPageRows = 500;

/** A JSON file with one value. */
export function jsonFile(words: FileWords, read: () => Promise<unknown>): ExportedFile {
  return {
    ...words,
    content: (async function* () {
      yield `${JSON.stringify(await read(), null, 2)}\n`;
    })(),
  };
}

/**
 * A JSON file with a list, read a page at a time: `read` gives at most `exportPageRows` rows behind the last one of the page
 * before, which is undefined at first.
 */
export function jsonListFile<Row extends object>(words: FileWords, read: (last: Row | undefined) => Promise<readonly Row[]>): ExportedFile {
  return {
    ...words,
    content: (async function* () {
      let last: Row | undefined;
      let first = true;
      yield '[';
      do {
        const rows = await read(last);
        last = rows.length < exportPageRows ? undefined : rows.at(-1);
        for (const row of rows) {
          yield `${first ? '' : ','}\n${JSON.stringify(row)}`;
          first = false;
        }
      } while (last);
      yield '\n]\n';
    })(),
  };
}

/** One line of CSV (RFC 4180). Text that a spreadsheet would run as a formula is disarmed with a leading apostrophe. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(cell: string | number | null): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const safe = spreadsheetCell(cell);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A moment in milliseconds since 1970 as ISO 8601 in UTC; null where there is none. */
export const isoTime = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());
