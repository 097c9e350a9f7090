import { unparse } from 'papaparse';
import type { CsvTable } from './csv-rows.ts';

/**
 * The table as CSV text. Text that a spreadsheet would run as a formula is disarmed with a leading apostrophe; the byte
 * order mark makes spreadsheets read the units (µS, °F) as UTF-8.
 */
export function csvText(table: CsvTable): string {
  const text = unparse({ fields: [...table.header], data: table.rows.map((row) => [...row]) }, { escapeFormulae: true, newline: '\r\n' });
  return `\uFEFF${text}\r\n`;
}

/** A file name that tells ranges apart and names nobody: the first block of the member's id, and the days shown. */
export function csvFileName(memberId: string, days: number, firstDay: string, lastDay: string): string {
  const [block = ''] = memberId.split('-');
  return `vigil-${block}-${days}d-${firstDay}-${lastDay}.csv`;
}

/** Hands a text to the person as a file. */
export function download(text: string, fileName: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = Object.assign(document.createElement('a'), { href: address, download: fileName });
  link.click();
  URL.revokeObjectURL(address);
}
