/** Parts of ClickHouse's RowBinary format: little-endian values one after the other, without any separator. */

const text = new TextEncoder();

/** A UUID as two little-endian halves. Throws RangeError when the text is none. */
export function uuidBytes(uuid: string): Uint8Array {
  const bytes = Buffer.from(uuid.replaceAll('-', ''), 'hex');
  if (bytes.length !== 16 || uuid.length !== 36) throw new RangeError('not a UUID');
  bytes.subarray(0, 8).reverse();
  bytes.subarray(8, 16).reverse();
  return bytes;
}

/** A length, seven bits to a byte, the low ones first. */
function lengthBytes(length: number): Uint8Array {
  const bytes: number[] = [];
  let rest = length;
  while (rest > 127) {
    bytes.push((rest % 128) | 128);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
  return Uint8Array.from(bytes);
}

export function stringBytes(value: string): Uint8Array[] {
  const bytes = text.encode(value);
  return [lengthBytes(bytes.length), bytes];
}

export function int8Byte(value: number): Uint8Array {
  return Uint8Array.of(value & 0xff);
}

export function int64Bytes(value: number): Uint8Array {
  return new Uint8Array(BigInt64Array.of(BigInt(Math.trunc(value))).buffer);
}

/** An array of doubles: the memory itself, on every machine that Node runs on little-endian. */
export function float64ArrayBytes(values: Float64Array): Uint8Array[] {
  return [lengthBytes(values.length), new Uint8Array(values.buffer, values.byteOffset, values.byteLength)];
}
