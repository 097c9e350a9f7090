import { request as httpRequest } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { access, type Endpoint, endpoint } from '@vigil/contract';
import { VigilError } from '@vigil/contract/errors';
import pino from 'pino';
import { afterEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { AuditEntry } from '#platform/audit/audit.ts';
import { createDatabase } from '#platform/postgres/database.ts';
import { type ProxyTrust, trustNoProxy } from '#platform/proxy-trust.ts';
import { stubAccess } from '#testing/stub-access.ts';
import { createHttpServer, mount } from './mount.ts';
import { type Route, route } from './route.ts';

const tenant = { id: '00000000-0000-4000-8000-0000000000aa', code: 'demo', patients: 'tenant' as const };
const nurse = '00000000-0000-4000-8000-000000000001';
const member = '00000000-0000-4000-8000-000000000002';
const stranger = '00000000-0000-4000-8000-000000000003';

const ofMember = z.object({ userId: z.uuid() });
const base = { service: 'test', summary: 'A call of this test' } as const;
const open = { ...base, access: access.anyone('It is a test.') };
const about = { ...base, access: access.sendForMember('userId'), params: ofMember, path: '/test/users/{userId}/things' } as const;

const echo = endpoint({
  ...open,
  id: 'test.echo',
  method: 'POST',
  path: '/test/echo',
  body: z.object({ name: z.string().max(5) }),
  response: z.object({ name: z.string() }),
});
const numbers = endpoint({
  ...about,
  id: 'test.numbers',
  method: 'POST',
  body: z.object({ values: z.array(z.number()) }),
  bodyLimitBytes: 64 * 1024,
  response: z.object({ count: z.number() }),
});

const servers: { close: () => Promise<unknown> }[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

interface Extra {
  readonly record?: (entry: AuditEntry) => Promise<void>;
  readonly bodiesInWorkBytes?: number;
  readonly publicUrl?: string;
  readonly trustProxy?: ProxyTrust;
  /** The tenant's setting access.patients. */
  readonly patients?: 'assigned';
}

async function serve(routes: readonly Route[], extra: Extra = {}) {
  const lines: string[] = [];
  const records: AuditEntry[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) });
  const app = createHttpServer({
    log,
    publicUrl: extra.publicUrl ?? 'http://localhost:3000',
    trustProxy: extra.trustProxy ?? trustNoProxy,
  });
  const access = stubAccess({
    tokens: {
      nurse: { kind: 'person', subject: 's', userId: nurse, verifiedEmail: null, tokenUse: 'access' },
      device: { kind: 'device', deviceId: nurse, userId: member, tenantId: tenant.id },
    },
    memberships: { [nurse]: [{ tenantId: tenant.id, code: 'demo', roles: ['nurse'], isInTheTenant: true, isOnHold: false }] },
    tenants: [{ ...tenant, patients: extra.patients ?? 'tenant' }],
    members: { [tenant.id]: [member] },
  });
  mount(app, routes, {
    access,
    log,
    endpoints: routes.map((one) => one.endpoint),
    audit: { record: extra.record ?? (async (entry) => void records.push(entry)) },
    ...(extra.bodiesInWorkBytes !== undefined && { bodiesInWorkBytes: extra.bodiesInWorkBytes }),
  });
  const url = await app.listen({ port: 0 });
  servers.push(app);
  return { url, lines, records, app };
}

const echoing = route(echo, async ({ body }) => ({ name: body.name }));
const counting = route(numbers, async ({ body }) => ({ count: body.values.length }));
const asNurse = { authorization: 'Bearer nurse', 'content-type': 'application/json' };
const things = `/test/users/${member}/things`;
type Body = string | Buffer | ReadableStream | null;
const post = (url: string, body: Body, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body instanceof ReadableStream && { duplex: 'half' }),
  });
const errorIn = async (answer: Response) =>
  ((await answer.json()) as { error: { code: string; message: string; fields?: { field: string; message: string }[] } }).error;

