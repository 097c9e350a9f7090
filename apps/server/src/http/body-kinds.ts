import type { BodyKind } from '@vigil/contract';
import { VigilError } from '@vigil/contract/errors';
import { isNestedDeeper, maxJsonLevels } from '#platform/json-depth.ts';
import { textOf } from './body.ts';

const accepted: Readonly<Record<BodyKind, { readonly types: RegExp; readonly say: string }>> = {
  json: { types: /^application\/(json|[\w.-]+\+json)$/, say: 'application/json' },
  fhir: { types: /^application\/(fhir\+json|json)$/, say: 'application/fhir+json or application/json' },
  csv: { types: /^(text\/(csv|plain)|application\/(csv|vnd\.ms-excel|octet-stream))$/, say: 'text/csv' },
  bytes: { types: /./, say: 'any' },
  stream: { types: /./, say: 'any' },
};

/** Throws unsupported_media_type before anything of the body is read. A missing type is taken as the right one. */
export function requireMediaType(kind: BodyKind, contentType: string | undefined): void {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase();
  if (!type || accepted[kind].types.test(type)) return;
  throw new VigilError('unsupported_media_type', `This call takes ${accepted[kind].say}; the content-type header names something else.`);
}

/** The body as the handler is given it: a JSON value still to be checked, text, or bytes. Throws invalid_json, invalid_body_encoding. */
export function decodeBody(kind: BodyKind, bytes: Buffer): unknown {
  if (kind === 'bytes') return bytes;
  const text = textOf(bytes);
  if (kind === 'csv') {
    if (text === undefined)
      throw new VigilError('invalid_body_encoding', 'The text is not UTF-8. Save the file as UTF-8 and send it again.');
    return text;
  }
  if (bytes.length === 0) return undefined;
  if (text === undefined) throw new VigilError('invalid_json', 'The body is not JSON in UTF-8.');
  return parseJson(text, kind === 'fhir' ? 0 : smallJsonCharacters);
}

/**
 * Below this, a body that is nothing but brackets costs the parser no more than any other call, and what reads JSON calls
 * looks at a few levels only; so batches of readings are spared a look at each character. FHIR resources are sent back.
 */
const smallJsonCharacters = 1024 * 1024;

function parseJson(text: string, checkedAbove: number): unknown {
  if (text.length > checkedAbove && isNestedDeeper(text, maxJsonLevels))
    throw new VigilError('invalid_json', `The body is nested deeper than the ${maxJsonLevels} levels that are read. Nothing was stored.`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new VigilError('invalid_json', 'The body is not valid JSON.');
  }
  // A key __proto__ is only data here, but code that copies objects could make it more; no call of ours has such a key.
  if (text.includes('__proto__') || /\\u005f/i.test(text)) refuseProto(value);
  return value;
}

function refuseProto(value: unknown): void {
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next !== 'object' || next === null) continue;
    if (Object.hasOwn(next, '__proto__')) throw new VigilError('invalid_input', 'The body has a key that is not allowed: __proto__.');
    for (const inner of Object.values(next)) open.push(inner);
  }
}
