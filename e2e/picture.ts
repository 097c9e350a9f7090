import type { Page } from 'playwright-core';

/** Numbers of TIFF 6.0, the greater end first. */
const short = (value: number) => Buffer.from([value >> 8, value & 0xff]);
const long = (value: number) => Buffer.from([value >>> 24, (value >> 16) & 0xff, (value >> 8) & 0xff, value & 0xff]);
const kinds = { text: 2, long: 4, fraction: 5 } as const;
/** An entry of a directory: what it is of, of which kind, how many of them, and the value or where it stands. */
const entry = (tag: number, kind: number, count: number, value: Buffer) => Buffer.concat([short(tag), short(kind), long(count), value]);

/** What a phone writes beside a picture of where it was taken (EXIF 2.32, 4.6.6): 51° 30′ 32.3″ N. */
function place(): Buffer {
  const [ofPicture, ofPlace, ofFractions] = [8, 26, 56];
  const tiff = Buffer.concat([
    Buffer.from('MM'),
    ...[short(42), long(ofPicture)],
    ...[short(1), entry(0x8825, kinds.long, 1, long(ofPlace)), long(0)],
    ...[short(2), entry(1, kinds.text, 2, Buffer.from('N\0\0\0')), entry(2, kinds.fraction, 3, long(ofFractions)), long(0)],
    ...[51, 1, 30, 1, 3230, 100].map(long),
  ]);
  const told = Buffer.concat([Buffer.from('Exif\0\0'), tiff]);
  return Buffer.concat([Buffer.from([0xff, 0xe1]), short(told.length + 2), told]);
}

/** A JPEG as a phone takes it, drawn by the browser, that says where it was taken. */
export async function pictureWithPlace(page: Page): Promise<Buffer> {
  const address = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 800, height: 600 });
    const drawing = canvas.getContext('2d');
    if (drawing) drawing.fillStyle = 'teal';
    drawing?.fillRect(100, 100, 300, 300);
    return canvas.toDataURL('image/jpeg');
  });
  const drawn = Buffer.from(address.slice(address.indexOf(',') + 1), 'base64');
  return Buffer.concat([drawn.subarray(0, 2), place(), drawn.subarray(2)]);
}
