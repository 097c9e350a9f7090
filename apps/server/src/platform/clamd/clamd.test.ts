import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { startInstreamServer, testMalware } from '#testing/instream-server.ts';
import { createClamd } from './clamd.ts';

const folder = mkdtempSync(join(tmpdir(), 'vigil-clamd-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const running: { close(): unknown }[] = [];
afterEach(() => {
  for (const one of running.splice(0)) one.close();
});
async function* of(...pieces: readonly (string | Buffer)[]) {
  for (const piece of pieces) yield Buffer.from(piece as string);
}

test.each(['TCP', 'a socket of this machine'])('what it finds is told, over %s, also where it stands across pieces', async (way) => {
  const server = await startInstreamServer(way === 'TCP' ? undefined : join(folder, 'clamd.sock'));
  running.push(server);
  const clamd = createClamd(server.url);
  expect(await clamd.scan(of('all ', 'is well'))).toEqual({ isClean: true });
  expect(await clamd.scan(of(testMalware.slice(0, 5), testMalware.slice(5)))).toEqual({ isClean: false, malware: 'Test.Malware' });
  expect(await clamd.scan(of(Buffer.alloc(5_000_000)))).toEqual({ isClean: true });
  expect(server.scanned).toEqual([11, testMalware.length, 5_000_000]);
  server.be('too small');
  await expect(clamd.scan(of('long'))).rejects.toThrow('size limit exceeded');
});

/** Answers every connection with these words, and closes it, whatever is sent. */
async function saying(words: string): Promise<string> {
  const server: Server = createServer((socket) => {
    socket.on('error', () => {});
    socket.end(words);
  });
  running.push(server);
  await new Promise<void>((resolve) => server.listen(join(folder, `${words.length}.sock`), resolve));
  return `unix:${join(folder, `${words.length}.sock`)}`;
}

test.each([
  ['nothing', '', /closed the connection/],
  ['half an answer', 'stream: O', /closed the connection/],
  ['something else', 'stream: OK, mostly\0', /did not look at it/],
  ['a clean one before all of it was sent', 'stream: OK\0', /before it had all of it/],
  ['an endless answer', 'x'.repeat(10_000), /without an end/],
])('%s is no finding', async (_, words, reason) => {
  await expect(createClamd(await saying(words)).scan(of('a', Buffer.alloc(3_000_000), 'b'))).rejects.toThrow(reason);
});

test('a scan that is given up ends at once, however long clamd is silent', async () => {
  const silent = createServer(() => {});
  running.push(silent);
  await new Promise<void>((resolve) => silent.listen(join(folder, 'silent.sock'), resolve));
  const giving = new AbortController();
  const scan = createClamd(`unix:${join(folder, 'silent.sock')}`).scan(of('a'), giving.signal);
  setTimeout(() => giving.abort(), 100);
  await expect(scan).rejects.toThrow('given up');
});

test('a scan ends in time, however steadily clamd dawdles', async () => {
  const dawdling = createServer((socket) => {
    const timer = setInterval(() => socket.write('.'), 20);
    socket.on('error', () => {}).on('close', () => clearInterval(timer));
  });
  running.push(dawdling);
  await new Promise<void>((resolve) => dawdling.listen(join(folder, 'dawdling.sock'), resolve));
  await expect(createClamd(`unix:${join(folder, 'dawdling.sock')}`, 300).scan(of('a'))).rejects.toThrow('takes too long');
});

test('nobody there is no finding, and what cannot be read is none either', async () => {
  await expect(createClamd('tcp://127.0.0.1:9').scan(of('a'))).rejects.toThrow('ECONNREFUSED');
  const server = await startInstreamServer();
  running.push(server);
  async function* broken() {
    yield Buffer.from('a');
    throw new Error('the disk is away');
  }
  await expect(createClamd(server.url).scan(broken())).rejects.toThrow('the disk is away');
});
