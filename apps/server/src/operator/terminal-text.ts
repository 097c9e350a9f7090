/** Characters that a terminal obeys, or that turn the order of what it shows, other than tab and line end. */
const commanding = /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/** One row: none of its cells begins another column or line, whatever is stored in it. */
export function terminalRow(cells: readonly (string | number)[]): string {
  return cells.map((cell) => terminalText(String(cell)).replace(/[\n\t]/g, '\uFFFD')).join('\t');
}

/** Text as it may go to a terminal: names come from files, and a terminal obeys what it is sent. */
export function terminalText(text: string): string {
  return text.replace(commanding, (character) => (character === '\n' || character === '\t' ? character : '\uFFFD'));
}
