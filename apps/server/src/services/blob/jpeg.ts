import type { Picture } from './picture-kinds.ts';

/** Markers of ITU-T T.81, table B.1, each behind a byte 0xFF. */
const startOfImage = 0xd8;
const endOfImage = 0xd9;
const startOfScan = 0xda;
/** Baseline, extended and progressive Huffman coding: what browsers show. */
const frames: readonly number[] = [0xc0, 0xc1, 0xc2];
/** What a decoder needs: tables, restart interval, and Adobe's segment, which says how colours are meant. */
const needed: readonly number[] = [0xdb, 0xc4, 0xdd, 0xee];
/** Of applications (Exif with its place and time, XMP, ICC) and comments. */
const isAside = (marker: number) => (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe;

/** A JPEG without what is said beside its picture; null when the bytes are none, or not a whole one. Takes time linear in its length. */
export function bareJpeg(bytes: Buffer): Picture | null {
  if (bytes.length < 4 || bytes[0] !== 0xff || bytes[1] !== startOfImage) return null;
  const kept: Buffer[] = [bytes.subarray(0, 2)];
  let size: { widthPx: number; heightPx: number } | null = null;
  let scanned = false;
  for (let at = 2; at + 2 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] as number;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === endOfImage)
      return size && scanned ? { type: 'image/jpeg', bytes: Buffer.concat([...kept, bytes.subarray(at, at + 2)]), ...size } : null;
    if (at + 4 > bytes.length) return null;
    const length = bytes.readUInt16BE(at + 2);
    const end = at + 2 + length;
    if (length < 2 || end > bytes.length) return null;
    const isFrame = frames.includes(marker);
    if (isFrame) {
      if (size || length < 8) return null;
      size = { widthPx: bytes.readUInt16BE(at + 7), heightPx: bytes.readUInt16BE(at + 5) };
    }
    const isScan = marker === startOfScan;
    if (!(isFrame || isScan || needed.includes(marker) || isAside(marker))) return null;
    const next = isScan ? endOfScan(bytes, end) : end;
    if (isFrame || isScan || needed.includes(marker)) kept.push(bytes.subarray(at, next));
    scanned ||= isScan;
    at = next;
  }
  return null;
}

/** Where the coded data of a scan end: at the next marker that is neither a stuffed byte nor a restart. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const marker = bytes[at + 1];
    if (marker === undefined) break;
    const goesOn = marker === 0 || (marker >= 0xd0 && marker <= 0xd7) || marker === 0xff;
    if (!goesOn) return at;
  }
  return bytes.length;
}
