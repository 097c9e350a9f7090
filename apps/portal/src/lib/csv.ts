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
  const text = unparse({ fields: [...table.header], data: table.rows.map((row) => [...row]) }, { escapeFormulae: true, newline: '\r\n' });
  return `\uFEFF${text}\r\n`;
}

/** Hands a table to the person as a file, named without its ending. */
export function saveCsv(table: CsvTable, name: string): void {
  const address = URL.createObjectURL(new Blob([csvText(table)], { type: 'text/csv;charset=utf-8' }));
  const link = Object.assign(document.createElement('a'), { href: address, download: `${name}.csv` });
  link.click();
  URL.revokeObjectURL(address);
}
