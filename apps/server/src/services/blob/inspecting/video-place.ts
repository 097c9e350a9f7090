import { type FileHandle, open } from 'node:fs/promises';

/** A box of ISO/IEC 14496-12, which QuickTime calls an atom: where it lies in the file. */
interface Box {
  readonly type: string;
  readonly at: number;
  /** Where its content begins, and where it ends. */
  readonly from: number;
  readonly to: number;
}

/** Boxes in which cameras say where and with what they filmed; nothing that is shown is in them. */
const aside: readonly string[] = ['udta', 'meta', 'uuid'];
/** Boxes in which such are found: of the film, and of its tracks. */
const holders: readonly string[] = ['moov', 'trak'];
/** More is in no film, and would keep whoever looks busy. */
const mostBoxes = 10_000;
const blank = Buffer.alloc(65_536);

/**
 * Makes what a film says beside itself empty space, within the file: nothing else moves, so every place that is named in it stays
 * right. Where boxes are damaged it stops, as players do.
 */
export async function forgetPlaceOfVideo(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    const left = { boxes: mostBoxes };
    await forgetWithin(file, 0, (await file.stat()).size, left);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function forgetWithin(file: FileHandle, from: number, to: number, left: { boxes: number }): Promise<void> {
  for (let box = await boxAt(file, from, to); box && left.boxes > 0; box = await boxAt(file, box.to, to)) {
    left.boxes -= 1;
    if (aside.includes(box.type)) {
      await file.write(Buffer.from('free', 'latin1'), 0, 4, box.at + 4);
      for (let at = box.from; at < box.to; at += blank.length) await file.write(blank, 0, Math.min(blank.length, box.to - at), at);
    } else if (holders.includes(box.type)) await forgetWithin(file, box.from, box.to, left);
  }
}

/** The box that begins there; null at the end, and where there is none. */
async function boxAt(file: FileHandle, at: number, end: number): Promise<Box | null> {
  const head = Buffer.alloc(16);
  const { bytesRead } = await file.read(head, 0, 16, at);
  if (at + 8 > end || bytesRead < 8) return null;
  const [short, type] = [head.readUInt32BE(0), head.toString('latin1', 4, 8)];
  // 1: the length stands behind the type, in 64 bits; 0: up to the end of the file.
  const isLong = short === 1 && bytesRead === 16;
  const length = isLong ? Number(head.readBigUInt64BE(8)) : short === 0 ? end - at : short;
  const headLength = isLong ? 16 : 8;
  return length < headLength || at + length > end ? null : { type, at, from: at + headLength, to: at + length };
}
