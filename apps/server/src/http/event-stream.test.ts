import { once } from 'node:events';
import { access, endpoint } from '@vigil/contract';
import { VigilError } from '@vigil/contract/errors';
import pino from 'pino';
import { afterEach, expect, test } from 'vitest';
import * as z from 'zod';
import type { AuditEntry } from '#platform/audit/audit.ts';
import { type RawRequest, rawRequest } from '#testing/raw-request.ts';
import type { Access } from './admission.ts';
import { createHttpServer, mount } from './mount.ts';
import { type RequestContext, route } from './route.ts';

const follow = endpoint({
  id: 'test.follow',
  service: 'test',
  method: 'GET',
  path: '/test/users/{userId}/follow',
  summary: 'Events of a member',
  access: access.readMember('userId'),
  params: z.object({ userId: z.uuid() }),
  response: z.object({}),
  answer: 'event-stream',
});
const member = '00000000-0000-4000-8000-000000000002';
const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function serve(
  handler: (context: RequestContext) => Promise<void>,
  extra: { stopping?: AbortSignal; recheckStreamsMs?: number; streams?: number } = {},
) {
  const world = { allowed: true, person: 's', records: [] as AuditEntry[] };
  const tenant = { id: '00000000-0000-4000-8000-0000000000aa', code: 'demo' };
  const rules: Access = {
    owners: [],
    async admit(_rule, _request, trace) {
      if (!world.allowed) throw new VigilError('token_expired', 'The sign-in has expired.');
      trace.caller = { kind: 'person', subject: world.person, userId: null, verifiedEmail: null, grantId: null, roles: [], onHold: false };
      trace.tenant = tenant;
      trace.members.add(member);
      return {
        caller: trace.caller,
        tenant,
        requireMember: async () => {},
        requireOwned: async () => {},
        membersInScope: async () => 'tenant',
      };
    },
  };
  const log = pino({ level: 'silent' });
  const app = createHttpServer({ log, publicUrl: 'http://localhost:3000' });
  mount(app, [route(follow, async (_input, context) => handler(context) as never)], {
    access: rules,
    audit: { record: async (entry) => void world.records.push(entry) },
    log,
    endpoints: [follow],
    recheckStreamsMs: 5,
    ...extra,
  });
  const url = await app.listen({ port: 0 });
  closers.push(() => app.close());
  return { world, open: () => fetch(`${url}/test/users/${member}/follow`), app, url };
}

/** Says hello and stays until told to go. */
async function untilTheEnd({ reply, signal }: RequestContext): Promise<void> {
  reply.raw.writeHead(200, { 'content-type': 'text/event-stream' });
  reply.raw.write('data: {"hello":1}\n\n');
  await new Promise((resolve) => signal.addEventListener('abort', resolve));
}

test('a stream is on record before its first event, and carries the security headers', async () => {
  const seen: number[] = [];
  const { world, open } = await serve(async ({ reply }) => {
    seen.push(world.records.length);
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream' });
    reply.raw.end('data: {"hello":1}\n\n');
  });
  const answer = await open();
  expect(await answer.text()).toBe('data: {"hello":1}\n\n');
  expect([seen, world.records[0]?.members, answer.headers.get('x-content-type-options')]).toEqual([[1], [member], 'nosniff']);
});

test('somebody who may no longer read is cut off cleanly, and refused when coming back', async () => {
  const { world, open } = await serve(untilTheEnd);
  const answer = await open();
  world.allowed = false;
  expect(await answer.text()).toBe('data: {"hello":1}\n\n');
  expect((await open()).status).toBe(401);
});

test('a person has 20 streams; the next waits for a place, which is free when one ends or breaks off', async () => {
  const { world, open, url } = await serve(untilTheEnd, { recheckStreamsMs: 60_000 });
  const readers: RawRequest[] = [];
  closers.unshift(async () => {
    for (const { socket } of readers) socket.destroy();
  });
  /** The status of one more stream, which stays open when it was let in. */
  const follow = async () => {
    const reader = rawRequest(url, `GET /test/users/${member}/follow`);
    readers.push(reader);
    return Number(/^HTTP\/1\.1 (\d+)/.exec(String(await once(reader.socket, 'data')))?.[1]);
  };
  for (let place = 0; place < 20; place += 1) expect(await follow()).toBe(200);
  const refused = await open();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30']);
  expect(await refused.json()).toMatchObject({ error: { code: 'too_many_requests', message: expect.stringContaining('20 live views') } });
  world.person = 'another';
  expect(await follow(), 'another person').toBe(200);
  world.person = 's';
  readers[3]?.socket.resetAndDestroy();
  readers[4]?.socket.end();
  await expect.poll(follow).toBe(200);
  await expect.poll(follow).toBe(200);
  expect(await follow()).toBe(429);
});

test('a process keeps so many streams for everybody together; the next waits for a place', async () => {
  const { world, url } = await serve(untilTheEnd, { recheckStreamsMs: 60_000, streams: 2 });
  const readers: RawRequest[] = [];
  closers.unshift(async () => {
    for (const { socket } of readers) socket.destroy();
  });
  const follow = async (person: string) => {
    world.person = person;
    const reader = rawRequest(url, `GET /test/users/${member}/follow`);
    readers.push(reader);
    return String(await once(reader.socket, 'data'));
  };
  expect(await follow('one')).toMatch(/^HTTP\/1.1 200/);
  expect(await follow('two')).toMatch(/^HTTP\/1.1 200/);
  expect(await follow('three')).toMatch(/^HTTP\/1.1 429.*retry-after: 30/is);
  readers[0]?.socket.resetAndDestroy();
  await expect.poll(() => follow('four')).toMatch(/^HTTP\/1.1 200/);
});

test('what a stream writes when its caller is no longer let in is still sent, with the refusal at hand', async () => {
  const { world, open } = await serve(async ({ reply, signal }) => {
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream' });
    reply.raw.write('data: hello\n\n');
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    reply.raw.write(`data: ${(signal.reason as VigilError).code}\n\n`);
  });
  const answer = await open();
  world.allowed = false;
  expect(await answer.text()).toBe('data: hello\n\ndata: token_expired\n\n');
});

test('a server that stops ends its streams', async () => {
  const stopping = new AbortController();
  const { open, app } = await serve(untilTheEnd, { stopping: stopping.signal });
  const answer = await open();
  stopping.abort();
  await app.close();
  expect(await answer.text()).toBe('data: {"hello":1}\n\n');
});

test('a failure before the first event is an ordinary error', async () => {
  const { open } = await serve(async () => {
    throw new VigilError('ticks_unavailable', 'The store of readings cannot be reached.', { retryAfterSeconds: 3 });
  });
  const answer = await open();
  expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toEqual([
    503,
    '3',
    { error: { code: 'ticks_unavailable', message: 'The store of readings cannot be reached.' } },
  ]);
});
