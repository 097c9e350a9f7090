const quotationMark = 0x22;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** Throws for a line, counted from 1, with more columns than a file may have. */
export type RefuseTooManyColumns = (columns: number, line: number) => void;

/**
 * Counts the columns of each line while its bytes go by, as the parser makes a text of every cell before anybody can object.
 * The answer takes the next piece of the file and throws what `refuseTooManyColumns` throws.
 */
export function createWidthGuard(delimiter: string, refuseTooManyColumns: RefuseTooManyColumns): (piece: Uint8Array) => void {
  const separator = delimiter.charCodeAt(0);
  let line = 1;
  let columns = 1;
  let atStartOfCell = true;
  let quoted = false;
  return (piece) => {
    for (const byte of piece) {
      if (byte === quotationMark) {
        // A doubled mark inside a quoted cell closes it and opens it again at once.
        if (quoted) quoted = false;
        else if (atStartOfCell) quoted = true;
        continue;
      }
      if (quoted) {
        if (byte === lineFeed) line += 1;
        continue;
      }
      atStartOfCell = byte === separator || byte === lineFeed || byte === carriageReturn;
      if (!atStartOfCell) continue;
      columns = byte === separator ? columns + 1 : 1;
      refuseTooManyColumns(columns, line);
      if (byte === lineFeed) line += 1;
    }
  };
}
