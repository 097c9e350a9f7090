import { mostShown } from './shown-text.ts';

/** The text of a file, as it was most likely written, and whether only its beginning. */
export function plainText(bytes: Uint8Array): { readonly text: string; readonly isCut: boolean } {
  const text = decode(bytes);
  return { text: text.slice(0, mostShown.characters), isCut: text.length > mostShown.characters };
}

/** UTF-8 or UTF-16 where it says so or fits, else what Windows wrote before. */
function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
