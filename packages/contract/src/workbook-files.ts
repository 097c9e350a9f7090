/** How files begin that spreadsheet programs save by default: the zip of .xlsx and .ods, and the compound file of .xls. */
const beginnings: readonly (readonly number[])[] = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
];

/** Whether a file is a workbook (or another packed file), whatever its name says, and so no CSV. */
export const isWorkbook = (bytes: Uint8Array): boolean =>
  beginnings.some((beginning) => beginning.every((byte, index) => bytes[index] === byte));

/** What is said of one, without a full stop. */
export const workbookWords = 'The file is an Excel workbook or another packed file, and no CSV; save it as "CSV UTF-8" and choose it again';
