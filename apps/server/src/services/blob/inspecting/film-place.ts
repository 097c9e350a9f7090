import { open } from 'node:fs/promises';
import { type Box, BrokenFilm, type Film, filmIn } from './film-boxes.ts';
import { isShown, samplesOf } from './film-tracks.ts';

/**
 * What players need, by the box that it is in. In all else cameras and programs say where and with what they filmed: in boxes of the
 * standard (`udta`, `meta`, `uuid`), of their own, and behind names for empty space.
 */
const needed: ReadonlyMap<string, readonly string[]> = new Map([
  ['', ['ftyp', 'styp', 'moov', 'moof', 'mdat', 'mfra', 'sidx', 'ssix', 'wide', 'pdin', 'prft']],
  ['moov', ['mvhd', 'trak', 'mvex', 'iods', 'pssh']],
  ['trak', ['tkhd', 'mdia', 'edts', 'tref', 'tapt']],
  ['mdia', ['mdhd', 'hdlr', 'elng', 'minf']],
  ['minf', ['vmhd', 'smhd', 'hmhd', 'sthd', 'nmhd', 'gmhd', 'dinf', 'hdlr', 'stbl']],
  [
    'stbl',
    [
      ...['stsd', 'stts', 'ctts', 'cslg', 'stsc', 'stsz', 'stz2', 'stco', 'co64', 'stss', 'stsh', 'stps', 'stdp', 'padb', 'sdtp'],
      ...['sbgp', 'sgpd', 'subs', 'saiz', 'saio'],
    ],
  ],
  ['moof', ['mfhd', 'traf']],
  ['traf', ['tfhd', 'tfdt', 'trun', 'subs', 'sbgp', 'sgpd', 'saiz', 'saio', 'senc']],
]);

/**
 * Makes empty space of all that a film says beside what is seen and heard, tracks of measurements included, within the file: nothing
 * else moves, so every place that is named in it stays right. False for a film of which that cannot be done because it is damaged or
 * built in another way than these are.
 */
export async function forgetPlaceOfFilm(path: string): Promise<boolean> {
  const file = await open(path, 'r+');
  try {
    const film = await filmIn(file);
    const found = { isInParts: false, isWithout: false };
    await forgetWithin(film, '', { from: 0, to: film.sizeBytes }, found);
    await file.sync();
    // Where the parts of a film hold a track's samples is not looked up.
    return !(found.isInParts && found.isWithout);
  } catch (error) {
    if (error instanceof BrokenFilm) return false;
    throw error;
  } finally {
    await file.close();
  }
}

interface Found {
  /** The film comes in parts (`moof`). */
  isInParts: boolean;
  /** A track was removed. */
  isWithout: boolean;
}

async function forgetWithin(film: Film, holder: string, { from, to }: Pick<Box, 'from' | 'to'>, found: Found): Promise<void> {
  for await (const box of film.boxes(from, to)) {
    // The description of the whole film, packed: what is in there is not seen.
    if (box.type === 'cmov') throw new BrokenFilm('packed');
    if (box.type === 'moof') found.isInParts = true;
    if (!needed.get(holder)?.includes(box.type)) await forget(film, box);
    else if (box.type === 'trak' && !(await isShown(film, box))) {
      for (const samples of await samplesOf(film, box)) await film.blank(samples.from, samples.to);
      await forget(film, box);
      found.isWithout = true;
    } else if (needed.has(box.type)) await forgetWithin(film, box.type, box, found);
  }
}

async function forget(film: Film, { at, from, to }: Box): Promise<void> {
  await film.file.write(Buffer.from('free', 'latin1'), 0, 4, at + 4);
  await film.blank(from, to);
}
