/** A part of a message: text as it was written, or an address that can be opened. */
export type TextPart =
  | { readonly text: string; readonly href?: never; readonly host?: never }
  | {
      readonly text: string;
      readonly href: string;
      /** Where it really leads, if the text reads otherwise: look-alike letters, or a name before an @. */
      readonly host: string | null;
    };

/** An address up to the next space, quote or angle bracket. */
const address = /https?:\/\/[^ \n\t\r\u00a0<>"`]*/gi;
/** What closes a sentence or a bracket and so may not belong to the address before it. */
const closing = new Set(['.', ',', ';', ':', '!', '?', "'", ')', ']', '}', '…']);

/** A text with its http and https addresses apart. Nothing else is a link, and nothing is HTML. Takes time linear in its length. */
export function linkedText(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(address)) {
    const link = linkOf(withoutClosing(found));
    if (!link) continue;
    if (index > from) parts.push({ text: text.slice(from, index) });
    parts.push(link);
    from = index + link.text.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
  return parts;
}

/** An address without what closes the sentence around it. A closing bracket that the address opened itself stays. */
function withoutClosing(found: string): string {
  let unopened = count(found, ')') - count(found, '(');
  let end = found.length;
  for (; end > 0 && closing.has(found.charAt(end - 1)); end -= 1) {
    if (found.charAt(end - 1) !== ')') continue;
    if (unopened <= 0) break;
    unopened -= 1;
  }
  return found.slice(0, end);
}

const count = (text: string, sign: string): number => text.split(sign).length - 1;

function linkOf(written: string): TextPart | null {
  if (!URL.canParse(written)) return null;
  const url = new URL(written);
  if ((url.protocol !== 'https:' && url.protocol !== 'http:') || url.host === '') return null;
  const behindScheme = written.slice(url.protocol.length + 2).toLowerCase();
  const after = behindScheme.charAt(url.host.length);
  const readsSo = behindScheme.startsWith(url.host) && (after === '' || after === '/' || after === '?' || after === '#');
  return { text: written, href: url.href, host: readsSo ? null : url.host };
}
