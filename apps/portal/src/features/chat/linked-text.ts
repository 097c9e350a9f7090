/** A part of a message: text as it was written, or an address that can be opened. */
export type TextPart =
  | { readonly text: string; readonly href?: never; readonly host?: never }
  | {
      readonly text: string;
      readonly href: string;
      /** Where it really leads, if the text reads otherwise: look-alike letters, or a name before an @. */
      readonly host: string | null;
    };

const schemes = ['https://', 'http://'] as const;
const ends = new Set([' ', '\n', '\t', '\r', '\u00a0', '<', '>', '"', '`']);
const closing = new Set(['.', ',', ';', ':', '!', '?', "'", ')', ']', '}', '…']);

/** A text with its http and https addresses apart. Nothing else is a link, and nothing is HTML. */
export function linkedText(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (let at = nextScheme(text, 0); at !== -1; at = nextScheme(text, from)) {
    const address = addressAt(text, at);
    const link = linkOf(address);
    const end = at + address.length;
    if (link) {
      if (at > from) parts.push({ text: text.slice(from, at) });
      parts.push(link);
    } else parts.push({ text: text.slice(from, end) });
    from = end;
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
  return parts;
}

function nextScheme(text: string, from: number): number {
  const lower = text.toLowerCase();
  const found = schemes.map((scheme) => lower.indexOf(scheme, from)).filter((at) => at !== -1);
  return found.length === 0 ? -1 : Math.min(...found);
}

/** Up to the next space; what closes a sentence or a bracket does not belong to it. */
function addressAt(text: string, at: number): string {
  let end = at;
  while (end < text.length && !ends.has(text.charAt(end))) end += 1;
  while (end > at && closing.has(text.charAt(end - 1)) && !isPair(text.slice(at, end))) end -= 1;
  return text.slice(at, end);
}

/** An address that ends with a bracket that it opened itself keeps it. */
const isPair = (address: string): boolean => address.endsWith(')') && count(address, '(') >= count(address, ')');
const count = (text: string, sign: string): number => text.split(sign).length - 1;

function linkOf(address: string): TextPart | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if ((url.protocol !== 'https:' && url.protocol !== 'http:') || url.host === '') return null;
  const written = address.slice(url.protocol.length + 2).toLowerCase();
  const after = written.charAt(url.host.length);
  const readsSo = written.startsWith(url.host) && (after === '' || after === '/' || after === '?' || after === '#');
  return { text: address, href: url.href, host: readsSo ? null : url.host };
}
