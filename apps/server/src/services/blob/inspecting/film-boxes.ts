import type { FileHandle } from 'node:fs/promises';

/** A box of ISO/IEC 14496-12, which QuickTime calls an atom: where it lies in the file. */
export interface Box {
  readonly type: string;
  readonly at: number;
  /** Where its content begins, and where it ends. */
  readonly from: number;
  readonly to: number;
}

/** A film that is not built as films are. */
export class BrokenFilm extends Error {}

/** More is in no film, and would keep whoever looks busy. */
const mostBoxes = 50_000;
const headLength = 8;
const blank = Buffer.alloc(65_536);

export interface Film {
  readonly file: FileHandle;
  readonly sizeBytes: number;
  /** Boxes from one place to another. Throws BrokenFilm where there is none, or too many were met in all. */
  boxes(from: number, to: number): AsyncIterable<Box>;
  /** Makes bytes zero. */
  blank(from: number, to: number): Promise<void>;
}

export async function filmIn(file: FileHandle): Promise<Film> {
  const sizeBytes = (await file.stat()).size;
  let met = 0;
  const film: Film = {
    file,
    sizeBytes,
    async *boxes(from, to) {
      for (let at = from; at < to; ) {
        // What is shorter than any box's head is none.
        if (to - at < headLength) return film.blank(at, to);
        met += 1;
        if (met > mostBoxes) throw new BrokenFilm('too many boxes');
        const box = await boxAt(file, at, to, to === sizeBytes);
        yield box;
        at = box.to;
      }
    },
    async blank(from, to) {
      for (let at = from; at < to; at += blank.length) await file.write(blank, 0, Math.min(blank.length, to - at), at);
    },
  };
  return film;
}

async function boxAt(file: FileHandle, at: number, end: number, mayBeCut: boolean): Promise<Box> {
  const head = Buffer.alloc(2 * headLength);
  const { bytesRead } = await file.read(head, 0, Math.min(head.length, end - at), at);
  if (bytesRead < headLength) throw new BrokenFilm('half a head');
  const [short, type] = [head.readUInt32BE(0), head.toString('latin1', 4, headLength)];
  // 1: the length stands behind the type, in 64 bits; 0: up to the end.
  const isLong = short === 1 && bytesRead === head.length;
  const length = isLong ? Number(head.readBigUInt64BE(headLength)) : short === 0 ? end - at : short;
  const from = at + (isLong ? head.length : headLength);
  // A film that was cut off is shown up to there: of nothing but frames it can do without the rest.
  const to = mayBeCut && type === 'mdat' ? Math.min(at + length, end) : at + length;
  if (to < from || to > end) throw new BrokenFilm('a box of no possible length');
  return { type, at, from, to };
}
