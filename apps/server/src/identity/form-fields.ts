/** Raised for a query or a form that cannot be meant: nothing was done. */
export class UnreadableFields extends Error {
  readonly statusCode = 400;
}

const mostFields = 50;
/** An ID token comes as a field (`id_token_hint`); nothing of ours is longer. */
const mostCharacters = 4_096;
/** Control characters but tab and line ends: no form has them, and NUL cannot be stored. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const unusable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/;

/**
 * The fields of a query or a form (application/x-www-form-urlencoded), each a text that was given once. Throws
 * UnreadableFields when a name comes twice (RFC 6749 §3.1 forbids it; what is meant is anybody's guess), for encodings
 * that are none, control characters, and more than a form of ours can hold.
 */
export function readFields(text: string): Map<string, string> {
  const pairs = text.split('&', mostFields + 1).filter(Boolean);
  if (pairs.length > mostFields) throw new UnreadableFields('too many fields');
  const fields = new Map<string, string>();
  for (const pair of pairs) {
    const equals = pair.indexOf('=');
    const name = decoded(equals < 0 ? pair : pair.slice(0, equals));
    if (fields.has(name)) throw new UnreadableFields('a field comes twice');
    fields.set(name, equals < 0 ? '' : decoded(pair.slice(equals + 1)));
  }
  return fields;
}

function decoded(text: string): string {
  let plain: string;
  try {
    plain = decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new UnreadableFields('not percent-encoded');
  }
  if (plain.length > mostCharacters) throw new UnreadableFields('a field is too long');
  if (unusable.test(plain)) throw new UnreadableFields('a field holds a control character');
  return plain;
}
