import { createWriteStream } from 'node:fs';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { VigilError } from '@vigil/contract/errors';
import { defaultReserveBytes, freeBytesOf } from '#platform/disk/disk-space.ts';

/** A list of a hundred thousand files, each with an address of some hundred characters. */
const mostJsonBytes = 64 * 1024 * 1024;
/** How long an answer that is held as a whole may take to arrive, in milliseconds. */
const longestJsonMs = 120_000;
/** A file has no size that we know: it has to arrive at a kilobyte a second or more, seen over a minute, and within a day. */
const paceMs = 60_000;
const leastBytesAPace = 60 * 1024;
const longestFileMs = 24 * 3_600_000;
/** The free space is looked at before the first part of a file, and again after so many bytes. */
const bytesBetweenLooks = 16 * 1024 * 1024;

/**
 * The JSON of an answer; null for what is none. Throws `body_too_large` for one that goes on and on, in bytes or in time: whoever is
 * on the other side decides neither over our memory nor over how long we wait.
 */
export async function jsonOf(answer: Response): Promise<unknown> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  const { body, url } = answer;
  const stop = new AbortController();
  const limit = setTimeout(() => stop.abort(), longestJsonMs);
  try {
    if (body === null) return null;
    for await (const part of Readable.fromWeb(body as ReadableStream, { signal: stop.signal })) {
      bytes += (part as Uint8Array).length;
      if (bytes > mostJsonBytes) throw endless(url);
      parts.push(part as Uint8Array);
    }
  } catch (error) {
    if (stop.signal.aborted) throw endless(url);
    throw error;
  } finally {
    clearTimeout(limit);
  }
  try {
    return JSON.parse(Buffer.concat(parts).toString()) as unknown;
  } catch {
    return null;
  }
}

/**
 * Writes an answer to a new file. Throws `conflict` for one that drips, or does not end within a day; `storage_full` before the disk is full: the server writes to the same one, and a file of a
 * server's has no end that we know.
 */
export async function saveAnswer(
  answer: Response,
  path: string,
  {
    signal,
    freeBytes = freeBytesOf(dirname(path)),
    reserveBytes = defaultReserveBytes,
    fileMs = { pace: paceMs, longest: longestFileMs },
  }: {
    readonly signal?: AbortSignal | undefined;
    readonly freeBytes?: () => Promise<number>;
    /** What is left free for readings. */
    readonly reserveBytes?: number;
    readonly fileMs?: { readonly pace: number; readonly longest: number };
  },
): Promise<void> {
  if (!answer.ok || !answer.body)
    throw new VigilError('conflict', `A file of the export cannot be fetched (${answer.status}). Nothing was imported.`);

  const slow = new AbortController();
  let arrived = 0;
  const pace = setInterval(() => {
    if (arrived < leastBytesAPace) slow.abort();
    arrived = 0;
  }, fileMs.pace);
  const longest = setTimeout(() => slow.abort(), fileMs.longest);
  async function* whileThereIsRoom(parts: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let untilLook = 0;
    for await (const part of parts) {
      if (untilLook <= 0) {
        if ((await freeBytes()) < reserveBytes) throw noRoom();
        untilLook = bytesBetweenLooks;
      }
      arrived += part.length;
      untilLook -= part.length;
      yield part;
    }
  }
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  try {
    const end = AbortSignal.any([slow.signal, ...(signal ? [signal] : [])]);
    await pipeline(Readable.fromWeb(answer.body as ReadableStream), whileThereIsRoom, file, { signal: end });
  } catch (error) {
    if (slow.signal.aborted) throw tooSlow(answer.url);
    throw error;
  } finally {
    clearInterval(pace);
    clearTimeout(longest);
  }
}

const tooSlow = (url: string) =>
  new VigilError('conflict', `${new URL(url).origin} sends a file of the export too slowly to end. Nothing was imported; try again later.`);
const endless = (url: string) =>
  new VigilError('body_too_large', `${new URL(url).origin} answers with more than can be read. Nothing was imported.`);
const noRoom = () =>
  new VigilError(
    'storage_full',
    'The disk is almost full, and what is left is kept for readings: the exported files don’t fit. Nothing was imported; free some space, or set TMPDIR to a folder on another disk.',
  );
