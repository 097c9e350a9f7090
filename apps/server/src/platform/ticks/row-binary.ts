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

/** An answer in RowBinary, taken apart value by value. Each throws RangeError where the answer ends in the middle of it. */
export interface RowBinaryReader {
  atEnd(): boolean;
  string(): string;
  /** An array of doubles. */
  float64Array(): Float64Array;
  uint32Array(): Uint32Array;
}

export function readRowBinary(bytes: Uint8Array): RowBinaryReader {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  const take = (length: number): number => {
    const from = at;
    if (length > buffer.length - from) throw new RangeError('The answer ends in the middle of a value');
    at += length;
    return from;
  };
  const copy = (size: number): ArrayBuffer => new Uint8Array(buffer.subarray(take(size), at)).buffer;
  const length = (): number => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = buffer.readUInt8(take(1));
      value += (byte % 128) * factor;
      if (byte < 128) return value;
    }
  };
  return {
    atEnd: () => at === buffer.length,
    string() {
      const from = take(length());
      return buffer.toString('utf8', from, at);
    },
    // Copied: numbers in place would have to begin at a multiple of their size.
    float64Array: () => new Float64Array(copy(length() * 8)),
    uint32Array: () => new Uint32Array(copy(length() * 4)),
  };
}
