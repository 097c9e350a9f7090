import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as z from 'zod';
import { access } from './access.ts';
import { ApiError, addressOf, createClient } from './client.ts';
import { endpoint } from './endpoint.ts';

const readOne = endpoint({
  id: 'test.readOne',
  service: 'test',
  method: 'GET',
  path: '/things/{id}/parts/{part}',
  summary: 'One part',
  access: access.anyone('A test'),
  params: z.object({ id: z.string(), part: z.string() }),
  query: z.object({ q: z.string().optional(), size: z.coerce.number().optional() }),
  response: z.object({ name: z.string() }),
});
const writeOne = endpoint({
  id: 'test.writeOne',
  service: 'test',
  method: 'POST',
  path: '/things',
  summary: 'Write',
  access: access.anyone('A test'),
  body: z.object({ name: z.string() }),
  response: z.object({ name: z.string() }),
});
const sendCsv = endpoint({
  id: 'test.sendCsv',
  service: 'test',
  method: 'POST',
  path: '/csv',
  summary: 'CSV',
  access: access.anyone('A test'),
  bodyKind: 'csv',
  response: z.object({ rows: z.number() }),
});

let server: Server;
let baseUrl = '';
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let seen: { method?: string; url?: string; headers: IncomingMessage['headers']; body: string };

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    seen = { method: request.method, url: request.url, headers: request.headers, body: Buffer.concat(parts).toString() };
    answer(request, response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => json(200, { name: 'a' }));

function json(status: number, value: unknown, headers: Record<string, string> = {}) {
  answer = (_request, response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
}
const client = (headers: () => Record<string, string> | Promise<Record<string, string>> = () => ({})) => createClient({ baseUrl, headers });
const one = { params: { id: 'a/b c', part: 'ü' }, query: { q: 'x&y', size: undefined } };
const failure = async (call: Promise<unknown>): Promise<ApiError> => {
  const reason = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(reason instanceof ApiError)) throw new Error(`Expected an ApiError, got ${String(reason)}`);
  return reason;
};

test('parameters are percent-encoded into the path, and undefined query values are left out', async () => {
  await expect(client().call(readOne, one)).resolves.toEqual({ name: 'a' });
  expect(seen).toMatchObject({ method: 'GET', url: '/things/a%2Fb%20c/parts/%C3%BC?q=x%26y' });
});

test('a path parameter that is missing fails before anything is sent', () => {
  expect(() => addressOf(readOne, { params: { id: '' } })).toThrow('test.readOne needs the path parameter id');
});

test('a body is sent as JSON with its content type, a CSV as it is', async () => {
  await client().call(writeOne, { body: { name: 'b' } });
  expect(seen).toMatchObject({ method: 'POST', body: '{"name":"b"}', headers: { 'content-type': 'application/json' } });
  json(200, { rows: 1 });
  await client().call(sendCsv, { body: 'a,b\n1,2' });
  expect(seen).toMatchObject({ body: 'a,b\n1,2', headers: { 'content-type': 'text/csv' } });
});

test('headers are read anew for every call, and a call may lay its own over them', async () => {
  let token = 'one';
  const caller = client(async () => ({ authorization: `Bearer ${token}` }));
  await caller.call(readOne, one);
  expect(seen.headers.authorization).toBe('Bearer one');
  token = 'two';
  await caller.call(readOne, one);
  expect(seen.headers.authorization).toBe('Bearer two');
  await caller.call(readOne, one, { headers: { authorization: 'Bearer id' } });
  expect(seen.headers.authorization).toBe('Bearer id');
});

test('a refusal keeps its status, code, message and fields', async () => {
  const fields = [{ field: 'ticks.3.timestamp', message: 'In the future' }];
  json(400, { error: { code: 'invalid_input', message: 'The batch cannot be read.', fields } });
  expect(await failure(client().call(readOne, one))).toMatchObject({
    status: 400,
    code: 'invalid_input',
    message: 'The batch cannot be read.',
    fields,
    retryAfterSeconds: undefined,
  });
});

test('Retry-After is read in seconds and as a date', async () => {
  json(503, { error: { code: 'ticks_unavailable', message: 'Starting.' } }, { 'retry-after': '7' });
  expect((await failure(client().call(readOne, one))).retryAfterSeconds).toBe(7);
  json(503, { error: { code: 'ticks_unavailable', message: 'Starting.' } }, { 'retry-after': new Date(Date.now() + 90_000).toUTCString() });
  const seconds = (await failure(client().call(readOne, one))).retryAfterSeconds ?? 0;
  expect(seconds).toBeGreaterThan(80);
  expect(seconds).toBeLessThanOrEqual(90);
});

test('an error page of something in between is an unexpected answer with its status', async () => {
  answer = (_request, response) => response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');
  expect(await failure(client().call(readOne, one))).toMatchObject({
    status: 502,
    code: 'unexpected_answer',
    message: 'The server answered 502 Bad Gateway',
  });
});

test('a 200 that is no JSON is an unexpected answer, not an empty one', async () => {
  answer = (_request, response) => response.writeHead(200).end('{"name":');
  expect(await failure(client().call(readOne, one))).toMatchObject({ status: 200, code: 'unexpected_answer' });
});

test('a connection that breaks is unreachable, with status 0', async () => {
  answer = (request) => request.socket.destroy();
  expect(await failure(client().call(readOne, one))).toMatchObject({ status: 0, code: 'unreachable' });
});

test('a connection that is cut in the middle of an answer is unreachable too, so that the call is made again', async () => {
  answer = (request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
    response.write('{"name":', () => request.socket.destroy());
  };
  expect(await failure(client().call(readOne, one))).toMatchObject({ status: 0, code: 'unreachable' });
});

test('an aborted call rejects with the reason of its signal, never as a failure of the server', async () => {
  const controller = new AbortController();
  answer = () => controller.abort(new DOMException('Left the screen', 'AbortError'));
  await expect(client().call(readOne, one, { signal: controller.signal })).rejects.toMatchObject({ name: 'AbortError' });
});
