import { jsonDocuments } from '../import/json-documents.ts';
import type { FilePart } from './format.ts';

/** A value of a file of JSON, of which nothing is known yet. */
export interface JsonValue {
  /** The line, where each has its own; else its position in the list, counted from 1. */
  readonly place: number;
  /** Undefined for a line that is no JSON. */
  readonly value: unknown;
}

/**
 * The values of a file: one document, the items of a document that is a list, or one a line, each of which may be a list as
 * well. Throws `invalid_json` and `body_too_large`, as `jsonDocuments` does.
 */
export async function* jsonValues(parts: readonly FilePart[]): AsyncGenerator<readonly JsonValue[]> {
  for (const part of parts)
    for await (const document of jsonDocuments(part.bytes())) {
      const place = document.line;
      if (!document.ok) yield [{ place, value: undefined }];
      else if (Array.isArray(document.value)) yield* pieces(document.value, place);
      else yield [{ place, value: document.value }];
    }
}

const pieceValues = 5_000;

/** Positions count on from the line that a list stands on, so that a document of one list counts from 1. */
function* pieces(list: readonly unknown[], line: number): Generator<readonly JsonValue[]> {
  for (let from = 0; from < list.length; from += pieceValues)
    yield list.slice(from, from + pieceValues).map((value, index) => ({ place: line + from + index, value }));
}

export type JsonObject = Readonly<Record<string, unknown>>;

/** The object that a value is; one without anything where it is none. */
export function objectOf(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}

/** The list that a value is; an empty one where it is none. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
