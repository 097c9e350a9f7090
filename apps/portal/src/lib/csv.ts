import { spreadsheetCell } from '@vigil/domain/text/spreadsheet-cell';
import { unparse } from 'papaparse';

/** A table as it is written: a line of headings, and rows of as many cells. Null is an empty cell. */
export interface CsvTable {
  readonly header: readonly string[];
  readonly rows: readonly (readonly CsvCell[])[];
}

export type CsvCell = string | number | null;

/**
 * The table as CSV text. Text that a spreadsheet would run as a formula is disarmed with a leading apostrophe; the byte
 * order mark makes spreadsheets read names and units (µS, °F) as UTF-8.
 */
export function csvText(table: CsvTable): string {
  const fields = table.header.map(spreadsheetCell);
  const data = table.rows.map((row) => row.map((cell) => (typeof cell === 'string' ? spreadsheetCell(cell) : cell)));
  const text = unparse({ fields, data }, { newline: '\r\n' });
  return `\uFEFF${text}\r\n`;
}

/** Hands a table to the person as a file, named without its ending. */
export function saveCsv(table: CsvTable, name: string): void {
  const address = URL.createObjectURL(new Blob([csvText(table)], { type: 'text/csv;charset=utf-8' }));
  const link = Object.assign(document.createElement('a'), { href: address, download: `${name}.csv` });
  link.click();
  URL.revokeObjectURL(address);
}
