/**
 * ClickHouse's Native format, as its HTTP interface writes it: blocks of rows, each block its columns one after the other, each
 * column the memory of its values. https://clickhouse.com/docs/reference/interfaces/specs/NativeFormat
 */

/** Values of a column of numbers; those of 64 bits are doubles. */
export type Numbers = Float64Array | Uint32Array | Uint16Array | Uint8Array | Int32Array | Int16Array | Int8Array;

/** Some rows of an answer. Throws RangeError for a column or row that is not there, or of another kind. */
export interface NativeBlock {
  readonly rows: number;
  numbers(column: string): Numbers;
  texts(column: string): readonly string[];
  /** What stands in a row of a column of arrays of numbers. */
  list(column: string, row: number): Numbers;
}

type Column = Numbers | readonly string[] | readonly Numbers[];

/** The blocks of an answer that have rows. Throws RangeError where it ends in the middle of one, or has a column that holds neither texts nor numbers nor arrays of numbers. */
export function readNative(bytes: Uint8Array): NativeBlock[] {
  const answer = readerOf(bytes);
  const blocks: NativeBlock[] = [];
  while (!answer.atEnd()) {
    const width = answer.length();
    const rows = answer.length();
    const columns = new Map<string, Column>();
    for (let at = 0; at < width; at += 1) columns.set(answer.text(), readColumn(answer, answer.text(), rows));
    if (rows > 0) blocks.push(blockOf(rows, columns));
  }
  return blocks;
}

const isRows = (found: Column): found is readonly string[] | readonly Numbers[] => Array.isArray(found);

function blockOf(rows: number, columns: ReadonlyMap<string, Column>): NativeBlock {
  const column = <Kind extends Column>(name: string, isKind: (found: Column) => found is Kind): Kind => {
    const found = columns.get(name);
    if (found !== undefined && isKind(found)) return found;
    throw new RangeError(`The answer's column ${name} is not there or of another kind`);
  };
  return {
    rows,
    numbers: (name) => column(name, (found): found is Numbers => !isRows(found)),
    texts: (name) => column(name, (found): found is readonly string[] => isRows(found) && typeof found[0] !== 'object'),
    list(name, row) {
      const found = column(name, isRows)[row];
      if (typeof found === 'object') return found;
      throw new RangeError(`The answer's column ${name} has no array in row ${row}`);
    },
  };
}

type Reader = ReturnType<typeof readerOf>;

function readerOf(bytes: Uint8Array) {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  const take = (length: number): number => {
    const from = at;
    if (length > buffer.length - from) throw new RangeError('The answer ends in the middle of a value');
    at += length;
    return from;
  };
  /** Seven bits to a byte, the low ones first. */
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
    length,
    text() {
      const from = take(length());
      return buffer.toString('utf8', from, at);
    },
    /** The memory of so many bytes, copied: numbers in place would have to begin at a multiple of their size. */
    memory: (size: number): ArrayBuffer => new Uint8Array(buffer.subarray(take(size), at)).buffer,
  };
}

function readColumn(answer: Reader, type: string, rows: number): Column {
  const inArray = /^Array\((.+)\)$/.exec(type)?.[1];
  if (inArray) return readLists(answer, inArray, rows);
  if (type === 'String') return readTexts(answer, rows);
  const listed = /^LowCardinality\((.+)\)$/.exec(type)?.[1];
  if (listed) return readDictionary(answer, listed, rows);
  return readNumbers(answer, type, rows);
}

const readTexts = (answer: Reader, rows: number): string[] => Array.from({ length: rows }, () => answer.text());

interface NumbersOfMemory {
  readonly BYTES_PER_ELEMENT: number;
  new (memory: ArrayBuffer): Numbers;
}

const numberTypes = new Map<string, NumbersOfMemory>([
  ['Float64', Float64Array],
  ['UInt32', Uint32Array],
  ['Int32', Int32Array],
  ['UInt16', Uint16Array],
  ['Int16', Int16Array],
  ['UInt8', Uint8Array],
  ['Int8', Int8Array],
]);

function readNumbers(answer: Reader, type: string, rows: number): Numbers {
  if (type === 'UInt64' || type === 'Int64') return asDoubles(answer.memory(rows * 8), type === 'UInt64');
  const Values = numberTypes.get(type);
  if (!Values) throw new RangeError(`Columns of ${type} are not read`);
  return new Values(answer.memory(rows * Values.BYTES_PER_ELEMENT));
}

/** Exact up to 2^53. */
function asDoubles(memory: ArrayBuffer, unsigned: boolean): Float64Array {
  const low = new Uint32Array(memory);
  const high = unsigned ? low : new Int32Array(memory);
  return Float64Array.from({ length: low.length / 2 }, (_, at) => (high[2 * at + 1] ?? 0) * 2 ** 32 + (low[2 * at] ?? 0));
}

/** Where each row's values end, then the values of all. */
function readLists(answer: Reader, type: string, rows: number): Numbers[] {
  const ends = asDoubles(answer.memory(rows * 8), true);
  if (ends.some((end, row) => end < (ends[row - 1] ?? 0))) throw new RangeError('The arrays of the answer end before they begin');
  const values = readNumbers(answer, type, ends.at(-1) ?? 0);
  return Array.from({ length: rows }, (_, row) => values.subarray(ends[row - 1] ?? 0, ends[row]));
}

const indexTypes = ['UInt8', 'UInt16', 'UInt32'];

/** The values that occur, then which of them each row has. */
function readDictionary(answer: Reader, type: string, rows: number): Column {
  if (rows === 0) return readColumn(answer, type, 0);
  // The version of the format; how wide an index is stands in the next number's lowest byte.
  answer.memory(8);
  const [width = 0] = new Uint8Array(answer.memory(8));
  const indexType = indexTypes[width] ?? `kind ${width} of index`;
  const size = () => asDoubles(answer.memory(8), true)[0] ?? 0;
  const values = type === 'String' ? readTexts(answer, size()) : readNumbers(answer, type, size());
  if (size() !== rows) throw new RangeError('The answer has a dictionary column of another length');
  const indexes = readNumbers(answer, indexType, rows);
  return isRows(values)
    ? Array.from(indexes, (index) => listed(values, index))
    : Float64Array.from(indexes, (index) => listed(values, index));
}

function listed<Value>(values: { readonly [index: number]: Value }, index: number): Value {
  const found = values[index];
  if (found === undefined) throw new RangeError('The answer names a value that its dictionary does not have');
  return found;
}