describe('mount refuses to start when the routes do not match the contract', () => {
  const app = () => createHttpServer({ log: pino({ level: 'silent' }), publicUrl: 'http://localhost:3000' });
  const dependencies = (endpoints: Endpoint[]) => ({
    access: stubAccess({ tokens: {} }),
    audit: { record: async () => {} },
    log: pino({ level: 'silent' }),
    endpoints,
  });
  test.each<[string, Endpoint[], Route[], string]>([
    ['an endpoint without a route', [echo, numbers], [echoing], 'test.numbers has no route'],
    ['an endpoint with two routes', [echo], [echoing, echoing], 'test.echo has 2 routes'],
    ['a route that is not in the contract', [echo], [echoing, counting], 'test.numbers has a route but is not in the contract'],
    [
      'two endpoints with one address',
      [echo, { ...echo, id: 'test.again' }],
      [echoing],
      'test.again has the same method and path as test.echo',
    ],
    [
      'an access rule about a parameter that the path lacks',
      [{ ...numbers, path: '/test/{id}' }],
      [],
      'names userId, which is not in its path',
    ],
    [
      'an access rule about a thing that nobody looks up',
      [{ ...echo, access: access.writeAboutMemberInBody({ at: ['name'], owner: 'thing' }) }],
      [echoing],
      'test.echo is about a thing, and nobody looks up whose one is',
    ],
    [
      'an access rule about the body of a call that has none',
      [{ ...echo, body: undefined, access: access.writeAboutMemberInBody({ at: ['name'] }) } as Endpoint],
      [echoing],
      'test.echo’s access rule names places of its body, which is not read before its handler',
    ],
    [
      'an access rule about a body that is read elsewhere where it is large',
      [{ ...echo, access: access.writeAboutMemberInBody({ at: ['name'] }) }],
      [route(echo, async ({ body }) => body, { aboveBytes: 1, handler: async () => ({ name: 'x' }) })],
      'test.echo’s access rule names places of its body, which is not read before its handler',
    ],
  ])('%s', (_, endpoints, routes, message) => {
    expect(() => mount(app(), routes, dependencies(endpoints))).toThrow(message);
  });

  test('the whole contract has routes with handlers of its own types', async () => {
    const { url } = await serve([echoing]);
    expect(await (await post(`${url}/test/echo`, '{"name":"Vera","more":1}', { 'content-type': 'application/json' })).json()).toEqual({
      name: 'Vera',
    });
  });
});

