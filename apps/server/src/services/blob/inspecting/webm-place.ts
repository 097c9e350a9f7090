import { type FileHandle, open } from 'node:fs/promises';

/** Elements of RFC 8794 (EBML) and RFC 9559 (Matroska), of which WebM is a part, by their ids with the marks of their lengths. */
const segment = 0x18538067;
const cluster = 0x1f43b675;
const empty = 0xec;
const checksum = 0xbf;
/** What players need of a film: where things lie, how long it is, its tracks, frames, and places to jump to. */
const needed: readonly number[] = [0x114d9b74, 0x1549a966, 0x1654ae6b, cluster, 0x1c53bb6b, empty, checksum];
/** What a cluster of a film that was written as it was filmed is made of: it does not say how long it is. */
const ofCluster: readonly number[] = [0xe7, 0xab, 0xa7, 0xa3, 0xa0, 0x5854, empty, checksum];
const head = 0x1a45dfa3;

/** More is in no film, and would keep whoever looks busy. */
const mostElements = 500_000;
/** Nor are more of them beside what is shown. */
const mostAside = 1_000;
const blank = Buffer.alloc(65_536);

class BrokenFilm extends Error {}

interface Element {
  readonly id: number;
  readonly at: number;
  /** Where its content begins, and where it ends; null where it does not say so. */
  readonly from: number;
  readonly to: number | null;
}

/**
 * Makes empty space of what a film says beside what is seen and heard (tags, attached files, chapters), within the file: nothing else
 * moves. False for one that is damaged or built in another way than these are.
 */
export async function forgetPlaceOfWebm(path: string): Promise<boolean> {
  const file = await open(path, 'r+');
  try {
    await forgetIn(file, (await file.stat()).size);
    await file.sync();
    return true;
  } catch (error) {
    if (error instanceof BrokenFilm) return false;
    throw error;
  } finally {
    await file.close();
  }
}

async function forgetIn(file: FileHandle, size: number): Promise<void> {
  const elementAt = readerOf(file, size);
  let isInSegment = false;
  let forgotten = 0;
  for (let at = 0; at < size; ) {
    const { id, from, to } = await elementAt(at);
    // Whatever stands behind it is in it, or would be nothing that players look at.
    if (id === segment) {
      isInSegment = true;
      at = from;
    } else if (id === cluster) at = to === null ? await endOfCluster(elementAt, from, size) : Math.min(to, size);
    else {
      if (to === null || to > size) throw new BrokenFilm();
      const isNeeded = isInSegment ? needed.includes(id) : id === head;
      if (!isNeeded || (id === empty && to > from)) {
        forgotten += 1;
        if (forgotten > mostAside) throw new BrokenFilm();
        await forget(file, at, to);
      }
      at = to;
    }
  }
}

/** Where a cluster ends that does not say so: before the first element that is of none. */
async function endOfCluster(elementAt: (at: number) => Promise<Element>, from: number, size: number): Promise<number> {
  let at = from;
  while (at < size) {
    const { id, to } = await elementAt(at);
    if (!ofCluster.includes(id)) return at;
    if (to === null) throw new BrokenFilm();
    at = Math.min(to, size);
  }
  return at;
}

/** Reads heads of elements, many with one look at the file. */
function readerOf(file: FileHandle, size: number): (at: number) => Promise<Element> {
  let met = 0;
  const kept = { at: 0, bytes: Buffer.alloc(0) };
  const longestHead = 12;
  return async (at) => {
    met += 1;
    if (met > mostElements) throw new BrokenFilm();
    if (at < kept.at || Math.min(at + longestHead, size) > kept.at + kept.bytes.length) {
      const bytes = Buffer.alloc(16_384);
      const { bytesRead } = await file.read(bytes, 0, bytes.length, at);
      Object.assign(kept, { at, bytes: bytes.subarray(0, bytesRead) });
    }
    return elementIn(kept.bytes.subarray(at - kept.at), at);
  };
}

function elementIn(bytes: Buffer, at: number): Element {
  const idLength = lengthOf(bytes[0]);
  const sizeLength = lengthOf(bytes[idLength]);
  if (idLength > 4 || bytes.length < idLength + sizeLength) throw new BrokenFilm();
  const from = at + idLength + sizeLength;
  const first = (bytes[idLength] ?? 0) & (0xff >> sizeLength);
  const rest = bytes.subarray(idLength + 1, idLength + sizeLength);
  const isUnknown = first === 0xff >> sizeLength && rest.every((byte) => byte === 0xff);
  const length = rest.reduce((sum, byte) => sum * 256 + byte, first);
  return { id: bytes.readUIntBE(0, idLength), at, from, to: isUnknown ? null : from + length };
}

/** Bytes of a number, by the first of them: 1 to 8. */
function lengthOf(first: number | undefined): number {
  if (!first) throw new BrokenFilm();
  return Math.clz32(first) - 23;
}

async function forget(file: FileHandle, at: number, to: number): Promise<void> {
  const sizeLength = to - at > 8 ? 8 : 1;
  const start = Buffer.alloc(1 + sizeLength);
  start[0] = empty;
  start.writeUIntBE(to - at - start.length, Math.max(1, start.length - 6), Math.min(6, sizeLength));
  start[1] = (start[1] ?? 0) | (0x100 >> sizeLength);
  await file.write(start, 0, start.length, at);
  for (let place = at + start.length; place < to; place += blank.length)
    await file.write(blank, 0, Math.min(blank.length, to - place), place);
}
