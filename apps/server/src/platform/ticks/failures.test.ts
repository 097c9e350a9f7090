import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { createTicksEngine } from './client.ts';

let answer: { status: number; text: string } = { status: 200, text: '' };
let lateFailure: string | null = null;
const server = createServer((request, response) => {
  request.resume();
  if (lateFailure !== null) {
    // As ClickHouse does: only who waits for the end learns of it by the status.
    const waits = new URL(request.url ?? '', 'http://ticks').searchParams.get('wait_end_of_query') === '1';
    response.writeHead(waits ? 500 : 200).end(waits ? lateFailure : `12345678${lateFailure}`);
    return;
  }
  const code = /^Code: (\d+)/.exec(answer.text)?.[1];
  response.writeHead(answer.status, code ? { 'x-clickhouse-exception-code': code } : {}).end(answer.text);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const engine = createTicksEngine({ url: `http://reader:pass%20word@127.0.0.1:${(server.address() as AddressInfo).port}` });
afterAll(async () => {
  await engine.close();
  server.close();
});

describe('a ClickHouse server that', () => {
  it.each([
    ['has no room left', 'Code: 243. DB::Exception: Cannot reserve 1.13 MiB, not enough space. (NOT_ENOUGH_SPACE)', 'storage_full', 60],
    [
      'cannot write for lack of room',
      'Code: 75. DB::Exception: Cannot write to file, errno: 28, strerror: No space left on device. (CANNOT_WRITE_TO_FILE_DESCRIPTOR)',
      'storage_full',
      60,
    ],
    [
      'cannot write for another reason',
      'Code: 75. DB::Exception: Cannot write to file, errno: 5, strerror: Input/output error. (CANNOT_WRITE_TO_FILE_DESCRIPTOR)',
      'internal',
      undefined,
    ],
    [
      'is behind with its merges',
      'Code: 252. DB::Exception: Too many parts (3000). Merges are processing significantly slower than inserts. (TOO_MANY_PARTS)',
      'ticks_unavailable',
      5,
    ],
    ['is out of memory', 'Code: 241. DB::Exception: Memory limit (total) exceeded. (MEMORY_LIMIT_EXCEEDED)', 'ticks_unavailable', 5],
    [
      'has too many questions',
      'Code: 202. DB::Exception: Too many simultaneous queries. (TOO_MANY_SIMULTANEOUS_QUERIES)',
      'ticks_unavailable',
      5,
    ],
    ['does not know us', 'Code: 516. DB::Exception: reader: Authentication failed. (AUTHENTICATION_FAILED)', 'ticks_unavailable', 5],
    ['does not understand', 'Code: 47. DB::Exception: Unknown identifier heart. (UNKNOWN_IDENTIFIER)', 'internal', undefined],
    ['is a proxy that has lost its server', '<html>502 Bad Gateway</html>', 'ticks_unavailable', 5],
  ])('%s', async (_, text, code, retryAfterSeconds) => {
    answer = { status: 500, text };
    const failure = { code, retryAfterSeconds };
    await expect(engine.query('select 1')).rejects.toMatchObject(failure);
    await expect(engine.insert('t', ['a'], Uint8Array.of(1))).rejects.toMatchObject(failure);
  });

  it.each([
    ['short parameters', { userIds: ['a'] }],
    ['parameters too long for an address', { userIds: Array.from({ length: 500 }, (_, n) => `member-${n}`) }],
  ])('fails in the middle of its answer, with %s: what it had found so far is not taken for all', async (_, parameters) => {
    lateFailure = 'Code: 159. DB::Exception: Timeout exceeded: elapsed 10.2 seconds. (TIMEOUT_EXCEEDED)';
    const failure = { code: 'ticks_unavailable', message: expect.stringContaining('took too long') };
    await expect(engine.rowBinary('select 1', parameters)).rejects.toMatchObject(failure);
    await expect(engine.columns('select 1', parameters)).rejects.toMatchObject(failure);
    await expect(engine.query('select 1', parameters)).rejects.toMatchObject(failure);
    await expect(engine.insert('t', ['a'], Uint8Array.of(1))).rejects.toMatchObject(failure);
    lateFailure = null;
  });

  it('says nothing of the engine’s text to people', async () => {
    answer = { status: 500, text: "Code: 53. DB::Exception: Cannot convert 'Jane Doe' to Float64. (TYPE_MISMATCH)" };
    await expect(engine.query('select 1')).rejects.toMatchObject({ message: expect.not.stringContaining('Jane') });
  });
});
