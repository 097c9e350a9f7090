import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { access, endpoint } from '@vigil/contract';
import pino from 'pino';
import { afterEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { AuditEntry } from '#platform/audit/audit.ts';
import { rawRequest } from '#testing/raw-request.ts';
import { stubAccess } from '#testing/stub-access.ts';
import { createHttpServer, mount } from './mount.ts';
import { route } from './route.ts';

/** In place of 15 s. Long enough for a process that has to wait for its turn on a busy machine. */
const windowMs = 400;
const tenant = { id: '00000000-0000-4000-8000-0000000000aa', code: 'demo', patients: 'tenant' as const };
const nurse = '00000000-0000-4000-8000-000000000001';
const member = '00000000-0000-4000-8000-000000000002';

const things = endpoint({
  id: 'test.things',
  service: 'test',
  summary: 'A call of this test',
  access: access.sendForMember('userId'),
  params: z.object({ userId: z.uuid() }),
  method: 'POST',
  path: '/test/users/{userId}/things',
  bodyKind: 'bytes',
  response: z.object({ bytes: z.number() }),
});
const file = endpoint({
  id: 'test.file',
  service: 'test',
  summary: 'Another call of this test',
  access: access.sendForMember('userId'),
  params: z.object({ userId: z.uuid() }),
  method: 'POST',
  path: '/test/users/{userId}/file',
  bodyKind: 'stream',
  bodyLimitBytes: 1_000_000,
  response: z.object({ bytes: z.number() }),
});
const path = `/test/users/${member}/things`;
const filePath = `/test/users/${member}/file`;
const asNurse = { authorization: 'Bearer nurse', connection: 'close' };
const large = Buffer.alloc(24 * 1024 * 1024, 'x');

const servers: { close: () => Promise<unknown> }[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function serve(handlerMs = 0, { requestMs, ...extra }: { bodiesInWorkBytes?: number; requestMs?: number } = {}) {
  const records: AuditEntry[] = [];
  const log = pino({ level: 'silent' });
  const app = createHttpServer({ log, publicUrl: 'http://localhost:3000', slowClientMs: windowMs, ...(requestMs && { requestMs }) });
  app.get('/large', async (_request, reply) => reply.type('application/octet-stream').send(large));
  app.get('/stream', (_request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream' });
    reply.raw.write(': hello\n\n');
  });
  app.post('/form', async () => 'taken');
  const counting = route(things, async ({ body }) => {
    await pause(handlerMs);
    return { bytes: body.length };
  });
  const taking = route(file, async ({ body }) => {
    let bytes = 0;
    for await (const piece of body.pieces()) bytes += piece.length;
    return { bytes };
  });
  const world = stubAccess({
    tokens: { nurse: { kind: 'person', subject: 's', userId: nurse, verifiedEmail: null, tokenUse: 'access' } },
    memberships: { [nurse]: [{ tenantId: tenant.id, code: 'demo', roles: ['nurse'], isInTheTenant: true, isOnHold: false }] },
    tenants: [tenant],
    members: { [tenant.id]: [member] },
  });
  mount(app, [counting, taking], {
    access: world,
    log,
    endpoints: [things, file],
    audit: { record: async (entry) => void records.push(entry) },
    ...extra,
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  servers.push(app);
  const connections = () => new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count)));
  return { url, records, connections };
}

/** Sends a piece ten times per window until the server hangs up or all pieces are sent. */
async function sendSteadily(socket: NodeJS.WritableStream & { destroyed?: boolean }, pieces: number, piece: string): Promise<void> {
  for (let sent = 0; sent < pieces && !socket.destroyed && socket.writable; sent += 1) {
    socket.write(piece);
    await pause(windowMs / 10);
  }
}

describe('an upload', () => {
  test('that stalls is told so, is on record, and its connection ends', async () => {
    const { url, records, connections } = await serve();
    const { socket, answer } = rawRequest(url, `POST ${path}`, { ...asNurse, 'content-length': 1_000 });
    socket.write('x'.repeat(100));
    const text = await answer;
    expect(text).toMatch(/^HTTP\/1\.1 408 /);
    expect(text).toContain('"code":"request_timeout"');
    expect(text.toLowerCase()).toContain('connection: close');
    expect(records).toMatchObject([{ actorId: nurse, status: 408 }]);
    await expect.poll(connections).toBe(0);
  });

  test('that trickles is ended like one that stalls', async () => {
    const { url } = await serve();
    const { socket, answer } = rawRequest(url, `POST ${path}`, { ...asNurse, 'content-length': 10_000 });
    void sendSteadily(socket, 1_000, 'x');
    expect(await answer).toMatch(/^HTTP\/1\.1 408 /);
  });

  test('that is slow but comes on is taken, however long it takes', async () => {
    const { url } = await serve();
    const { socket, answer } = rawRequest(url, `POST ${path}`, { ...asNurse, 'content-length': 40 * 256 });
    await sendSteadily(socket, 40, 'x'.repeat(256));
    expect(await answer).toContain('{"bytes":10240}');
  });

  test('gives its memory back when it has stalled', async () => {
    // A sender may have an eighth: two of 400 bytes do not fit.
    const { url } = await serve(0, { bodiesInWorkBytes: 8 * 600 });
    const send = () => fetch(url + path, { method: 'POST', body: 'x'.repeat(400), headers: { authorization: 'Bearer nurse' } });
    const { socket, answer } = rawRequest(url, `POST ${path}`, { ...asNurse, 'content-length': 500 });
    socket.write('x'.repeat(400));
    await expect.poll(async () => (await send()).status).toBe(429);
    await answer;
    expect((await send()).status).toBe(200);
  });

  test.each([
    ['a stranger’s, which nobody reads', `POST ${path}`, {}, /^HTTP\/1\.1 401 /],
    [
      'one that is too large, the rest of which is thrown away',
      `POST ${path}`,
      { ...asNurse, 'content-length': 99_999_999 },
      /^HTTP\/1\.1 413 /,
    ],
    ['one outside the contract', 'POST /form', { 'content-type': 'text/plain' }, /^HTTP\/1\.1 408 /],
  ])('%s holds no connection either', async (_name, head, headers, status) => {
    const { url, connections } = await serve();
    const { socket, answer } = rawRequest(url, head, { 'content-length': 1_000, ...headers, connection: 'keep-alive' });
    socket.write('x'.repeat(10));
    expect(await answer).toMatch(status);
    await expect.poll(connections).toBe(0);
  });

  test('that has arrived is not hurried while the server works on it', async () => {
    const { url } = await serve(windowMs * 3);
    const { socket, answer } = rawRequest(url, `POST ${path}`, { ...asNurse, 'content-length': 5 });
    socket.write('hello');
    expect(await answer).toContain('{"bytes":5}');
  });
});

describe('a file that is taken piece by piece', () => {
  test('has longer than any other request, which is told that its time is over', async () => {
    const { url } = await serve(0, { requestMs: windowMs });
    const send = async (to: string) => {
      const { socket, answer } = rawRequest(url, `POST ${to}`, { ...asNurse, 'content-length': 30 * 1024 });
      await sendSteadily(socket, 30, 'x'.repeat(1024));
      return answer;
    };
    const [taken, refused] = await Promise.all([send(filePath), send(path)]);
    expect(taken).toContain('{"bytes":30720}');
    expect(refused).toMatch(/^HTTP\/1\.1 408 /);
  });

  test.each([
    ['stalls', 100],
    ['never begins', 0],
  ])('is ended where it %s', async (_name, bytes) => {
    const { url, connections } = await serve();
    const { socket, answer } = rawRequest(url, `POST ${filePath}`, { ...asNurse, 'content-length': 1_000 });
    if (bytes > 0) socket.write('x'.repeat(bytes));
    expect(await answer).toMatch(/^HTTP\/1\.1 408 /);
    await expect.poll(connections).toBe(0);
  });

  test('is refused as soon as it is too much, where it did not say how long it is', async () => {
    const { url } = await serve();
    const { socket, answer } = rawRequest(url, `POST ${filePath}`, { ...asNurse, 'transfer-encoding': 'chunked' });
    const piece = Buffer.concat([Buffer.from('80000\r\n'), Buffer.alloc(0x80000, 'x'), Buffer.from('\r\n')]);
    socket.write(Buffer.concat([piece, piece]));
    expect(await answer).toMatch(/^HTTP\/1\.1 413 [\s\S]*larger than the 1 MB/);
  });

  test('comes as it is: a content encoding is refused', async () => {
    const { url } = await serve();
    const headers = { authorization: 'Bearer nurse', 'content-encoding': 'gzip' };
    const answer = await fetch(url + filePath, { method: 'POST', body: 'x', headers });
    expect([answer.status, ((await answer.json()) as { error: { code: string } }).error.code]).toEqual([415, 'unsupported_media_type']);
  });
});

describe('a connection', () => {
  test.each([
    ['without a word', ''],
    ['that stops in the middle of the head', 'GET / HTTP/1.1\r\nhost: '],
  ])('%s is closed, also against a client that never hangs up', async (_name, sent) => {
    const { url, connections } = await serve();
    const { socket, answer } = rawRequest(url, '');
    socket.allowHalfOpen = true;
    socket.write(sent);
    expect(await answer).toMatch(/^HTTP\/1\.1 408 /);
    await expect.poll(connections, { timeout: 10_000 }).toBe(0);
  });
});

describe('an answer', () => {
  test('that nobody takes is given up', async () => {
    const { url, connections } = await serve();
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.write('GET /large HTTP/1.1\r\nhost: vigil.example\r\n\r\n');
    await expect.poll(connections).toBe(1);
    await expect.poll(connections, { timeout: windowMs * 20 }).toBe(0);
    socket.destroy();
  });

  test('that is taken slowly arrives as a whole', async () => {
    const { url } = await serve();
    const answer = await fetch(`${url}/large`);
    let bytes = 0;
    let pauses = 0;
    for await (const chunk of answer.body ?? []) {
      bytes += chunk.length;
      // A pause for each MiB: longer in all than an answer may lie untouched.
      if (bytes >> 20 > pauses) {
        pauses += 1;
        await pause(windowMs / 4);
      }
    }
    expect([bytes, pauses]).toEqual([large.length, 24]);
  });

  test('that has only not been continued yet stays open', async () => {
    const { url, connections } = await serve();
    const stream = rawRequest(url, 'GET /stream');
    await pause(windowMs * 4);
    expect(await connections()).toBe(1);
    stream.socket.destroy();
  });
});
