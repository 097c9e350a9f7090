const encoder = new TextEncoder();

/** A zip file of these entries, packed as office programs do (APPNOTE.TXT, 4.3). */
export async function zipFile(entries: Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>): Promise<Uint8Array<ArrayBuffer>> {
  const [parts, directory]: [Uint8Array<ArrayBuffer>[], Uint8Array<ArrayBuffer>[]] = [[], []];
  let at = 0;
  for (const [name, content] of Object.entries(entries)) {
    const bytes = typeof content === 'string' ? encoder.encode(content) : content;
    const [packed, named] = [await deflate(bytes), encoder.encode(name)];
    const sizes = [0, packed.length, bytes.length] as const;
    const local = header(0x04034b50, [20, 0, 8, 0, 0], sizes, [named.length, 0]);
    directory.push(header(0x02014b50, [20, 20, 0, 8, 0, 0], sizes, [named.length, 0, 0, 0, 0], [0, at]), named);
    parts.push(local, named, packed);
    at += local.length + named.length + packed.length;
  }
  const count = Object.keys(entries).length;
  const bytesOfDirectory = directory.reduce((sum, { length }) => sum + length, 0);
  const end = header(0x06054b50, [0, 0, count, count], [bytesOfDirectory, at], [0]);
  return new Uint8Array(await new Blob([...parts, ...directory, end]).arrayBuffer());
}

async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const packed = (new Response(bytes).body as ReadableStream<Uint8Array<ArrayBuffer>>).pipeThrough(new CompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

function header(mark: number, ...groups: readonly (readonly number[])[]): Uint8Array<ArrayBuffer> {
  // Short numbers and long ones take turns.
  const bytes = groups.flatMap((group, index) => group.flatMap((value) => littleEndian(value, index % 2 === 0 ? 2 : 4)));
  return Uint8Array.from([...littleEndian(mark, 4), ...bytes]);
}
const littleEndian = (value: number, length: number) => Array.from({ length }, (_, at) => (value >>> (8 * at)) & 0xff);
