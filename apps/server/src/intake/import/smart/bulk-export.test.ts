import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { type BulkExportOptions, bulkExport } from './bulk-export.ts';
import { createConnection, readConnection, smartAlgorithms } from './connection.ts';

/* A server that speaks SMART Backend Services and Bulk Data Access, on this machine; nothing else is called. */
const folder = mkdtempSync(join(tmpdir(), 'vigil-smart-'));
const seen: string[] = [];
let answers: Record<string, (request: IncomingMessage, response: ServerResponse, body: string) => unknown> = {};
const server = createServer(async (request, response) => {
  let body = '';
  for await (const part of request) body += part;
  const path = (request.url ?? '').split('?')[0] ?? '';
  seen.push(`${request.method} ${path}`);
  const answer = answers[`${request.method} ${path}`];
  if (answer) await answer(request, response, body);
  else response.writeHead(404).end();
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const json = (response: ServerResponse, body: unknown, status = 200, headers = {}) =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
const patient = '{"resourceType":"Patient","id":"p1"}\n';
let now = Date.parse('2026-06-01T00:00:00Z');
const waits: number[] = [];
const assertions = new Set<string>();
let made = 0;

async function connect(algorithm = 'ES384', also: string[] = []) {
  const path = join(folder, `connection-${made++}.json`);
  const keys = await createConnection(path, { url: `${origin}/fhir/`, clientId: 'vigil', algorithm, also });
  return { path, keys, connection: await readConnection(path) };
}

/** What a server does that is well, for the keys that were registered there. */
function wellBehaved(keys: { readonly keys: readonly object[] }): typeof answers {
  const verify = createLocalJWKSet(keys as Parameters<typeof createLocalJWKSet>[0]);
  let looks = 0;
  const authorized = (request: IncomingMessage, response: ServerResponse) => {
    if (request.headers.authorization?.startsWith('Bearer token-')) return true;
    response.writeHead(401).end();
    return false;
  };
  return {
    'GET /fhir/.well-known/smart-configuration': (_, response) => json(response, { token_endpoint: `${origin}/token` }),
    'POST /token': async (_, response, body) => {
      const form = new URLSearchParams(body);
      const assertion = form.get('client_assertion') ?? '';
      const { payload, protectedHeader } = await jwtVerify(assertion, verify, {
        audience: `${origin}/token`,
        issuer: 'vigil',
        subject: 'vigil',
        currentDate: new Date(now),
      });
      const isNew = payload.jti !== undefined && !assertions.has(payload.jti);
      assertions.add(payload.jti ?? '');
      const isShort = (payload.exp ?? 0) - now / 1000 <= 300;
      const asked = [form.get('grant_type'), form.get('scope'), form.get('client_assertion_type')];
      const isRight = asked.join(' ') === 'client_credentials system/*.read urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
      if (!isNew || !isShort || !isRight || !protectedHeader.kid) return json(response, { error: 'invalid_client' }, 400);
      return json(response, { access_token: `token-${protectedHeader.alg}`, token_type: 'bearer', expires_in: 300 });
    },
    'GET /fhir/Patient/$export': (request, response) => {
      if (!authorized(request, response)) return;
      const isAsync = request.headers.prefer === 'respond-async' && request.headers.accept === 'application/fhir+json';
      response.writeHead(isAsync ? 202 : 400, { 'content-location': `${origin}/status/1` }).end();
    },
    'GET /status/1': (request, response) => {
      if (!authorized(request, response)) return;
      looks += 1;
      if (looks === 1) return response.writeHead(202, { 'retry-after': '120', 'x-progress': '50%' }).end();
      if (looks === 2) return response.writeHead(429, { 'retry-after': '7' }).end();
      if (looks === 3) return response.writeHead(202).end();
      const output = [
        { type: 'Patient', url: `${origin}/files/1` },
        { type: 'Claim', url: `${origin}/files/2` },
      ];
      return json(response, { transactionTime: '2026-06-01T00:00:00Z', request: 'x', requiresAccessToken: true, output, error: [] });
    },
    'GET /files/1': (request, response) => authorized(request, response) && response.writeHead(200).end(patient),
    'DELETE /status/1': (_, response) => response.writeHead(202).end(),
  };
}

function options(connection: BulkExportOptions['connection'], over: Partial<BulkExportOptions> = {}): BulkExportOptions {
  return {
    connection,
    folder: mkdtempSync(join(folder, 'files-')),
    nowMs: () => now,
    wait: async (ms) => {
      waits.push(ms);
      now += ms;
    },
    ...over,
  };
}

beforeEach(() => {
  seen.length = 0;
  waits.length = 0;
});

describe('records from a FHIR server', () => {
  test.each(smartAlgorithms)(
    'are fetched with a signed assertion (%s), waited for as the server says, and cleared away there',
    async (algorithm) => {
      const { connection, keys } = await connect(algorithm);
      answers = wellBehaved(keys);
      const said: string[] = [];
      const to = options(connection, { onProgress: (words) => said.push(words) });
      expect(await bulkExport(to)).toEqual({ files: 1, errors: 0 });
      expect(readdirSync(to.folder).map((name) => [name, readFileSync(join(to.folder, name), 'utf8')])).toEqual([
        ['Patient-0.ndjson', patient],
      ]);
      expect(waits).toEqual([120_000, 7_000, 10_000]);
      expect(said[0]).toBe('the server is exporting 50%');
      expect(seen.at(-1)).toBe('DELETE /status/1');
      expect(seen).not.toContain('GET /files/2');
    },
  );

  test('are those of a group, where one is named', async () => {
    const { connection, keys } = await connect();
    answers = { ...wellBehaved(keys) };
    answers['GET /fhir/Group/g%201/$export'] = (_, response) => response.writeHead(202, { 'content-location': '/status/1' }).end();
    expect(await bulkExport(options(connection, { group: 'g 1' }))).toEqual({ files: 1, errors: 0 });
  });

  test('need a new token once the old one has run out', async () => {
    const { connection, keys } = await connect();
    const good = wellBehaved(keys);
    let looks = 0;
    answers = {
      ...good,
      'GET /status/1': (request, response, body) =>
        looks++ < 3 ? response.writeHead(202, { 'retry-after': '200' }).end() : good['GET /status/1']?.(request, response, body),
    };
    await bulkExport(options(connection));
    expect(seen.filter((one) => one === 'POST /token').length).toBeGreaterThan(1);
  });

  test.each<[string, (good: typeof answers) => typeof answers, string, RegExp]>([
    [
      'whose token endpoint is elsewhere',
      (good) => ({
        ...good,
        'GET /fhir/.well-known/smart-configuration': (_, response) => json(response, { token_endpoint: 'https://elsewhere.example/token' }),
      }),
      'invalid_input',
      /https:\/\/elsewhere\.example/,
    ],
    [
      'whose files are elsewhere',
      (good) => ({
        ...good,
        'GET /status/1': (_, response) => json(response, { output: [{ type: 'Patient', url: 'https://files.example/1' }] }),
      }),
      'invalid_input',
      /https:\/\/files\.example/,
    ],
    [
      'that sends us on',
      (good) => ({
        ...good,
        'GET /fhir/Patient/$export': (_, response) => response.writeHead(302, { location: 'https://elsewhere.example' }).end(),
      }),
      'invalid_input',
      /none is followed/,
    ],
    [
      'that does not know us',
      (good) => ({ ...good, 'POST /token': (_, response) => json(response, { error: 'invalid_client', error_description: 'Lucía' }, 400) }),
      'forbidden',
      /400: invalid_client\)/,
    ],
    [
      'without SMART',
      (good) => ({ ...good, 'GET /fhir/.well-known/smart-configuration': (_, response) => response.writeHead(404).end() }),
      'not_found',
      /SMART configuration/,
    ],
    [
      'without exports',
      (good) => ({ ...good, 'GET /fhir/Patient/$export': (_, response) => response.writeHead(400).end() }),
      'not_found',
      /Bulk Data Access/,
    ],
    [
      'whose export fails',
      (good) => ({ ...good, 'GET /status/1': (_, response) => response.writeHead(500).end() }),
      'conflict',
      /failed at the server \(500\)/,
    ],
    [
      'that never finishes',
      (good) => ({ ...good, 'GET /status/1': (_, response) => response.writeHead(202, { 'retry-after': '100000' }).end() }),
      'conflict',
      /within a day/,
    ],
    [
      'whose file is gone',
      (good) => ({ ...good, 'GET /files/1': (_, response) => response.writeHead(410).end() }),
      'conflict',
      /fetched \(410\)/,
    ],
  ])('of a server %s are not to be had, and the reason is told', async (_name, change, code, message) => {
    const { connection, keys } = await connect();
    answers = change(wellBehaved(keys));
    await expect(bulkExport(options(connection))).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
  });

  /** Sends without an end, until nobody listens any more; answers how much went out. */
  function endless(response: ServerResponse, line: string): () => number {
    let sent = 0;
    const part = Buffer.alloc(1024 * 1024, line);
    const more = () => {
      if (response.destroyed || sent > 300) return response.end();
      sent += 1;
      return response.write(part, more);
    };
    response.writeHead(200, { 'content-type': 'application/json' });
    more();
    return () => sent;
  }

  test.each(['GET /fhir/.well-known/smart-configuration', 'POST /token', 'GET /status/1'])(
    'of a server whose answer to %s has no end are given up before it fills the memory',
    async (call) => {
      const { connection, keys } = await connect();
      let sentMiB = () => 0;
      answers = { ...wellBehaved(keys), [call]: (_request: unknown, response: ServerResponse) => (sentMiB = endless(response, ' ')) };
      await expect(bulkExport(options(connection))).rejects.toMatchObject({ code: 'body_too_large' });
      expect(sentMiB()).toBeLessThan(200);
    },
  );

  test('of a server whose file has no end are given up before it fills the disk', async () => {
    const { connection, keys } = await connect();
    let sentMiB = () => 0;
    answers = { ...wellBehaved(keys), 'GET /files/1': (_, response) => (sentMiB = endless(response, patient)) };
    const to = options(connection, { freeBytes: async () => 300 * 1024 * 1024 - sentMiB() * 1024 * 1024 });
    await expect(bulkExport(to)).rejects.toMatchObject({ code: 'storage_full' });
    expect(sentMiB()).toBeLessThan(200);
  });

  test.each([
    ['drips', { pace: 100, longest: 600_000 }],
    ['does not end in time', { pace: 600_000, longest: 300 }],
  ])('of a server whose file %s are given up', async (_name, fileMs) => {
    const { connection, keys } = await connect();
    answers = {
      ...wellBehaved(keys),
      'GET /files/1': (_, response) => {
        response.writeHead(200).write('{');
        const drops = setInterval(() => response.write(' '), 20);
        response.on('close', () => clearInterval(drops));
      },
    };
    await expect(bulkExport(options(connection, { fileMs }))).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/too slowly/),
    });
  });

  test('from another origin are fetched once the operator has named it', async () => {
    const { connection, keys } = await connect('ES384', [origin.replace('127.0.0.1', 'localhost')]);
    const good = wellBehaved(keys);
    answers = {
      ...good,
      'GET /status/1': (_, response) =>
        json(response, {
          requiresAccessToken: false,
          output: [{ type: 'Patient', url: `${origin.replace('127.0.0.1', 'localhost')}/open` }],
        }),
      'GET /open': (request, response) => response.writeHead(request.headers.authorization ? 400 : 200).end(patient),
    };
    expect(await bulkExport(options(connection))).toEqual({ files: 1, errors: 0 });
  });

  test('are left alone when it is cancelled, at the server too', async () => {
    const { connection, keys } = await connect();
    answers = wellBehaved(keys);
    const cancel = new AbortController();
    const wait = async () => cancel.abort();
    await expect(bulkExport(options(connection, { signal: cancel.signal, wait }))).rejects.toMatchObject({ name: 'AbortError' });
    expect(seen.at(-1)).toBe('DELETE /status/1');
  });
});

