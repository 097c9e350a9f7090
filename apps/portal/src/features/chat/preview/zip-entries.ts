/** Entries that a package is read up to; an office file has some hundred. */
const mostEntries = 5_000;
/** Of all entries that are read, however often: what unpacks to more is no text that anybody reads in a page. Bytes. */
const mostUnpackedBytes = 20_000_000;
const marks = { end: 0x06054b50, central: 0x02014b50, local: 0x04034b50 } as const;
const endBytes = 22;
const longestComment = 65_535;
/** How an entry is packed: not at all, or by DEFLATE (APPNOTE.TXT, 4.4.5). */
const methods = { stored: 0, deflated: 8 } as const;

interface Entry {
  readonly name: string;
  readonly method: number;
  readonly packedBytes: number;
  readonly at: number;
}

export interface ZipEntries {
  /**
   * The text of an entry, UTF-8, piece by piece as it is unpacked. Throws where there is none of that name, where it is broken, or where
   * the entries read so far unpack to too much.
   */
  text(name: string): AsyncIterable<string>;
}

/** Reads the directory of a zip file. Throws where it is none, is broken, or is of a kind that office programs do not write. */
export function zipEntries(bytes: Uint8Array<ArrayBuffer>): ZipEntries {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries = new Map(directoryOf(view, bytes).map((entry) => [entry.name, entry]));
  let unpackedBytes = 0;
  return {
    async *text(name) {
      const entry = entries.get(name);
      if (!entry) throw new Error('The package lacks an entry.');
      const decoder = new TextDecoder();
      for await (const piece of unpack(view, bytes, entry)) {
        unpackedBytes += piece.byteLength;
        if (unpackedBytes > mostUnpackedBytes) throw new Error('The package unpacks to too much.');
        yield decoder.decode(piece, { stream: true });
      }
      yield decoder.decode();
    },
  };
}

function directoryOf(view: DataView, bytes: Uint8Array): Entry[] {
  const end = endOf(view);
  const count = view.getUint16(end + 10, true);
  if (count > mostEntries) throw new Error('The package has too many entries.');
  const entries: Entry[] = [];
  let at = view.getUint32(end + 16, true);
  for (let index = 0; index < count; index++) {
    if (view.getUint32(at, true) !== marks.central) throw new Error('The directory of the package is broken.');
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true)) as [
      number,
      number,
      number,
    ];
    entries.push({
      name: new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameBytes)),
      method: view.getUint16(at + 10, true),
      packedBytes: view.getUint32(at + 20, true),
      at: view.getUint32(at + 42, true),
    });
    at += 46 + nameBytes + extraBytes + commentBytes;
  }
  return entries;
}

/** Where the end of the directory stands: behind it comes a comment at most. */
function endOf(view: DataView): number {
  const first = Math.max(0, view.byteLength - endBytes - longestComment);
  for (let at = view.byteLength - endBytes; at >= first; at--) if (view.getUint32(at, true) === marks.end) return at;
  throw new Error('This is no zip file.');
}

async function* unpack(view: DataView, bytes: Uint8Array<ArrayBuffer>, { method, packedBytes, at }: Entry): AsyncGenerator<Uint8Array> {
  if (view.getUint32(at, true) !== marks.local) throw new Error('An entry of the package is broken.');
  const from = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
  const packed = bytes.subarray(from, from + packedBytes);
  if (method !== methods.stored && method !== methods.deflated) throw new Error('An entry is packed in an unknown way.');
  const stored = new Response(packed).body as ReadableStream<Uint8Array<ArrayBuffer>>;
  const reader = (method === methods.stored ? stored : stored.pipeThrough(new DecompressionStream('deflate-raw'))).getReader();
  try {
    for (let step = await reader.read(); !step.done; step = await reader.read()) yield step.value;
  } finally {
    await reader.cancel();
  }
}
