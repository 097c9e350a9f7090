import { isUtf8 } from 'node:buffer';
import type { Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';
import { VigilError } from '@vigil/contract/errors';
import type { WatchedUpload } from './slow-clients.ts';
import type { Upload } from './upload-budget.ts';

const decoders: ReadonlyMap<string, () => Decoder> = new Map<string, () => Decoder>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
  ['zstd', createZstdDecompress],
]);

export interface BodyHeaders {
  readonly contentEncoding: string | undefined;
  readonly contentLength: string | undefined;
}

/**
 * The whole body, decompressed. `limitBytes` holds for what comes over the wire and again for what it unpacks to, and is
 * checked while reading, so that a small bomb never grows large. What was read stays taken from the budget until `upload` is
 * closed, unless reading fails. Throws body_too_large, invalid_body_encoding (damaged, truncated, or cut off by the client),
 * unsupported_media_type (an unknown encoding), too_many_requests (no room), request_timeout (the sender has stalled).
 */
export async function readBody(
  payload: Readable,
  headers: BodyHeaders,
  limitBytes: number,
  upload: Upload,
  watched: WatchedUpload,
): Promise<Buffer> {
  const encoding = headers.contentEncoding?.trim().toLowerCase() || 'identity';
  const decoder = decoderOf(encoding);
  if (Number(headers.contentLength) > limitBytes) throw tooLarge(limitBytes);
  const chunks: Buffer[] = [];
  let wire = 0;
  let taken = 0;
  try {
    await new Promise<void>((resolve, reject) => {
      watched.onStalled(reject);
      payload.on('data', (chunk: Buffer) => {
        wire += chunk.length;
        if (wire > limitBytes) reject(tooLarge(limitBytes));
      });
      onUnpacked(payload, decoder, (chunk) => {
        if (taken + chunk.length > limitBytes) throw tooLarge(limitBytes);
        upload.take(chunk.length);
        taken += chunk.length;
        chunks.push(chunk);
      }).then(resolve, reject);
    });
    // A decoder stops at the end of its first frame. What stands behind it would be lost without a word.
    if (decoder && decoder.bytesWritten !== wire)
      throw new VigilError('invalid_body_encoding', `The body goes on behind the end of its ${encoding} frame. Send it as one frame.`);
  } catch (error) {
    upload.drop();
    chunks.length = 0;
    discard(payload, decoder);
    throw error;
  } finally {
    watched.onStalled(null);
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, taken);
}

type Decoder = Transform & { readonly bytesWritten: number };

function decoderOf(encoding: string): Decoder | undefined {
  if (encoding === 'identity') return undefined;
  const create = decoders.get(encoding);
  if (!create)
    throw new VigilError(
      'unsupported_media_type',
      'The body has a content encoding that is not known here. Use gzip, deflate, br, zstd or none.',
    );
  return create();
}

/** Resolves when the payload has come to its end and all of it was unpacked. What `take` throws ends the reading. */
function onUnpacked(payload: Readable, decoder: Decoder | undefined, take: (chunk: Buffer) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const cutOff = () => reject(new VigilError('invalid_body_encoding', 'The body ended before it was complete.'));
    payload.on('error', cutOff);
    payload.on('close', () => {
      if (!payload.readableEnded) cutOff();
    });
    const source = decoder ?? payload;
    let refused = false;
    source.on('data', (chunk: Buffer) => {
      if (refused) return;
      try {
        take(chunk);
      } catch (error) {
        refused = true;
        reject(error);
      }
    });
    source.on('end', () => {
      if (decoder) payload.unpipe(decoder).resume();
      if (payload.readableEnded) resolve();
      else payload.once('end', resolve);
    });
    if (!decoder) return;
    decoder.on('error', () => reject(new VigilError('invalid_body_encoding', 'The body is damaged or incomplete: it cannot be unpacked.')));
    payload.pipe(decoder);
  });
}

/** Reads the rest and throws it away, so that the caller gets to see the answer; it has to make progress like any other. */
function discard(payload: Readable, decoder: Decoder | undefined): void {
  if (decoder) {
    payload.unpipe(decoder);
    decoder.destroy();
  }
  payload.resume();
}

function tooLarge(limitBytes: number): VigilError {
  const limit = limitBytes >= 1024 * 1024 ? `${Math.round(limitBytes / 1024 / 1024)} MiB` : `${Math.round(limitBytes / 1024)} KiB`;
  return new VigilError(
    'body_too_large',
    `The body is larger than the ${limit} that this call takes, also after unpacking. Send it in parts.`,
  );
}

/** The body as text, without a byte order mark; undefined when the bytes are not UTF-8. */
export function textOf(bytes: Buffer): string | undefined {
  if (!isUtf8(bytes)) return undefined;
  const hasMark = bytes.length >= 3 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return bytes.toString('utf8', hasMark ? 3 : 0);
}
