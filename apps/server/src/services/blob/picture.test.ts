import { VigilError } from '@vigil/contract/errors';
import { expect, test } from 'vitest';
import { jpegSegment, jpegWithPlace, pngChunk, pngOf, pngWithAuthor } from '#testing/sample-pictures.ts';
import { pictureOf } from './picture.ts';

test.each([
  ['JPEG', 'image/jpeg', jpegWithPlace],
  ['PNG', 'image/png', pngWithAuthor],
])('a %s keeps its picture and loses place, author, comment and what hides behind its end', (_, type, sent) => {
  const { bytes, ...rest } = pictureOf(sent);
  expect(rest).toEqual({ type, widthPx: 32, heightPx: 24 });
  expect(bytes.toString('latin1')).not.toMatch(/GPS|home|Ann|script/);
  // Once more changes nothing: what is left is what a decoder needs.
  expect(pictureOf(bytes).bytes).toEqual(bytes);
});

const withByte = (bytes: Buffer, at: number, value: number) => Object.assign(Buffer.from(bytes), { [at]: value });
const jpeg = pictureOf(jpegWithPlace).bytes;
const png = pictureOf(pngWithAuthor).bytes;
test.each<[string, Buffer]>([
  ['nothing', Buffer.alloc(0)],
  ['a page', Buffer.from('<html><script>alert(1)</script>')],
  ['a GIF', Buffer.from('GIF89a\x20\x00\x18\x00')],
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['a JPEG cut off', jpeg.subarray(0, -2)],
  ['a JPEG without a picture', Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xd9])])],
  ['a JPEG of two frames', Buffer.concat([jpeg.subarray(0, 2), jpegSegment(0xc0, '\x08\0\x18\0\x20\x01'), jpeg.subarray(2)])],
  ['a JPEG with a segment that nothing needs', Buffer.concat([jpeg.subarray(0, 2), jpegSegment(0xcc, 'x'), jpeg.subarray(2)])],
  ['a PNG cut off', png.subarray(0, -3)],
  ['a PNG with a broken chunk', withByte(png, 50, 0xee)],
  ['a PNG with a chunk that decoders must know', pngOf(32, 24, pngChunk('EVIL', 'x'))],
  ['a PNG with two headers', pngOf(32, 24, pngChunk('IHDR', Buffer.alloc(13)))],
])('%s is refused, naming the body', (_, bytes) => {
  expect(() => pictureOf(bytes)).toThrow(
    expect.objectContaining({ code: 'invalid_input', fields: [expect.objectContaining({ field: 'body' })] }),
  );
});

test.each([
  [15, 200],
  [200, 2049],
])('%i × %i pixels are refused with what is allowed', (width, height) => {
  expect(() => pictureOf(pngOf(width, height))).toThrow(/16 to 2048/);
  expect(() => pictureOf(pngOf(width, height))).toThrow(VigilError);
});
