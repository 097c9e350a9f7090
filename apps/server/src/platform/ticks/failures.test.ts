import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import type { Log } from '#platform/log.ts';
import { createTicksEngine } from './client.ts';
import { isRefusal, ticksFailure } from './failures.ts';
import { refusals } from './refusals.ts';

let answer: { status: number; text: string } = { status: 200, text: '' };
let lateFailure: string | null = null;
/** What it has to say, of which only a part arrives before it is gone. */
let brokenOff: string | null = null;
let isKilled = true;
const server = createServer((request, response) => {
  request.resume();
  if (lateFailure !== null) {
    // As ClickHouse does: only who waits for the end learns of it by the status.
    const waits = new URL(request.url ?? '', 'http://ticks').searchParams.get('wait_end_of_query') === '1';
    response.writeHead(waits ? 500 : 200).end(waits ? lateFailure : `12345678${lateFailure}`);
    return;
  }
  if (brokenOff !== null) {
    response.writeHead(200, { 'content-length': brokenOff.length + 100 }).write(brokenOff);
    if (isKilled) setImmediate(() => response.destroy());
    return;
  }
  const code = /^Code: (\d+)/.exec(answer.text)?.[1];
  response.writeHead(answer.status, code ? { 'x-clickhouse-exception-code': code } : {}).end(answer.text);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const logged: unknown[] = [];
const engine = createTicksEngine({
  url: `http://reader:pass%20word@127.0.0.1:${(server.address() as AddressInfo).port}`,
  log: { warn: (...entry: unknown[]) => logged.push(entry) } as unknown as Pick<Log, 'warn'>,
});
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
      'ticks_unavailable',
      5,
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

  // Of shards, replicas and their keeper; of a server that starts, stops, or has too much to do; and what no list knows yet.
  it.each([
    ...[209, 210, 225, 236, 242, 279, 285, 286, 289, 319, 373, 439, 473, 733, 745, 999],
    ...[10, 32, 33, 49, 60, 81, 95, 96, 164, 173, 201, 203, 218, 265, 297, 415, 497, 519, 574, 722, 749, 774, 1001, 65_000],
  ])('answers with code %i is away, and is asked again', async (code) => {
    answer = { status: 500, text: `Code: ${code}. DB::Exception: Received from shard-2:9000. (SOMETHING_IS_AWAY)` };
    const failure = { code: 'ticks_unavailable', status: 503, retryAfterSeconds: 5, message: expect.stringContaining('Try again shortly') };
    const calls = [() => engine.query('select 1'), () => engine.command('select 1'), () => engine.insert('t', ['a'], Uint8Array.of(1))];
    for (const ask of calls) {
      const error = await ask().catch((reason: unknown) => reason);
      expect([error, isRefusal(error)]).toEqual([expect.objectContaining(failure), false]);
    }
    expect(logged.at(-1)).toEqual([expect.objectContaining({ code: `${code}` }), expect.any(String)]);
  });

  it.each([...refusals])('answers with code %i (%s) refuses the statement: asking again is of no use', async (code, name) => {
    answer = { status: 400, text: `Code: ${code}. DB::Exception: No. (${name})` };
    const error = await engine.command('select 1').catch((reason: unknown) => reason);
    expect([error, isRefusal(error)]).toEqual([expect.objectContaining({ code: 'internal' }), true]);
  });

  it.each(['ECONNRESET', 'ECONNREFUSED', 'ETIMEDOUT', 'EPIPE', 'EHOSTUNREACH', 'ENOTFOUND', 'EAI_AGAIN', 'EMFILE', 'CERT_HAS_EXPIRED'])(
    'is not reached for %s is away, and is asked again',
    (code) => {
      const failure = ticksFailure(Object.assign(new Error(code), { code }));
      expect([failure.code, failure.status, failure.retryAfterSeconds, isRefusal(failure)]).toEqual(['ticks_unavailable', 503, 5, false]);
    },
  );

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

  it('is killed in the middle of its answer cannot be reached, and did not take too long', async () => {
    brokenOff = '{"one":1}\n';
    const failure = { code: 'ticks_unavailable', retryAfterSeconds: 5, message: expect.stringContaining('cannot be reached') };
    await expect(engine.query('select 1 as one')).rejects.toMatchObject(failure);
    await expect(engine.rowBinary('select 1 as one')).rejects.toMatchObject(failure);
    brokenOff = null;
  });

  it('does not end its answer in our time took too long, also where it has begun', async () => {
    [brokenOff, isKilled] = ['{"one":1}\n', false];
    // All of the time that is added to the engine's own, but for half a second.
    await expect(engine.query('select 1 as one', {}, { maxSeconds: -4.5 })).rejects.toMatchObject({
      code: 'ticks_unavailable',
      message: expect.stringContaining('took too long'),
    });
    [brokenOff, isKilled] = [null, true];
  });

  it.each([
    ['columns', 'Jane Doe, whose answer ends in the middle of a block', () => engine.columns('select 1')],
    ['rows', '{"name":"Jane Doe', () => engine.query('select 1')],
  ])('answers with %s that cannot be read is asked again later; the log has nothing of what it said', async (_, text, ask) => {
    answer = { status: 200, text };
    logged.length = 0;
    const failure = await ask().catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'ticks_unavailable', status: 503, retryAfterSeconds: 5 });
    expect(logged).toHaveLength(1);
    expect(`${JSON.stringify(logged)} ${inspect(failure)}`).not.toContain('Jane');
  });

  it('says nothing of the engine’s text to people', async () => {
    answer = { status: 500, text: "Code: 53. DB::Exception: Cannot convert 'Jane Doe' to Float64. (TYPE_MISMATCH)" };
    await expect(engine.query('select 1')).rejects.toMatchObject({ message: expect.not.stringContaining('Jane') });
  });
});
