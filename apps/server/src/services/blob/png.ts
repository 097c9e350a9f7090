import { crc32 } from 'node:zlib';
import type { Picture } from './picture-kinds.ts';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Chunks that say how the pixels look (W3C PNG, 11.2 and 11.3.2); the others are texts, times, Exif and the like. */
const needed: readonly string[] = ['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'sBIT'];

/** A PNG without what is said beside its picture; null when the bytes are none, or not a whole one. Takes time linear in its length. */
export function barePng(bytes: Buffer): Picture | null {
  if (!bytes.subarray(0, signature.length).equals(signature)) return null;
  const kept: Buffer[] = [signature];
  const seen = new Set<string>();
  let size: { widthPx: number; heightPx: number } | null = null;
  for (let at = signature.length; at + 12 <= bytes.length; ) {
    const end = at + 12 + bytes.readUInt32BE(at);
    if (end > bytes.length || crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return null;
    const type = bytes.toString('latin1', at + 4, at + 8);
    if ((type === 'IHDR') !== (at === signature.length)) return null;
    if (type === 'IHDR') {
      if (end - at !== 25) return null;
      size = { widthPx: bytes.readUInt32BE(at + 8), heightPx: bytes.readUInt32BE(at + 12) };
    }
    const isNeeded = needed.includes(type);
    // A capital letter in front: a decoder that does not know the chunk cannot show the picture.
    if (!isNeeded && /^[A-Z]/.test(type)) return null;
    if (isNeeded) kept.push(bytes.subarray(at, end));
    seen.add(type);
    if (type === 'IEND') return size && seen.has('IDAT') ? { type: 'image/png', bytes: Buffer.concat(kept), ...size } : null;
    at = end;
  }
  return null;
}