describe('failures leave as {error: {code, message, fields?}}', () => {
  test.each<[string, string, Record<string, string>, number, string]>([
    ['no JSON', '{"name":', {}, 400, 'invalid_json'],
    ['JSON in another charset', '{"name":"\xff"}', {}, 400, 'invalid_json'],
    ['a form', 'name=x', { 'content-type': 'application/x-www-form-urlencoded' }, 415, 'unsupported_media_type'],
    ['an unknown encoding', '{}', { 'content-encoding': 'snappy' }, 415, 'unsupported_media_type'],
    ['a key __proto__', '{"name":"x","__proto__":{"admin":true}}', {}, 400, 'invalid_input'],
    ['a hidden key __proto__', '{"name":"x","in":[{"\\u005f_proto__":1}]}', {}, 400, 'invalid_input'],
    ['more than the limit', `{"name":"${'x'.repeat(1024 * 1024)}"}`, {}, 413, 'body_too_large'],
  ])('%s', async (_, body, headers, status, code) => {
    const { url } = await serve([echoing]);
    const answer = await post(`${url}/test/echo`, Buffer.from(body, 'latin1'), { 'content-type': 'application/json', ...headers });
    expect([answer.status, (await errorIn(answer)).code]).toEqual([status, code]);
  });

  test('names the fields, and never repeats what was sent', async () => {
    const { url, lines } = await serve([echoing, counting]);
    const answer = await post(`${url}/test/echo`, '{"name":"Synthetic Person"}', { 'content-type': 'application/json' });
    const error = await errorIn(answer);
    expect(error).toMatchObject({
      code: 'invalid_input',
      fields: [{ field: 'name', message: 'Too big: expected string to have <=5 characters' }],
    });
    const nested = await errorIn(await post(`${url}${things}`, '{"values":[1,2,"Synthetic Person"]}', asNurse));
    expect(nested.fields).toEqual([{ field: 'values.2', message: 'Invalid input: expected number, received string' }]);
    expect(JSON.stringify([error, nested, lines])).not.toContain('Synthetic');
  });

  test('a path parameter, query and missing body are named too', async () => {
    const get = endpoint({
      ...open,
      id: 'test.get',
      method: 'GET',
      path: '/test/get/{id}',
      params: z.object({ id: z.uuid() }),
      query: z.object({ from: z.coerce.number() }),
      response: z.object({}),
    });
    const { url } = await serve([route(get, async () => ({})), echoing]);
    expect((await errorIn(await fetch(`${url}/test/get/7`))).fields?.map((one) => one.field)).toEqual(['id']);
    expect((await errorIn(await fetch(`${url}/test/get/${member}?from=1&from=2`))).fields?.map((one) => one.field)).toEqual(['from']);
    expect((await errorIn(await post(`${url}/test/echo`, null))).fields?.map((one) => one.field)).toEqual(['body']);
  });

  test('a query parameter that the call does not know is refused by its name, also where it knows none', async () => {
    const get = endpoint({
      ...open,
      id: 'test.get',
      method: 'GET',
      path: '/test/get',
      query: z.object({ page: z.coerce.number().optional() }),
      response: z.object({}),
    });
    const { url } = await serve([route(get, async () => ({})), echoing]);
    const unknown = await errorIn(await fetch(`${url}/test/get?page=1&cohort=7&clinicianId=x`));
    expect(unknown).toMatchObject({ code: 'invalid_input', message: 'Not a query parameter of this call: cohort, clinicianId.' });
    expect(unknown.fields?.map((one) => one.field)).toEqual(['cohort', 'clinicianId']);
    expect((await fetch(`${url}/test/get?page=1`)).status).toBe(200);
    const named = await errorIn(await post(`${url}/test/echo?__proto__=1`, '{"name":"x"}', { 'content-type': 'application/json' }));
    expect(named.fields?.map((one) => one.field)).toEqual(['__proto__']);
  });

  test('an unknown address, a wrong method and an address that cannot be read', async () => {
    const { url } = await serve([echoing]);
    expect((await errorIn(await fetch(`${url}/test/nothing`))).code).toBe('not_found');
    expect((await fetch(`${url}/test/echo`)).status).toBe(404);
    expect((await errorIn(await fetch(`${url}/test/%E0%A4%A`))).code).toBe('invalid_input');
  });

  test('a slash at the end of the address changes nothing', async () => {
    const { url } = await serve([echoing, counting]);
    const json = { 'content-type': 'application/json' };
    expect((await post(`${url}/test/echo/`, '{"name":"x"}', json)).status).toBe(200);
    expect((await post(`${url}${things}/?`, '{"values":[]}', asNurse)).status).toBe(200);
    expect((await errorIn(await fetch(`${url}/test/nothing/`))).code).toBe('not_found');
  });

  test('an unexpected error says nothing of itself, and its log line has the request id and no value', async () => {
    const { url, lines } = await serve([
      route(echo, async () => {
        const refused = Object.assign(new Error('duplicate key: (email)=(person@synthetic.example)'), {
          severity: 'ERROR',
          code: '23505',
          table: 'users',
          detail: 'person@synthetic.example',
        });
        throw refused;
      }),
    ]);
    const answer = await post(`${url}/test/echo`, '{"name":"x"}');
    expect([answer.status, await errorIn(answer)]).toEqual([
      500,
      { code: 'internal', message: 'Something went wrong. Please refresh the page.' },
    ]);
    const line = lines.find((one) => one.includes('failed'));
    expect(line).toContain(String(answer.headers.get('x-request-id')));
    expect(line).toContain('23505');
    expect(lines.join()).not.toContain('synthetic.example');
  });

  test('a database that refuses connections: 503 with Retry-After, not an error of ours', async () => {
    const database = createDatabase({ url: 'postgres://nobody:none@127.0.0.1:1/none', onError: () => {} });
    const { url } = await serve([route(echo, () => database.global((sql) => sql.query('select 1')) as never)]);
    const answer = await post(`${url}/test/echo`, '{"name":"x"}');
    expect([answer.status, (await errorIn(answer)).code]).toEqual([503, 'database_unavailable']);
    await database.close();
  });

  test('a retry time becomes a header of whole seconds', async () => {
    const { url } = await serve([
      route(echo, async () => {
        throw new VigilError('too_many_requests', 'Wait.', { retryAfterSeconds: 0.2 });
      }),
    ]);
    const answer = await post(`${url}/test/echo`, '{"name":"x"}');
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '1']);
  });

  test('an answer that the contract does not allow is our defect and does not leave', async () => {
    const { url, lines } = await serve([route(echo, async () => ({ name: 7 }) as never)]);
    const answer = await post(`${url}/test/echo`, '{"name":"x"}');
    expect((await errorIn(answer)).code).toBe('internal');
    expect(lines.join()).toContain('at name (invalid_type)');
  });

  test('FHIR calls fail with an OperationOutcome', async () => {
    const bundle = endpoint({
      ...base,
      service: 'fhir',
      access: access.sendForMembersInBody({ found: 'Subjects of the entries.', orNobody: true }),
      id: 'test.bundle',
      method: 'POST',
      path: '/test/fhir',
      bodyKind: 'fhir',
      body: z.looseObject({ resourceType: z.string() }),
      response: z.looseObject({}),
    });
    const { url } = await serve([
      route(bundle, async ({ body }, context) => {
        context.auditMembers([]);
        return body;
      }),
    ]);
    const refused = await post(`${url}/test/fhir`, '{}');
    expect([refused.status, refused.headers.get('content-type'), await refused.json()]).toEqual([
      401,
      'application/fhir+json; charset=utf-8',
      {
        resourceType: 'OperationOutcome',
        issue: [{ severity: 'error', code: 'login', details: { coding: [{ code: 'unauthenticated' }] }, diagnostics: expect.any(String) }],
      },
    ]);
    const headers = { ...asNurse, 'content-type': 'application/fhir+json' };
    expect(await (await post(`${url}/test/fhir`, '{}', headers)).json()).toMatchObject({
      issue: [{ code: 'invalid', expression: ['resourceType'] }],
    });
    expect(await (await post(`${url}/test/fhir`, '{"resourceType":"Bundle"}', headers)).json()).toEqual({ resourceType: 'Bundle' });
    expect((await post(`${url}/test/fhir`, 'a,b', { ...headers, 'content-type': 'text/csv' })).status).toBe(415);
  });
});

