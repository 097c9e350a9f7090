import { type Box, BrokenFilm, type Film } from './film-boxes.ts';

/** Tracks that players show, by the kind that their `hdlr` says: pictures, sound, words under them, and the time. */
const shown: readonly string[] = ['vide', 'soun', 'auxv', 'subt', 'sbtl', 'text', 'clcp', 'tmcd', 'hint'];
/** A table of a track that measures something; longer ones are not read. Bytes. */
const longestTable = 16_000_000;

/** Whether players show a track; others hold what was measured meanwhile: places, movements. One that says nothing is not shown. */
export async function isShown(film: Film, track: Box): Promise<boolean> {
  const handler = await inside(film, track, ['mdia', 'hdlr']);
  if (!handler) return false;
  const content = await contentOf(film, handler);
  return content.length >= 12 && shown.includes(content.toString('latin1', 8, 12));
}

/** Where a track's samples lie in the file. Throws BrokenFilm where its tables do not say so. */
export async function samplesOf(film: Film, track: Box): Promise<{ from: number; to: number }[]> {
  const tables = await inside(film, track, ['mdia', 'minf', 'stbl']);
  if (!tables) return [];
  const table = async (type: string) => {
    const box = await inside(film, tables, [type]);
    return box && contentOf(film, box);
  };
  const [offsets32, offsets64, sizes, perChunk] = [await table('stco'), await table('co64'), await table('stsz'), await table('stsc')];
  const offsets = offsets32 ?? offsets64;
  if (!offsets || !sizes || !perChunk) return offsets && countIn(offsets) > 0 ? broken() : [];
  const sizeOf = sizesOf(sizes);
  const samplesIn = chunksOf(perChunk);
  const found: { from: number; to: number }[] = [];
  let sample = 0;
  let bytes = 0;
  for (let chunk = 0; chunk < countIn(offsets); chunk += 1) {
    const from = offsets32 ? wordAt(offsets, 8 + 4 * chunk) : longAt(offsets, 8 + 8 * chunk);
    let to = from;
    for (let left = samplesIn(chunk + 1); left > 0; left -= 1) {
      to += sizeOf(sample);
      sample += 1;
      // Each is in the file once: more than it holds in all would be the same again and again.
      if (to > film.sizeBytes) return broken();
    }
    bytes += to - from;
    if (bytes > film.sizeBytes) return broken();
    found.push({ from, to });
  }
  return found;
}

const broken = (): never => {
  throw new BrokenFilm('tables that do not hold together');
};

/** The first box on a way of types through boxes within boxes. */
async function inside(film: Film, within: Box, way: readonly string[]): Promise<Box | null> {
  const [type, ...rest] = way;
  if (type === undefined) return within;
  for await (const box of film.boxes(within.from, within.to)) if (box.type === type) return inside(film, box, rest);
  return null;
}

async function contentOf(film: Film, { from, to }: Box): Promise<Buffer> {
  if (to - from > longestTable) return broken();
  const content = Buffer.alloc(to - from);
  await film.file.read(content, 0, content.length, from);
  return content;
}

const wordAt = (table: Buffer, at: number): number => (at + 4 <= table.length ? table.readUInt32BE(at) : broken());
const longAt = (table: Buffer, at: number): number => (at + 8 <= table.length ? Number(table.readBigUInt64BE(at)) : broken());
/** Behind version and flags. */
const countIn = (table: Buffer): number => wordAt(table, 4);

/** `stsz`: one size for all, or one each. */
function sizesOf(table: Buffer): (sample: number) => number {
  const [size, count] = [wordAt(table, 4), wordAt(table, 8)];
  return (sample) => (sample >= count ? broken() : size > 0 ? size : wordAt(table, 12 + 4 * sample));
}

/** `stsc`: from which chunk on, counted from 1, a chunk holds how many samples. */
function chunksOf(table: Buffer): (chunk: number) => number {
  let entry = 0;
  const count = countIn(table);
  return (chunk) => {
    while (entry + 1 < count && wordAt(table, 8 + 12 * (entry + 1)) <= chunk) entry += 1;
    return count === 0 ? broken() : wordAt(table, 8 + 12 * entry + 4);
  };
}
