/**
 * Levels of lists and objects that JSON from outside may have. FHIR resources have about ten; what goes deeper only costs
 * stack, in everything that walks a value and calls itself, `JSON.stringify` among it.
 */
export const maxJsonLevels = 64;

const openingBracket = 0x5b;
const closingBracket = 0x5d;
const openingBrace = 0x7b;
const closingBrace = 0x7d;
const quotationMark = 0x22;
const backslash = 0x5c;

/**
 * Whether a text, read as JSON, goes deeper than so many levels. Asked before the text is parsed: a body of nothing but
 * brackets takes the parser twenty times as long as any other. A text that is no JSON may get either answer.
 */
export function isNestedDeeper(text: string, levels: number): boolean {
  return hasMoreOpenings(text, levels) && deepestLevelOver(text, levels);
}

/** Readings in columns have a handful of brackets, which the engine's own search finds at once. */
function hasMoreOpenings(text: string, limit: number): boolean {
  let count = 0;
  for (const opening of ['[', '{'])
    for (let at = text.indexOf(opening); at >= 0; at = text.indexOf(opening, at + 1)) {
      count += 1;
      if (count > limit) return true;
    }
  return false;
}

function deepestLevelOver(text: string, levels: number): boolean {
  let level = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quotationMark) at = endOfString(text, at + 1);
    else if (code < openingBracket) continue;
    else if (code === openingBracket || code === openingBrace) {
      level += 1;
      if (level > levels) return true;
    } else if (code === closingBracket || code === closingBrace) level -= 1;
  }
  return false;
}

function endOfString(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quotationMark) break;
    if (code === backslash) at += 1;
  }
  return at;
}
