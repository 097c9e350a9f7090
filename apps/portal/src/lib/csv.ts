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
export async function csvText(table: CsvTable): Promise<string> {
  const { unparse } = await import('papaparse');
  const text = unparse({ fields: [...table.header], data: table.rows.map((row) => [...row]) }, { escapeFormulae: true, newline: '\r\n' });
  return `\uFEFF${text}\r\n`;
}

/** Hands a table to the person as a file, named without its ending. */
export async function saveCsv(table: CsvTable, name: string): Promise<void> {
  const address = URL.createObjectURL(new Blob([await csvText(table)], { type: 'text/csv;charset=utf-8' }));
  const link = Object.assign(document.createElement('a'), { href: address, download: `${name}.csv` });
  link.click();
  URL.revokeObjectURL(address);
}