describe('bodies', () => {
  const body = JSON.stringify({ values: Array.from({ length: 5_000 }, (_, index) => index) });
  test.each<[string, (bytes: string) => Buffer]>([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
    ['identity', Buffer.from],
  ])('%s is unpacked; truncated it is refused', async (encoding, pack) => {
    const { url } = await serve([counting]);
    const packed = pack(body);
    const headers = { ...asNurse, 'content-encoding': encoding };
    expect(await (await post(url + things, packed, headers)).json()).toEqual({ count: 5_000 });
    const cut = await post(url + things, packed.subarray(0, packed.length - 20), headers);
    expect([cut.status, (await errorIn(cut)).code]).toEqual([400, encoding === 'identity' ? 'invalid_json' : 'invalid_body_encoding']);
    if (encoding !== 'identity')
      expect((await errorIn(await post(url + things, 'not packed at all', headers))).code).toBe('invalid_body_encoding');
  });

  test.each<[string, (bytes: Buffer) => Buffer]>([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
  ])('a bomb of %s is refused without being unpacked', async (encoding, pack) => {
    const { url } = await serve([counting]);
    const bomb = pack(Buffer.alloc(64 * 1024 * 1024, ' '));
    const before = process.memoryUsage().arrayBuffers;
    const answer = await post(url + things, bomb.subarray(0, 60 * 1024), { ...asNurse, 'content-encoding': encoding });
    expect([answer.status, (await errorIn(answer)).code]).toEqual([413, 'body_too_large']);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * 1024 * 1024);
  });

  test.each<[string, Buffer]>([
    ['gzip, two members: one text', Buffer.concat([gzipSync('{"values":[1,'), gzipSync('2]}')])],
    ['gzip and something else', Buffer.concat([gzipSync('{"values":[1,2]}'), Buffer.from('more')])],
    ['zstd, two frames', Buffer.concat([zstdCompressSync('{"values":[1,2]}'), zstdCompressSync(' ')])],
    ['br and something else', Buffer.concat([brotliCompressSync('{"values":[1,2]}'), Buffer.from('more')])],
    ['deflate and something else', Buffer.concat([deflateSync('{"values":[1,2]}'), Buffer.from('more')])],
  ])('nothing behind the end is lost without a word: %s', async (name, body) => {
    const { url } = await serve([counting]);
    const answer = await post(url + things, body, { ...asNurse, 'content-encoding': name.split(/[ ,]/)[0] ?? '' });
    if (name.includes('members')) expect(await answer.json()).toEqual({ count: 2 });
    else expect([answer.status, (await errorIn(answer)).code]).toEqual([400, 'invalid_body_encoding']);
  });

  test('a client that leaves in the middle of its body ends the call', async () => {
    const { url, records } = await serve([counting]);
    const call = httpRequest(url + things, { method: 'POST', headers: { ...asNurse, 'content-length': 50_000 } });
    call.on('error', () => {});
    call.write('{"values":[');
    await new Promise((resolve) => call.on('socket', (socket) => socket.on('connect', () => setImmediate(resolve))));
    call.destroy();
    await expect.poll(() => records.map((entry) => entry.status)).toEqual([400]);
  });

  test('without a content-length the limit holds as well', async () => {
    const { url } = await serve([counting]);
    const endless = new ReadableStream({
      pull(controller) {
        controller.enqueue(new Uint8Array(32 * 1024).fill(32));
        if (sent++ > 20) controller.close();
      },
    });
    let sent = 0;
    const answer = await post(url + things, endless, asNurse);
    expect([answer.status, (await errorIn(answer)).code]).toEqual([413, 'body_too_large']);
  });

  test('a stranger’s body is not read: the answer comes before it is sent', async () => {
    const { url } = await serve([counting]);
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const call = httpRequest(
        url + things,
        { method: 'POST', headers: { 'content-type': 'application/json', 'content-length': 50_000 } },
        (answer) => {
          resolve(answer.statusCode);
          call.destroy();
        },
      );
      call.on('error', reject);
      call.flushHeaders();
    });
    expect(status).toBe(401);
  });

  test('bodies in work beyond what memory may hold are asked to come back, and room is given back', async () => {
    const { url } = await serve([counting], { bodiesInWorkBytes: 16 * 1024 });
    const refused = await post(url + things, body, asNurse);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    for (let call = 0; call < 10; call += 1) expect((await post(url + things, '{"values":[1,2,3]}', asNurse)).status).toBe(200);
  });

  test('csv is given as text without its mark, bytes as they are', async () => {
    const csv = endpoint({
      ...open,
      id: 'test.csv',
      method: 'POST',
      path: '/test/csv',
      bodyKind: 'csv',
      response: z.object({ text: z.string() }),
    });
    const bytes = endpoint({
      ...open,
      id: 'test.bytes',
      method: 'POST',
      path: '/test/bytes',
      bodyKind: 'bytes',
      response: z.object({ sum: z.number() }),
    });
    const { url } = await serve([
      route(csv, async ({ body }) => ({ text: body })),
      route(bytes, async ({ body }) => ({ sum: body.reduce((sum, byte) => sum + byte, 0) })),
    ]);
    expect(await (await post(`${url}/test/csv`, '\ufeffa;ü\n', { 'content-type': 'text/csv' })).json()).toEqual({ text: 'a;ü\n' });
    expect((await errorIn(await post(`${url}/test/csv`, Buffer.from([0x61, 0xff]), { 'content-type': 'text/csv' }))).code).toBe(
      'invalid_body_encoding',
    );
    expect(await (await post(`${url}/test/bytes`, Buffer.from([1, 2, 255]), { 'content-type': 'image/png' })).json()).toEqual({ sum: 258 });
  });
});

