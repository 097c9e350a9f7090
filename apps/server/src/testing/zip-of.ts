import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/** A zip of files by their names. */
export async function zipOf(entries: Readonly<Record<string, Uint8Array | string>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(entries)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(zip.outputStream);
}
