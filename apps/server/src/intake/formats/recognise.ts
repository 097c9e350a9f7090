import { VigilError } from '@vigil/contract/errors';
import { utf16Words } from '#platform/csv/records.ts';
import type { FileStart, Format } from './format.ts';

/** What reads a file: a format, or one of the forms that the API takes as well. */
export type Recognised = Format | 'csv' | 'ticks';

/** What the byte order mark of UTF-16 comes to when it is read as UTF-8: two characters that could not be read. */
const utf16MarkRead = '\uFFFD\uFFFD';
const ticksKeys: ReadonlySet<string> = new Set(['ticks', 'series', 'timestamp']);
const fhirKey = /"resourceType"\s*:/;

/**
 * The one format that a file is of, by what it begins with. A vendor's format goes before the forms of the API, which read
 * files of many makers. Throws `invalid_input` where none or several fit, with a sentence that says what the file could be.
 */
export function recognise(start: FileStart, formats: readonly Format[]): Recognised {
  const fitting = formats.filter((format) => format.recognises(start));
  const [one] = fitting;
  if (one && fitting.length === 1) return one;
  if (one) throw ambiguous(fitting);
  if (start.entries !== null) throw unknown('The zip holds', formats);
  const [first] = start.text.trimStart();
  if (first === undefined) throw new VigilError('invalid_input', 'The file is empty');
  if (first === '{' || first === '[') {
    if (fhirKey.test(start.text))
      throw new VigilError('invalid_input', 'The file looks like FHIR R4; name the format (--format fhir) to take it for a record');
    if (outerKeys(start.text).some((key) => ticksKeys.has(key))) return 'ticks';
    throw unknown('The file is JSON, but of', formats);
  }
  if (first === '<') throw unknown('The file is XML, but of', formats);
  if (start.text.startsWith(utf16MarkRead)) throw new VigilError('invalid_input', utf16Words);
  if (start.text.includes('\0')) throw unknown('The file is no text, and of', formats);
  return 'csv';
}

/**
 * The keys of the outermost object of a JSON text that may be cut off, or of the objects in its outermost list. What lies deeper is
 * another maker's: Withings and others have a "series" and a "timestamp" of their own. Its cost is its length.
 */
function outerKeys(text: string): readonly string[] {
  const keys: string[] = [];
  let objects = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '{') objects += 1;
    else if (character === '}') objects -= 1;
    else if (character === '"') {
      const from = at + 1;
      for (at += 1; at < text.length && text[at] !== '"'; at += 1) if (text[at] === '\\') at += 1;
      let next = at + 1;
      while (/\s/.test(text[next] ?? '')) next += 1;
      if (objects === 1 && text[next] === ':') keys.push(text.slice(from, at));
      at = next - 1;
    }
  }
  return keys;
}

function ambiguous(fitting: readonly Format[]): VigilError {
  const names = fitting.map(({ name }) => name).join(' or ');
  const ids = fitting.map(({ id }) => id).join(' or ');
  return new VigilError('invalid_input', `The file could be ${names}; nothing was stored. Say which it is: --format ${ids}`, {
    fields: fitting.map(({ id, name }) => ({ field: 'format', message: `${id}: ${name}` })),
  });
}

function unknown(what: string, formats: readonly Format[]): VigilError {
  const names = [...formats.map(({ name }) => name), 'ticks, CSV and FHIR R4'].join(', ');
  return new VigilError('invalid_input', `${what} none of the formats that are known: ${names}. Nothing was stored`);
}
