import { open } from 'node:fs/promises';
import { VigilError } from '@vigil/contract/errors';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { openFile, unpacksToTooMuch } from '../import/open-file.ts';
import { maxZipEntries, recognisedBytes } from '../limits.ts';
import type { FilePart, FileStart } from './format.ts';

/** A file on disk, as formats read it. */
export interface OpenParts {
  readonly start: FileStart;
  readonly parts: readonly FilePart[];
  /** Bytes of the file itself, packed as it may be. */
  readonly totalBytes: number;
  /** Of those, what the reading under way has got through. */
  readBytes(): number;
  close(): void;
}

const zipMagic = 'PK';
const damaged = 'The zip is damaged, was cut off or is encrypted: it cannot be read to its end';

/**
 * Opens a file, or the files of a zip, which is read in place. Throws `not_found`, `invalid_body_encoding` for a damaged
 * archive, and `body_too_large` for more than `mostUnpackedBytes`, or for more files in a zip than the limits allow.
 */
export async function openParts(path: string, mostUnpackedBytes: number, signal?: AbortSignal): Promise<OpenParts> {
  const file = await openFile(path, signal, mostUnpackedBytes);
  if (await isZip(path)) return openZip(path, file.totalBytes, mostUnpackedBytes, signal);
  let current = file;
  const part: FilePart = {
    name: '',
    async *bytes() {
      current = await openFile(path, signal, mostUnpackedBytes);
      yield* current.bytes;
    },
  };
  const start = { text: await startOf(part), entries: null };
  return { start, parts: [part], totalBytes: file.totalBytes, readBytes: () => current.readBytes(), close: () => {} };
}

async function isZip(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    // The first file's header, or the end record of a zip of none.
    return bytesRead === 4 && buffer.toString('latin1', 0, 2) === zipMagic && [0x0403, 0x0605].includes(buffer.readUInt16LE(2));
  } finally {
    await file.close();
  }
}

async function openZip(path: string, totalBytes: number, mostUnpackedBytes: number, signal?: AbortSignal): Promise<OpenParts> {
  const zip = await openPromise(path, { autoClose: false, lazyEntries: true }).catch(refuseDamaged);
  try {
    const entries = await entriesOf(zip, mostUnpackedBytes);
    let readBytes = 0;
    const parts = entries.map((entry) => partOf(zip, entry, signal, (bytes) => (readBytes = Math.min(totalBytes, readBytes + bytes))));
    const [only] = parts;
    const start =
      only && parts.length === 1 ? { text: await startOf(only), entries: null } : { text: '', entries: parts.map(({ name }) => name) };
    readBytes = 0;
    return { start, parts, totalBytes, readBytes: () => readBytes, close: () => zip.close() };
  } catch (error) {
    zip.close();
    throw error;
  }
}

/** The files of a zip, without folders and what a Mac adds. As yauzl holds each to its declared size, the sum bounds them. */
async function entriesOf(zip: ZipFile, mostUnpackedBytes: number): Promise<Entry[]> {
  if (zip.entryCount > maxZipEntries)
    throw new VigilError('body_too_large', `The zip holds more than the ${maxZipEntries.toLocaleString('en')} files that it may`);
  const entries: Entry[] = [];
  let unpackedBytes = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName.endsWith('/') || entry.fileName.startsWith('__MACOSX/')) continue;
      entries.push(entry);
      unpackedBytes += entry.uncompressedSize;
    }
  } catch (error) {
    refuseDamaged(error);
  }
  if (unpackedBytes > mostUnpackedBytes) throw unpacksToTooMuch(mostUnpackedBytes);
  return entries;
}

function partOf(zip: ZipFile, entry: Entry, signal: AbortSignal | undefined, onBytes: (packedBytes: number) => void): FilePart {
  const packing = entry.compressedSize / Math.max(1, entry.uncompressedSize);
  return {
    name: entry.fileName,
    async *bytes() {
      try {
        for await (const chunk of await zip.openReadStreamPromise(entry)) {
          signal?.throwIfAborted();
          onBytes(chunk.length * packing);
          yield chunk;
        }
      } catch (error) {
        if (signal?.aborted) throw signal.reason;
        refuseDamaged(error);
      }
    },
  };
}

function refuseDamaged(error: unknown): never {
  if (error instanceof VigilError) throw error;
  throw new VigilError('invalid_body_encoding', damaged, { cause: error });
}

async function startOf(part: FilePart): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of part.bytes()) {
    pieces.push(chunk);
    bytes += chunk.length;
    if (bytes >= recognisedBytes) break;
  }
  // A character that the cut goes through is left out.
  return new TextDecoder().decode(Buffer.concat(pieces).subarray(0, recognisedBytes), { stream: true });
}
