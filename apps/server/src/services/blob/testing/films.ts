const bytesOf = (content: readonly (Buffer | string)[]) =>
  Buffer.concat(content.map((one) => (typeof one === 'string' ? Buffer.from(one, 'latin1') : one)));

/** A box of ISO/IEC 14496-12. */
export function box(type: string, ...content: readonly (Buffer | string)[]): Buffer {
  const body = bytesOf(content);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
}

/** The same with its length in 64 bits. */
export function longBox(type: string, content: string): Buffer {
  const head = Buffer.alloc(16);
  head.writeUInt32BE(1);
  head.write(type, 4, 'latin1');
  head.writeBigUInt64BE(BigInt(content.length + 16), 8);
  return Buffer.concat([head, Buffer.from(content, 'latin1')]);
}

/** Numbers of 32 bits, as tables of boxes hold them. */
export function words(...numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * numbers.length);
  for (const [index, number] of numbers.entries()) bytes.writeUInt32BE(number, 4 * index);
  return bytes;
}

/** A track of a kind (`vide`, `soun`, `meta` …), with more in its boxes. */
export function track(
  kind: string,
  more: { readonly trak?: readonly Buffer[]; readonly mdia?: readonly Buffer[]; readonly stbl?: readonly Buffer[] } = {},
): Buffer {
  const { trak = [], mdia = [], stbl = [] } = more;
  const media = box('mdia', box('mdhd', 'time'), box('hdlr', words(0, 0), kind), ...mdia, box('minf', box('stbl', ...stbl)));
  return box('trak', box('tkhd', 'size'), media, ...trak);
}

/** An element of EBML (RFC 8794) by its id in hexadecimal signs, with its length in eight bytes. */
export function element(id: string, ...content: readonly (Buffer | string)[]): Buffer {
  const body = bytesOf(content);
  const length = Buffer.alloc(8);
  length.writeUIntBE(body.length, 2, 6);
  length[0] = 0x01;
  return Buffer.concat([Buffer.from(id, 'hex'), length, body]);
}

/** The same without its length, as it is written while it is filmed. */
export const elementWithoutLength = (id: string, ...content: readonly (Buffer | string)[]): Buffer =>
  Buffer.concat([Buffer.from(`${id}01ffffffffffffff`, 'hex'), bytesOf(content)]);
