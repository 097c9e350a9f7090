import { createReadStream } from 'node:fs';

/** No text has these: NUL and the other control characters but tab, line ends, form feed and escape. */
const isControl = (byte: number) => byte < 0x09 || byte === 0x0b || (byte > 0x0d && byte < 0x20 && byte !== 0x1b) || byte === 0x7f;

/** Whether a file is text of one byte a sign or more, in whatever code. An empty file is none. */
export async function isText(path: string): Promise<boolean> {
  let length = 0;
  for await (const piece of createReadStream(path)) {
    length += (piece as Buffer).length;
    if ((piece as Buffer).some(isControl)) return false;
  }
  return length > 0;
}
