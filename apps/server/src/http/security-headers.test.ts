import { once } from 'node:events';
import type { RequestListener, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, test } from 'vitest';
import { useHarness } from '#testing/harness.ts';
import { startApi } from '#testing/start-api.ts';

const harness = await useHarness();

async function start(publicUrl: string) {
  const server = await startApi(harness, { publicUrl }, () => []);
  await server.http.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.http.addresses()[0] as { port: number };
  afterAll(() => server.stop());
  return {
    server,
    port,
    /** What is answered to bytes as they are, in lower case. */
    async send(request: string): Promise<string> {
      const socket = connect({ port, host: '127.0.0.1' });
      socket.write(request);
      return (await text(socket)).toLowerCase();
    },
  };
}

const secure = await start('https://vigil.example');
const plain = await start('http://vigil.example');
const close = 'host: vigil.example\r\nconnection: close\r\n';

describe.each<[string, string, number]>([
  ['a page that is not there', `GET /nothing HTTP/1.1\r\n${close}\r\n`, 404],
  ['an address that cannot be read', `GET /%zz HTTP/1.1\r\n${close}\r\n`, 400],
  ['an address that is too long for the route', `GET /idp/sign-in/${'a'.repeat(5_000)} HTTP/1.1\r\n${close}\r\n`, 404],
  ['what the identity provider writes itself', `GET /idp/.well-known/openid-configuration HTTP/1.1\r\n${close}\r\n`, 200],
  ['a page of the identity provider', `GET /idp/auth?client_id=nobody HTTP/1.1\r\n${close}\r\n`, 400],
  ['a file of the identity provider', `GET /idp/assets/pages.css HTTP/1.1\r\n${close}\r\n`, 200],
  ['a body of a type that is not taken', `POST /idp/reset HTTP/1.1\r\n${close}content-length: 5\r\n\r\nhello`, 415],
  ['what is no HTTP', 'hello\r\n\r\n', 400],
  ['headers that are too long', `GET / HTTP/1.1\r\n${close}x: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
  ['a request without a host', 'GET /nothing HTTP/1.1\r\nconnection: close\r\n\r\n', 400],
  ['an expectation', `GET /nothing HTTP/1.1\r\n${close}expect: miracles\r\n\r\n`, 404],
])('%s', (_name, request, status) => {
  test('insists on https where PUBLIC_URL is https, and only there', async () => {
    const [head = ''] = (await secure.send(request)).split('\r\n\r\n');
    expect(head.startsWith(`http/1.1 ${status}`), head).toBe(true);
    expect(head).toContain('strict-transport-security: max-age=31536000; includesubdomains');
    expect(head).toContain('x-content-type-options: nosniff');
    expect(await plain.send(request)).not.toContain('strict-transport-security');
  });
});

test('a request that arrives while the server stops is answered as the last of its connection, under the same headers', async () => {
  const { server, port } = await start('https://vigil.example');
  const { server: raw } = server.http;
  const [answer] = raw.listeners('request') as RequestListener[];
  raw.removeAllListeners('request');
  // A first request is still in work on the connection on which the second one comes.
  const held = new Promise<ServerResponse>((resolve) => raw.once('request', (_request, response) => resolve(response)));
  const socket = connect({ port, host: '127.0.0.1' });
  const request = 'GET /nothing HTTP/1.1\r\nhost: vigil.example\r\n\r\n';
  socket.write(request);
  const first = await held;
  if (answer) raw.on('request', answer);
  void server.http.close();
  await expect.poll(() => raw.listening).toBe(false);
  const second = once(raw, 'request');
  socket.write(request);
  await second;
  first.end();
  const [, , late = ''] = (await text(socket)).split('HTTP/1.1 ');
  expect(late).toMatch(/^404 /);
  expect(late.toLowerCase()).toContain('connection: close');
  expect(late.toLowerCase()).toContain('strict-transport-security');
});
