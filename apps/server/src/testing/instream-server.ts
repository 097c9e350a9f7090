import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { eicar } from '#platform/clamd/eicar.ts';

/** Speaks INSTREAM of clamd's protocol, and finds the word that tests hold to be malware. */
export interface InstreamServer {
  readonly url: string;
  /** Bytes of each scan that was answered. */
  readonly scanned: number[];
  /** Scans that are begun and of which nothing is said. */
  stalled(): number;
  /** Works, closes connections without a word (also those that wait), or says that a file is larger than it takes. */
  be(mode: 'well' | 'away' | 'too small'): void;
  close(): Promise<void>;
}

export const testMalware = 'X-TEST-MALWARE-X';
/** Of what holds this nothing is said until the server closes its connections. */
export const testStall = 'X-TEST-STALL-X';

/** At a free port of loopback, or at a socket of this machine. */
export async function startInstreamServer(path?: string): Promise<InstreamServer> {
  const scanned: number[] = [];
  let mode = 'well';
  const waiting = new Set<Socket>();
  const server: Server = createServer((socket) => {
    socket.on('error', () => {});
    if (mode === 'away') socket.destroy();
    else serve(socket);
  });
  function serve(socket: Socket): void {
    let read = Buffer.alloc(0);
    socket.on('data', (chunk) => {
      read = Buffer.concat([read, chunk]);
      const content = contentOf(read);
      if (content === undefined) return;
      if (content.includes(testStall)) return void waiting.add(socket);
      scanned.push(content.length);
      if (mode === 'too small') socket.end('INSTREAM size limit exceeded. ERROR\0');
      else socket.end(content.includes(testMalware) || content.includes(eicar) ? 'stream: Test.Malware FOUND\0' : 'stream: OK\0');
    });
  }
  await new Promise<void>((resolve) => (path ? server.listen(path, resolve) : server.listen(0, '127.0.0.1', resolve)));
  return {
    url: path ? `unix:${path}` : `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    scanned,
    stalled: () => waiting.size,
    be(wanted) {
      mode = wanted;
      if (mode !== 'away') return;
      for (const socket of waiting) socket.destroy();
      waiting.clear();
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** The bytes between the command and the empty piece; undefined until that has come. Throws for anything else. */
function contentOf(read: Buffer): Buffer | undefined {
  const command = 'zINSTREAM\0';
  if (read.length < command.length) return undefined;
  if (read.toString('latin1', 0, command.length) !== command) throw new Error('not INSTREAM');
  const pieces: Buffer[] = [];
  for (let at = command.length; at + 4 <= read.length; ) {
    const length = read.readUInt32BE(at);
    if (length === 0) return Buffer.concat(pieces);
    if (at + 4 + length > read.length) return undefined;
    pieces.push(read.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return undefined;
}
