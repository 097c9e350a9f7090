import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { addAbortSignal, type Duplex, PassThrough, pipeline } from 'node:stream';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { VigilError } from '@vigil/contract/errors';

export interface OpenFile {
  /** The file's content, unpacked; reading starts when it is first asked for. A damaged archive ends it with `invalid_body_encoding`. */
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Bytes of the file itself, packed as it may be. */
  readonly totalBytes: number;
  readBytes(): number;
}

const gzipMagic = [0x1f, 0x8b];
const zstdMagic = [0x28, 0xb5, 0x2f, 0xfd];

/**
 * Opens a file of readings; gzip and zstd are recognised by their first bytes. More than `mostUnpackedBytes` ends the content
 * with `body_too_large`. Throws `not_found` when it cannot be read, `invalid_input` for what is no file.
 */
export async function openFile(path: string, signal?: AbortSignal, mostUnpackedBytes = Number.POSITIVE_INFINITY): Promise<OpenFile> {
  const { start, totalBytes } = await look(path);
  let readBytes = 0;

  async function* content(): AsyncGenerator<Uint8Array> {
    const raw = createReadStream(path);
    if (signal) addAbortSignal(signal, raw);
    raw.on('data', (chunk) => {
      readBytes += chunk.length;
    });
    const unpack: Duplex = startsWith(start, gzipMagic)
      ? createGunzip()
      : startsWith(start, zstdMagic)
        ? createZstdDecompress()
        : new PassThrough();
    pipeline(raw, unpack, () => {});
    let unpackedBytes = 0;
    try {
      for await (const chunk of unpack) {
        unpackedBytes += chunk.length;
        if (unpackedBytes > mostUnpackedBytes) throw unpacksToTooMuch(mostUnpackedBytes);
        yield chunk;
      }
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      if (error instanceof VigilError) throw error;
      throw new VigilError('invalid_body_encoding', 'The file is damaged or was cut off: it cannot be read to its end', { cause: error });
    }
  }
  return { bytes: content(), totalBytes, readBytes: () => readBytes };
}

/** What a file is refused with that holds more than an operator lets a file unpack to: a mistake, or an attack. */
export function unpacksToTooMuch(mostBytes: number): VigilError {
  const most = `${Math.round(mostBytes / 1024 ** 3)} GiB`;
  return new VigilError('body_too_large', `The file unpacks to more than the ${most} that a file may hold (IMPORT_UNPACKED_GIB)`);
}

async function look(path: string): Promise<{ start: Buffer; totalBytes: number }> {
  try {
    const found = await stat(path);
    // Looked at before it is opened: opening a pipe waits for whoever writes to it.
    if (!found.isFile()) throw noFile();
    const file = await open(path);
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
      return { start: buffer.subarray(0, bytesRead), totalBytes: found.size };
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof VigilError) throw error;
    throw new VigilError('not_found', 'The file cannot be read; look whether it exists and may be read', { cause: error });
  }
}

/** A file is read from its beginning several times: a pipe would have lost what was looked at. */
function noFile(): VigilError {
  return new VigilError(
    'invalid_input',
    'Only a file on disk can be brought in, and this is a folder, a pipe or a device. Nothing was stored. Write what it gives into a file first, and name that.',
  );
}

function startsWith(bytes: Buffer, magic: readonly number[]): boolean {
  return magic.every((byte, index) => bytes[index] === byte);
}