describe('a connection', () => {
  test('is a file for its owner alone, with a key of its own, whose public half is all that is shown', async () => {
    const { keys, path } = await connect();
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(JSON.stringify(keys)).not.toContain('"d"');
    await expect(createConnection(path, { url: origin, clientId: 'x', algorithm: 'ES384', also: [] })).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  test.each(['http://hospital.example/fhir', 'ftp://hospital.example', 'hospital'])(
    'to %s is refused: records do not travel in the open',
    async (url) => {
      await expect(createConnection(join(folder, 'open.json'), { url, clientId: 'x', algorithm: 'ES384', also: [] })).rejects.toMatchObject(
        {
          code: 'invalid_input',
        },
      );
    },
  );

  test('with another algorithm than the standard demands is refused', async () => {
    const wanted = { url: origin, clientId: 'x', algorithm: 'HS256', also: [] };
    await expect(createConnection(join(folder, 'weak.json'), wanted)).rejects.toMatchObject({ code: 'invalid_input' });
  });

  test('that cannot be read, or is none, is told', async () => {
    await expect(readConnection(join(folder, 'missing.json'))).rejects.toMatchObject({ code: 'not_found' });
    const path = join(folder, 'other.json');
    writeFileSync(path, '[1');
    await expect(readConnection(path)).rejects.toMatchObject({ code: 'invalid_input' });
  });
});
