import { crc32, deflateSync } from 'node:zlib';

/** Pictures made for tests: a teal field with a white square, of 32 × 24 pixels, as a browser's canvas writes it. */
const canvasJpeg = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wAARCAAYACADASIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAAAAUH/8QAGhABAAEFAAAAAAAAAAAAAAAAAAIFFlSj0f/EABgBAQADAQAAAAAAAAAAAAAAAAACAwQF/8QAGhEBAAMAAwAAAAAAAAAAAAAAAAECEQMSMf/aAAwDAQACEQMRAD8Ajq1tVfE2Q6ktCuWkZeufGi0zHjm8VKW3tOM9ATUgAAAP/9k=',
  'base64',
);

/** A segment of a JPEG, or of what claims to be one. */
export function jpegSegment(marker: number, content: string): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, Buffer.from(content, 'latin1')]);
}

/** The picture with Exif that says where it was taken, a comment, and something hidden behind its end. */
export const jpegWithPlace = Buffer.concat([
  canvasJpeg.subarray(0, 2),
  jpegSegment(0xe1, 'Exif\0\0GPS 34.05N 118.24W'),
  jpegSegment(0xfe, 'taken at home'),
  canvasJpeg.subarray(2),
  Buffer.from('<script>hidden</script>'),
]);

export function pngChunk(type: string, content: Buffer | string): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), Buffer.from(content)]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length - 4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A grey PNG of that size with the chunks given before its pixels. */
export function pngOf(widthPx: number, heightPx: number, ...asides: Buffer[]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(widthPx, 0);
  header.writeUInt32BE(heightPx, 4);
  header[8] = 8;
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const pixels = deflateSync(Buffer.alloc((widthPx + 1) * heightPx));
  return Buffer.concat([signature, pngChunk('IHDR', header), ...asides, pngChunk('IDAT', pixels), pngChunk('IEND', '')]);
}

export const pngWithAuthor = pngOf(32, 24, pngChunk('tEXt', 'Author\0Ann Ashgrove'), pngChunk('eXIf', 'GPS 34.05N'));
