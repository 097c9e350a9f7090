import { VigilError } from '@vigil/contract/errors';
import { isNestedDeeper, maxJsonLevels } from '#platform/json-depth.ts';

/** A JSON value of a file; `line` is where it starts, counted from 1. */
export type JsonDocument =
  | { readonly line: number; readonly ok: true; readonly value: unknown }
  | { readonly line: number; readonly ok: false };

/** A file that is one JSON value over many lines, and any single line, is held as a whole. */
const maxWholeCharacters = 256 * 1024 * 1024;

/**
 * The JSON values of a file: one per line (NDJSON), line by line, or a single value over many lines. A line that is no
 * JSON among lines that are is reported and passed over. Throws `invalid_json` for a file that is neither.
 */
export async function* jsonDocuments(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<JsonDocument> {
  let line = 0;
  let byLines: boolean | null = null;
  const whole: string[] = [];
  let characters = 0;
  for await (const text of linesOf(bytes)) {
    line += 1;
    const trimmed = text.trim();
    if (trimmed === '') continue;
    const value: unknown = byLines === false ? undefined : parsed(trimmed);
    byLines ??= value !== undefined;
    if (byLines) yield value === undefined ? { line, ok: false } : { line, ok: true, value };
    else {
      whole.push(text);
      characters += text.length;
      if (characters > maxWholeCharacters) throw tooLarge();
    }
  }
  if (byLines !== false) return;
  const value = parsed(whole.join('\n'));
  if (value === undefined) throw new VigilError('invalid_json', 'The file is neither JSON nor NDJSON');
  yield { line: 1, ok: true, value };
}

async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of bytes) {
    // Only what is new is looked through: a line may go on for thousands of pieces.
    const [end = '', ...parts] = decoder.decode(chunk, { stream: true }).split('\n');
    rest += end;
    const last = parts.pop();
    if (last !== undefined) {
      yield rest;
      yield* parts;
      rest = last;
    }
    if (rest.length > maxWholeCharacters) throw tooLarge();
  }
  yield rest + decoder.decode();
}

/** The value; undefined for what is no JSON, or nested deeper than any reading is. */
function parsed(text: string): unknown {
  if (isNestedDeeper(text, maxJsonLevels)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function tooLarge(): VigilError {
  return new VigilError('body_too_large', 'The file holds one JSON value of more than 256 MiB; send it as NDJSON, one value per line');
}
