import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { givenFileName, typeOfChatFile } from '../../../services/blob/chat-file-type.ts';
import { forgetPlaceOfFilm } from '../../../services/blob/inspecting/film-place.ts';
import { forgetPlaceOfWebm } from '../../../services/blob/inspecting/webm-place.ts';
import { works } from '../../../services/blob/inspecting/works.ts';
import { box, element, elementWithoutLength, track, words } from '../../../services/blob/testing/films.ts';
import { jpegWithPlace, pngWithAuthor } from '../../sample-pictures.ts';
import { isForSender, never } from '../documented.ts';
import { type Fuzzer, fuzzer } from '../fuzzer.ts';
import { hostileText } from '../hostile-text.ts';
import type { Random } from '../random.ts';

const place = '+34.0500-118.2400/';
const aside = ['udta', 'meta', 'uuid', 'skip', 'XMP_'].map((type) => box(type, place));

/** A film with places in every box that may hold one, and in a track of measurements. */
const film = () => {
  const ftyp = box('ftyp', 'isom\0\0\x02\0isommp42');
  const tables = [box('stsz', words(0, place.length, 1)), box('stsc', words(0, 1, 1, 1, 1)), box('stco', words(0, 1, ftyp.length + 8))];
  return Buffer.concat([ftyp, box('mdat', place, 'frames'), box('moov', track('vide', { trak: aside }), track('meta', { stbl: tables }))]);
};
const webm = (within: typeof element) => {
  const frames = within('1f43b675', element('a3', 'frame'), element('a3', 'frame'));
  const tags = element('1254c367', `LOCATION ${place}`);
  return Buffer.concat([element('1a45dfa3', element('4282', 'webm')), within('18538067', element('1549a966', ''), tags, frames, tags)]);
};

interface Wounded {
  readonly of: number;
  readonly changes: readonly (readonly [at: number, byte: number])[];
  readonly length: number;
}
const wound =
  (samples: number) =>
  (random: Random): Wounded => ({
    of: random.below(samples),
    changes: Array.from({ length: random.below(6) }, () => [random.below(500), random.pick([0, 1, 0x7f, 0x80, 0xff, random.below(256)])]),
    length: random.chance(0.3) ? random.below(500) : 100_000,
  });
function woundedOf(sample: Uint8Array | undefined, { changes, length }: Wounded): Buffer {
  const bytes = Buffer.from(sample ?? []).subarray(0, length);
  for (const [at, byte] of changes) if (at < bytes.length) bytes[at] = byte;
  return bytes;
}

async function inFile<T>(bytes: Buffer, work: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'vigil-fuzz-'));
  try {
    const path = join(folder, 'file');
    await writeFile(path, bytes);
    return await work(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Films whose boxes or elements were damaged: what is taken is as long as before, and the same when it is read again. */
const filmReader = (name: string, samples: readonly Buffer[], forget: (path: string) => Promise<boolean>) =>
  fuzzer<Wounded>({
    name,
    always: samples.map((_, of) => ({ of, changes: [], length: 100_000 })),
    make: wound(samples.length),
    read: (input) =>
      inFile(woundedOf(samples[input.of], input), async (path) => {
        const before = await readFile(path);
        if (!(await forget(path))) {
          if (input.changes.length === 0 && input.length === 100_000) throw new Error('A whole film is not taken');
          return;
        }
        const after = await readFile(path);
        if (after.length !== before.length) throw new Error('Another length than before');
        if (input.changes.length === 0 && input.length === 100_000 && after.includes(place)) throw new Error('The place is still there');
        if (!(await forget(path)) || !(await readFile(path)).equals(after)) throw new Error('It is another when it is read again');
      }),
    isDocumented: never,
  });

const beginnings = [
  ...[
    '\x89PNG\r\n\x1a\n',
    'GIF89a',
    'RIFF\x10\0\0\0WEBPVP8 ',
    '%PDF-1.7\n',
    'ID3\x04\0\0\0\0\0\0',
    'OggS\0\x02',
    'fLaC\0\0\0\x22',
    'PK\x03\x04',
  ],
  ...['PK\x05\x06', '\xff\xd8\xff\xe1', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'MZ', '\x1f\x8b\x08', '<svg ', '{\\rtf1', 'a,b\n1,2\n'],
].map((text) => Buffer.concat([Buffer.from(text, 'latin1'), Buffer.alloc(300, 1)]));
const kinds = [jpegWithPlace, pngWithAuthor, film(), webm(element), webm(elementWithoutLength), ...beginnings];

/** Readers of files of conversations. */
export const fileFuzzers: readonly Fuzzer[] = [
  filmReader('film', [film()], forgetPlaceOfFilm),
  filmReader('film of elements', [webm(element), webm(elementWithoutLength)], forgetPlaceOfWebm),
  // Whatever the bytes are, they are something, or nothing that is known: what throws would be a fault of the server.
  fuzzer<Wounded>({
    name: 'file by its content',
    make: wound(kinds.length),
    read: (input) => inFile(woundedOf(kinds[input.of], input), (path) => works.inspect({ path })),
    isDocumented: never,
  }),
  fuzzer<{ readonly found: string | null; readonly name: string }>({
    name: 'name of a file',
    make: (random) => ({
      found: random.pick(['image/png', 'text/plain', 'application/zip', 'video/mp4', 'x', null]),
      name: hostileText(random, ['a.png', 'a.b.txt', '..\\a.csv', encodeURIComponent('Plan für März.txt')]),
    }),
    read({ found, name }) {
      const kept = typeOfChatFile(found, givenFileName(name)).name;
      if (/[\p{Cc}\p{Cf}/\\]/u.test(kept) || [...kept].length > 150 || kept === '') throw new Error(`Kept as ${JSON.stringify(kept)}`);
    },
    isDocumented: isForSender,
  }),
];
