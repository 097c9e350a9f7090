import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { box, longBox, track, words } from '../testing/films.ts';
import { forgetPlaceOfFilm } from './film-place.ts';

const folder = mkdtempSync(join(tmpdir(), 'vigil-film-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The film afterwards, and whether all is forgotten. */
async function afterwards(film: Buffer): Promise<{ isForgotten: boolean; film: Buffer }> {
  const path = join(folder, randomUUID());
  writeFileSync(path, film);
  return { isForgotten: await forgetPlaceOfFilm(path), film: readFileSync(path) };
}
const place = '+34.0500-118.2400/';
const ftyp = box('ftyp', 'isom');

test('where a film was taken is gone, of the film, its tracks and beside them, and nothing else has moved or changed', async () => {
  const made = (aside: (type: string, content: string) => Buffer) => {
    const picture = track('vide', { mdia: [aside('udta', place), aside('meta', place)], trak: [aside('udta', `xyz${place}`)] });
    return Buffer.concat([
      ftyp,
      aside('skip', place),
      longBox('mdat', `frames, in which udta and ${place} mean nothing`),
      box('moov', box('mvhd', 'times'), picture, aside('meta', `keys${place}`), aside('XMP_', place), aside('loci', place)),
      box('moof', box('mfhd', '1'), box('traf', box('trun', '1'), aside('meta', place)), aside('udta', place)),
      aside('uuid', `xmp ${place}`),
      aside('none that is known', place),
    ]);
  };
  const { isForgotten, film } = await afterwards(made((type, content) => box(type.slice(0, 4), content)));
  expect(film).toEqual(made((_, content) => box('free', '\0'.repeat(content.length))));
  expect(isForgotten).toBe(true);
});

describe('a track of what was measured meanwhile', () => {
  const frames = 'frame one, frame two';
  const measured = [`one ${place}`, `two ${place}`];
  /** Frames, and what was measured in two chunks of its own. */
  const made = (kind: string, sizes: 'same' | 'each', offsets: 'stco' | 'co64') => {
    const mdat = box('mdat', frames, ...measured, frames);
    const at = ftyp.length + 8 + frames.length;
    const length = measured[0]?.length ?? 0;
    const tables = [
      box('stsz', words(0, sizes === 'same' ? length : 0, 2, ...(sizes === 'same' ? [] : [length, length]))),
      box('stsc', words(0, 1, 1, 1, 1)),
      offsets === 'stco' ? box('stco', words(0, 2, at, at + length)) : box('co64', words(0, 2, 0, at, 0, at + length)),
    ];
    return Buffer.concat([ftyp, mdat, box('moov', track('vide'), track(kind, { stbl: tables }))]);
  };

  test.each([
    ['meta', 'same', 'stco'],
    ['camm', 'each', 'co64'],
  ] as const)('is gone with all that it measured, and nothing else: %s, sizes %s, %s', async (kind, sizes, offsets) => {
    const before = made(kind, sizes, offsets);
    const { isForgotten, film } = await afterwards(before);
    expect([isForgotten, film.length, film.toString('latin1').includes(place)]).toEqual([true, before.length, false]);
    expect(film.toString('latin1').split(frames)).toHaveLength(3);
    expect(film.includes(Buffer.from(kind))).toBe(false);
    expect(film.includes(track('vide'))).toBe(true);
  });

  test('of which it is not told where its samples are is not taken', async () => {
    const tables = [box('stsz', words(0, 4, 1)), box('stsc', words(0, 1, 1, 9_000_000, 1)), box('stco', words(0, 1, 8))];
    expect((await afterwards(Buffer.concat([ftyp, box('moov', track('meta', { stbl: tables }))]))).isForgotten).toBe(false);
    const inParts = Buffer.concat([ftyp, box('moov', track('meta')), box('moof', box('mfhd', '1'))]);
    expect((await afterwards(inParts)).isForgotten).toBe(false);
  });
});

test.each<[string, Buffer]>([
  ['a box that is longer than the film', Buffer.concat([ftyp, Buffer.from([0x7f, 0, 0, 0]), Buffer.from('moovudta')])],
  ['a box that is longer than what it is in', Buffer.concat([ftyp, box('moov', Buffer.from([0, 0, 1, 0]), 'trak'), Buffer.alloc(999)])],
  ['a box of 2^63 bytes', Buffer.concat([ftyp, Buffer.from('\0\0\0\x01moov\x80\0\0\0\0\0\0\0', 'latin1'), box('udta', place)])],
  ['a box shorter than its head', Buffer.concat([ftyp, Buffer.from([0, 0, 0, 3]), Buffer.from('udtaxxxx')])],
  ['a packed description', Buffer.concat([ftyp, box('moov', box('cmov', deflateSync(box('udta', place))))])],
  ['more boxes than any film has', Buffer.concat([ftyp, ...Array<Buffer>(50_001).fill(box('free')), box('moov', box('udta', place))])],
])('what cannot be told to be without it is not taken: %s', async (_, film) => {
  expect((await afterwards(film)).isForgotten).toBe(false);
});

test.each<[string, Buffer]>([
  [
    'frames that were cut off',
    Buffer.concat([ftyp, box('moov', box('mvhd', 'times')), Buffer.from([0x7f, 0, 0, 0]), Buffer.from('mdatab')]),
  ],
  ['nothing', Buffer.alloc(0)],
])('what has none stays as it is: %s', async (_, film) => {
  expect(await afterwards(film)).toEqual({ isForgotten: true, film });
});

test('ends on boxes within boxes without an end', async () => {
  let film = box('udta', place);
  for (let depth = 0; depth < 2_000; depth += 1) film = box(depth % 2 ? 'trak' : 'moov', film);
  expect((await afterwards(film)).film.toString('latin1')).not.toContain(place);
});
