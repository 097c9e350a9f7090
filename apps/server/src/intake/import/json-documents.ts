import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { VigilError } from '@vigil/contract/errors';

/** A JSON value of a file; `line` is where it starts, counted from 1. */
export type JsonDocument =
  | { readonly line: number; readonly ok: true; readonly value: unknown }
  | { readonly line: number; readonly ok: false };

/** A file that is one JSON value over many lines is held as a whole. */
const maxWholeCharacters = 256 * 1024 * 1024;

/**
 * The JSON values of a file: one per line (NDJSON), line by line, or a single value over many lines. A line that is no
 * JSON among lines that are is reported and passed over.
 */
export async function* jsonDocuments(bytes: Readable): AsyncGenerator<JsonDocument> {
  const lines = createInterface({ input: bytes, crlfDelay: Number.POSITIVE_INFINITY });
  // readline passes the end of its input on, but not what went wrong with it.
  let broken: Error | undefined;
  bytes.once('error', (error) => {
    broken = error;
    lines.close();
  });
  let line = 0;
  let byLines: boolean | null = null;
  const whole: string[] = [];
  let characters = 0;
  for await (const text of lines) {
    line += 1;
    const trimmed = (line === 1 ? text.replace(/^\uFEFF/, '') : text).trim();
    if (trimmed === '') continue;
    const value: unknown = byLines === false ? undefined : parsed(trimmed);
    byLines ??= value !== undefined;
    if (byLines) yield value === undefined ? { line, ok: false } : { line, ok: true, value };
    else {
      whole.push(text);
      characters += text.length;
      if (characters > maxWholeCharacters)
        throw new VigilError('body_too_large', 'The file is one JSON value of more than 256 MiB; send it as NDJSON, one value per line');
    }
  }
  if (broken) throw broken;
  if (byLines !== false) return;
  const value = parsed(whole.join('\n'));
  if (value === undefined) throw new VigilError('invalid_json', 'The file is neither JSON nor NDJSON');
  yield { line: 1, ok: true, value };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
