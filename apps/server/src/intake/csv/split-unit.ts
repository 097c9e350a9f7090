/**
 * `weight (lb)` and `weight [lb]` into name and unit; the unit is '' where the heading does not end in brackets. The unit
 * may end in brackets of its own, as `mm[Hg]` does. Works through the heading once, whatever it holds.
 */
export function splitUnit(heading: string): { readonly name: string; readonly unit: string } {
  const text = heading.trim();
  const opening = isClosing(text.at(-1)) ? openingOf(text.slice(0, -1).trimEnd()) : -1;
  if (opening < 0) return { name: text, unit: '' };
  return { name: text.slice(0, opening).trimEnd(), unit: text.slice(opening + 1, -1).trim() };
}

/** Where the bracket opens that holds the end of a text; -1 where none does. */
function openingOf(text: string): number {
  const last = lastBracket(text, text.length);
  if (isOpening(text[last])) return last;
  if (text[last] !== ']' || last !== text.length - 1) return -1;
  const inner = lastBracket(text, last);
  const outer = lastBracket(text, inner);
  return text[inner] === '[' && isOpening(text[outer]) ? outer : -1;
}

/** Position of the last bracket before `end`; -1 when there is none. */
function lastBracket(text: string, end: number): number {
  for (let at = end - 1; at >= 0; at -= 1) if (isOpening(text[at]) || isClosing(text[at])) return at;
  return -1;
}

function isOpening(character: string | undefined): boolean {
  return character === '(' || character === '[';
}

function isClosing(character: string | undefined): boolean {
  return character === ')' || character === ']';
}