describe('the audit log', () => {
  test('has the call before the answer leaves; without it nothing leaves', async () => {
    const { url } = await serve([counting], {
      record: () => Promise.reject(new VigilError('database_unavailable', 'Not now.', { retryAfterSeconds: 2 })),
    });
    const answer = await post(url + things, '{"values":[1]}', asNurse);
    expect([answer.status, (await errorIn(answer)).code]).toEqual([503, 'database_unavailable']);
    expect((await post(`${url}/test/users/${stranger}/things`, '{"values":[1]}', asNurse)).status).toBe(503);
  });

  test('names caller, member, call and outcome, of refused calls too', async () => {
    const { url, records } = await serve([counting, echoing]);
    await post(url + things, '{"values":[1]}', asNurse);
    await post(`${url}/test/users/${stranger}/things`, '{}', { ...asNurse, authorization: 'Bearer device' });
    await post(url + things, '{', asNurse);
    await post(url + things, '{}', {});
    await post(`${url}/test/echo`, '{"name":"x"}');
    expect(records.map((entry) => [entry.actorKind, entry.members, entry.endpoint, entry.method, entry.status, entry.tenantId])).toEqual([
      ['person', [member], 'test.numbers', 'POST', 200, tenant.id],
      ['device', [stranger], 'test.numbers', 'POST', 404, tenant.id],
      ['person', [member], 'test.numbers', 'POST', 400, tenant.id],
    ]);
    expect(records[0]).toMatchObject({ actorId: nurse, ip: '127.0.0.1' });
  });

  test('has the address that the proxy saw, never one that the client claims', async () => {
    const { url, records } = await serve([counting], { trustProxy: { hops: 1 } });
    await post(url + things, '{"values":[1]}', { ...asNurse, 'x-forwarded-for': '198.51.100.1, 203.0.113.9:4711' });
    expect(records).toMatchObject([{ actorId: nurse, ip: '203.0.113.9' }]);
  });

  test('knows where a call came from whose connection has gone meanwhile', async () => {
    const started = Promise.withResolvers<void>();
    const { url, records } = await serve([
      route(numbers, async (_input, context) => {
        started.resolve();
        await new Promise((resolve) => context.request.raw.socket.once('close', resolve));
        return { count: 0 };
      }),
    ]);
    const leave = new AbortController();
    const call = fetch(url + things, { method: 'POST', body: '{"values":[]}', headers: asNurse, signal: leave.signal }).catch(() => 'left');
    await started.promise;
    leave.abort();
    expect(await call).toBe('left');
    await expect.poll(() => records).toMatchObject([{ actorId: nurse, ip: '127.0.0.1' }]);
  });

  const list = endpoint({
    ...base,
    access: access.staffListMembers(),
    id: 'test.list',
    method: 'GET',
    path: '/test/list',
    response: z.array(z.string()),
  });
  const inBody = endpoint({
    ...base,
    access: access.sendForMembersInBody({ found: 'It is a test.', orNobody: true }),
    id: 'test.inBody',
    method: 'POST',
    path: '/test/in-body',
    body: z.object({}),
    response: z.array(z.string()),
  });

  test.each<[string, Route, number]>([
    ['a list that asked nothing', route(list, async () => [member]), 500],
    [
      'a list that asked whom it may show, and did not say whom it shows',
      route(list, async (_, it) => [...(await it.membersInScope())]),
      500,
    ],
    [
      'a list that said whom it shows, and did not ask whom it may show',
      route(list, async (_, it) => {
        it.auditMembers([member]);
        return [member];
      }),
      500,
    ],
    [
      'a list of nobody',
      route(list, async (_, it) => {
        await it.membersInScope();
        it.auditMembers([]);
        return [];
      }),
      200,
    ],
    ['a body about members of whom none was checked', route(inBody, async () => [member]), 500],
    [
      'a body about a member who was named and not checked',
      route(inBody, async (_, it) => {
        it.auditMembers([member]);
        return [member];
      }),
      500,
    ],
    [
      'a body about a member who was checked',
      route(inBody, async (_, it) => {
        await it.requireMember(member);
        return [member];
      }),
      200,
    ],
    [
      'a body that names nobody',
      route(inBody, async (_, it) => {
        it.auditMembers([]);
        return [];
      }),
      200,
    ],
  ])('%s: leaves only when the handler has said about whom it is, whatever the tenant’s setting', async (_, one, status) => {
    for (const extra of [{}, { patients: 'assigned' as const }]) {
      const { url, records } = await serve([one], extra);
      const { method, path } = one.endpoint;
      const answer = await fetch(url + path, { method, headers: asNurse, ...(method === 'POST' && { body: '{}' }) });
      // In the tenant of assigned members the nurse looks after nobody.
      const refused = extra.patients && status === 200 && one.endpoint === inBody && records[0]?.members.length === 1;
      expect(answer.status).toBe(refused ? 403 : status);
      expect(records).toMatchObject([{ endpoint: one.endpoint.id, status: answer.status }]);
    }
  });

  test('names nobody else in a list of what is one’s own', async () => {
    const own = endpoint({
      ...base,
      access: access.talkAmongStaff(),
      id: 'test.own',
      method: 'GET',
      path: '/test/own',
      response: z.null(),
    });
    const handler: Parameters<typeof route<typeof own>>[1] = async (_, it) => {
      await it.membersInScope();
      it.auditMembers([member]);
      return null;
    };
    const statusOf = async (extra: object) => {
      const { url } = await serve([route(own, handler)], extra);
      return (await fetch(`${url}/test/own`, { headers: asNurse })).status;
    };
    expect([await statusOf({}), await statusOf({ patients: 'assigned' })]).toEqual([200, 500]);
  });

  test('has what a list showed', async () => {
    const { url, records } = await serve([
      route(list, async (_input, context) => {
        expect(await context.membersInScope()).toBe('tenant');
        context.auditMembers([member]);
        return [member];
      }),
    ]);
    await fetch(`${url}/test/list`, { headers: asNurse });
    expect(records).toMatchObject([{ endpoint: 'test.list', members: [member], status: 200 }]);
  });
});

