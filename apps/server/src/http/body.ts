import { isUtf8 } from 'node:buffer';
import type { Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';
import { VigilError } from '@vigil/contract/errors';

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
};

/** Memory that bodies in work may take together; beyond it callers are asked to come back instead of memory growing. */
export interface BodyBudget {
  /** Throws too_many_requests when there is no room. */
  take(bytes: number): void;
  give(bytes: number): void;
}

export function createBodyBudget(totalBytes: number): BodyBudget {
  let taken = 0;
  return {
    take(bytes) {
      if (taken + bytes > totalBytes)
        throw new VigilError(
          'too_many_requests',
          'The server has as many uploads in work as it can hold. Please send this again in a moment.',
          {
            retryAfterSeconds: 1,
          },
        );
      taken += bytes;
    },
    give(bytes) {
      taken -= bytes;
    },
  };
}

export interface BodyHeaders {
  readonly contentEncoding: string | undefined;
  readonly contentLength: string | undefined;
}

/**
 * The whole body, decompressed. `limitBytes` holds for what comes over the wire and again for what it unpacks to, and is
 * checked while reading, so that a small bomb never grows large. Throws body_too_large, invalid_body_encoding (damaged,
 * truncated, or cut off by the client), unsupported_media_type (an unknown encoding), too_many_requests (no room).
 */
export function readBody(
  payload: Readable,
  headers: BodyHeaders,
  limitBytes: number,
  budget: BodyBudget,
): Promise<{ bytes: Buffer; taken: number }> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let wire = 0;
    let size = 0;
    let taken = 0;
    let settled = false;
    const fail = (error: VigilError) => {
      if (settled) return;
      settled = true;
      budget.give(taken);
      if (decoder) {
        payload.unpipe(decoder);
        decoder.destroy();
      }
      // The rest is read and thrown away, so that the caller gets to see the answer; the server's request timeout bounds it.
      payload.resume();
      reject(error);
    };
    let decoder: Transform | undefined;
    const encoding = headers.contentEncoding?.trim().toLowerCase() || 'identity';
    if (encoding !== 'identity') {
      decoder = decoders[encoding]?.();
      if (!decoder)
        return fail(
          new VigilError(
            'unsupported_media_type',
            'The body has a content encoding that is not known here. Use gzip, deflate, br, zstd or none.',
          ),
        );
    }
    if (Number(headers.contentLength) > limitBytes) return fail(tooLarge(limitBytes));

    const source = decoder ?? payload;
    payload.on('data', (chunk: Buffer) => {
      wire += chunk.length;
      if (wire > limitBytes) fail(tooLarge(limitBytes));
    });
    source.on('data', (chunk: Buffer) => {
      if (settled) return;
      size += chunk.length;
      if (size > limitBytes) return fail(tooLarge(limitBytes));
      try {
        budget.take(chunk.length);
      } catch (error) {
        return fail(error as VigilError);
      }
      taken += chunk.length;
      chunks.push(chunk);
    });
    source.on('end', () => {
      if (settled) return;
      settled = true;
      resolve({ bytes: chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size), taken });
    });
    const cutOff = () => fail(new VigilError('invalid_body_encoding', 'The body ended before it was complete.'));
    payload.on('error', cutOff);
    payload.on('close', () => {
      if (!payload.readableEnded) cutOff();
    });
    decoder?.on('error', () =>
      fail(new VigilError('invalid_body_encoding', `The body is damaged or incomplete: it does not unpack as ${encoding}.`)),
    );
    if (decoder) payload.pipe(decoder);
  });
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
