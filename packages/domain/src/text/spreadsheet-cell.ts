/** What nobody sees at the beginning of a cell, and quotes: spreadsheets, and those who clean up after them, pass over these. */
const passedOver = /^[\s\p{Cc}\p{Cf}\p{Z}\p{Pi}\p{Pf}"'`´]+/u;
const plainNumber = /^-?\d+(?:[.,]\d+)?(?:[eE][-+]?\d+)?$/;
/** An apostrophe at the beginning of a cell makes spreadsheets take what follows as text. */
const asText = "'";

/**
 * A text as a cell of a file that people open in a spreadsheet (CSV): one that would run as a formula begins with an apostrophe.
 * Formulas begin with = + - or @, also in their wide forms (＝ ＋ － ＠), which East Asian versions read alike, and behind spaces,
 * quotes or characters that nobody sees. A tab or a line break at the beginning starts a new cell for some. Numbers stay as they
 * are, negative ones too; one with a plus is a phone number, which keeps its plus as text. OWASP, CSV Injection.
 */
export function spreadsheetCell(text: string): string {
  if (plainNumber.test(text)) return text;
  const [first = ''] = text.replace(passedOver, '').normalize('NFKC');
  const isFormula = first !== '' && '=+-@'.includes(first);
  return isFormula || /^[\t\r\n]/.test(text) ? `${asText}${text}` : text;
}

/** What `spreadsheetCell` has made of a text, as it was: for files that come back. */
export function withoutDisarming(cell: string): string {
  const text = cell.slice(asText.length);
  return cell.startsWith(asText) && spreadsheetCell(text) === cell ? text : cell;
}