describe('answers', () => {
  const large = endpoint({ ...open, id: 'test.large', method: 'GET', path: '/test/large', response: z.array(z.number()) });
  test.each([
    ['br, gzip', 'br'],
    ['gzip;q=1.0, br;q=0', 'gzip'],
    ['gzip', 'gzip'],
    ['zstd', null],
    ['identity', null],
  ])('accept-encoding %s: %s', async (accepted, used) => {
    const { url } = await serve([route(large, async () => Array.from({ length: 2_000 }, (_, index) => index)), echoing]);
    const answer = await fetch(`${url}/test/large`, { headers: { 'accept-encoding': accepted } });
    expect([answer.headers.get('content-encoding'), answer.headers.get('vary')]).toEqual([used, 'accept-encoding']);
    expect(await answer.json()).toHaveLength(2_000);
    expect((await post(`${url}/test/echo`, '{"name":"x"}', { 'accept-encoding': accepted })).headers.get('content-encoding')).toBeNull();
  });

  test('carry the security headers, and a proxy’s request id', async () => {
    const { url } = await serve([echoing]);
    const { headers } = await post(`${url}/test/echo`, '{"name":"x"}');
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining("script-src 'self'; "),
    });
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
    const behindProxy = await serve([echoing], { trustProxy: { hops: 1 } });
    const secured = await post(`${behindProxy.url}/test/echo`, '{"name":"x"}', {
      'x-request-id': 'proxy-request-1',
    });
    expect(secured.headers.get('x-request-id')).toBe('proxy-request-1');
  });

  test('an address or a header that cannot be read is told what is wrong, under the same headers', async () => {
    const { url } = await serve([counting]);
    const address = await fetch(`${url}/%zz`);
    expect(address.status).toBe(400);
    for (const name of ['x-content-type-options', 'content-security-policy', 'x-request-id'])
      expect(address.headers.get(name)).toBeTruthy();
    const long = await fetch(url, { headers: { authorization: `Bearer ${'a'.repeat(20_000)}` } });
    expect([long.status, long.headers.get('x-content-type-options')]).toEqual([431, 'nosniff']);
    expect(((await long.json()) as { error: { message: string } }).error.message).toContain('16 KiB');
  });

  test('a client that goes away ends the handler’s signal', async () => {
    let seen: AbortSignal | undefined;
    const started = Promise.withResolvers<void>();
    const { url } = await serve([
      route(echo, async (_input, context) => {
        seen = context.signal;
        started.resolve();
        await new Promise((resolve) => context.signal.addEventListener('abort', resolve));
        return { name: 'x' };
      }),
    ]);
    const leave = new AbortController();
    const headers = { 'content-type': 'application/json' };
    const call = fetch(`${url}/test/echo`, { method: 'POST', body: '{"name":"x"}', headers, signal: leave.signal }).catch(() => 'left');
    await started.promise;
    leave.abort();
    expect(await call).toBe('left');
    await expect.poll(() => seen?.aborted).toBe(true);
  });
});

test('log lines hold the route’s template: no id, no name, no query', async () => {
  const { url, lines } = await serve([counting]);
  await post(`${url}${things}?secret=value`, '{"values":[1]}', { ...asNurse, 'x-request-id': 'forged-by-a-client' });
  await fetch(`${url}/test/of/Synthetic/Person?name=secret`);
  await expect.poll(() => lines.length).toBeGreaterThanOrEqual(2);
  const text = lines.join();
  expect(text).toContain('/test/users/:userId/things');
  for (const hidden of [member, 'secret', 'Synthetic', 'Bearer', 'forged-by-a-client']) expect(text).not.toContain(hidden);
});
