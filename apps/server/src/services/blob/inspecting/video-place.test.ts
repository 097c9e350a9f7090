import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { forgetPlaceOfVideo } from './video-place.ts';

const folder = mkdtempSync(join(tmpdir(), 'vigil-video-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function box(type: string, ...content: readonly (Buffer | string)[]): Buffer {
  const body = Buffer.concat(content.map((one) => (typeof one === 'string' ? Buffer.from(one, 'latin1') : one)));
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
}
/** The same with its length in 64 bits. */
function longBox(type: string, content: string): Buffer {
  const head = Buffer.alloc(16);
  head.writeUInt32BE(1);
  head.write(type, 4, 'latin1');
  head.writeBigUInt64BE(BigInt(content.length + 16), 8);
  return Buffer.concat([head, Buffer.from(content, 'latin1')]);
}
async function afterwards(film: Buffer): Promise<Buffer> {
  const path = join(folder, 'film');
  writeFileSync(path, film);
  await forgetPlaceOfVideo(path);
  return readFileSync(path);
}
const place = '+34.0500-118.2400/';

test('where a film was taken is gone, of the film, its tracks and beside them, and nothing else has moved or changed', async () => {
  const made = (aside: (type: string, content: string) => Buffer) =>
    Buffer.concat([
      box('ftyp', 'isom'),
      longBox('mdat', `frames, in which udta and ${place} mean nothing`),
      box('moov', box('mvhd', 'times'), box('trak', box('tkhd', 'size'), aside('udta', `xyz${place}`)), aside('meta', `keys${place}`)),
      aside('uuid', `xmp ${place}`),
    ]);
  const kept = await afterwards(made((type, content) => box(type, content)));
  expect(kept).toEqual(made((_, content) => box('free', '\0'.repeat(content.length))));
});

test.each<[string, Buffer]>([
  ['a box that is longer than the film', Buffer.concat([box('ftyp', 'isom'), Buffer.from([0x7f, 0, 0, 0]), Buffer.from('moovudta')])],
  ['a box shorter than its head', Buffer.concat([box('ftyp', 'isom'), Buffer.from([0, 0, 0, 3]), Buffer.from('udtaxxxx')])],
  ['half a head', Buffer.concat([box('ftyp', 'isom'), Buffer.from([0, 0])])],
  ['nothing', Buffer.alloc(0)],
])('stops at %s', async (_, film) => {
  expect(await afterwards(film)).toEqual(film);
});

test('ends on boxes within boxes without an end', async () => {
  let film = box('udta', place);
  for (let depth = 0; depth < 2_000; depth += 1) film = box('trak', film);
  expect((await afterwards(film)).toString('latin1')).not.toContain(place);
});
