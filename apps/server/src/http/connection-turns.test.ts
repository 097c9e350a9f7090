import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import pino from 'pino';
import { afterEach, expect, test } from 'vitest';
import { rawRequest } from '#testing/raw-request.ts';
import { createHttpServer } from './server.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** Answers with the body that was sent, or with the path, after a while; notes how many are in work at once. */
async function serve() {
  const seen = { inWork: 0, mostInWork: 0, begun: 0 };
  const app = createHttpServer({ log: pino({ level: 'silent' }), publicUrl: 'http://localhost:3000' });
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, async (_request: unknown, body: string) => body);
  app.addHook('onRequest', async (_request, reply) => {
    seen.begun += 1;
    seen.inWork += 1;
    seen.mostInWork = Math.max(seen.mostInWork, seen.inWork);
    reply.raw.once('finish', () => {
      seen.inWork -= 1;
    });
  });
  // As where live connections are served.
  app.server.on('upgrade', (_request, socket) => socket.destroy());
  app.get('/large', async () => Buffer.alloc(16 * 1024 * 1024));
  app.all('/*', async (request) => {
    await pause(5);
    return `[${request.body ?? request.url}]`;
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  ends.push(() => {
    app.server.closeAllConnections();
    return app.close();
  });
  return { url, seen };
}

const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nhost: vigil.example\r\n${more}\r\n`;
const post = (body: string, length: number, more = '') =>
  `POST / HTTP/1.1\r\nhost: vigil.example\r\ncontent-type: text/plain\r\ncontent-length: ${length}\r\n${more}\r\n${body}`;

test('what a connection sends ahead is answered in order, one at a time', async () => {
  const { url, seen } = await serve();
  const { socket, answer } = rawRequest(url, '');
  socket.write([get('/1'), get('/2'), post('hello', 5), get('/3'), get('/4', 'connection: close\r\n')].join(''));
  expect((await answer).match(/\[.*?\]/g)).toEqual(['[/1]', '[/2]', '[hello]', '[/3]', '[/4]']);
  expect(seen.mostInWork).toBe(1);
});

test('a body that arrives after its request has waited is read', async () => {
  const { url } = await serve();
  const { socket, answer } = rawRequest(url, '');
  socket.write(`${get('/1')}${get('/2')}${post('hello', 10, 'connection: close\r\n')}`);
  await pause(60);
  socket.write('world');
  expect((await answer).match(/\[.*?\]/g)).toEqual(['[/1]', '[/2]', '[helloworld]']);
});

test.each(['/', '/%zz'])(
  'a connection that sends more requests for %s ahead than may wait is closed, and another one is served',
  async (path) => {
    const { url, seen } = await serve();
    const { socket, answer } = rawRequest(url, '');
    socket.write(get(path).repeat(1_000));
    await answer;
    expect(seen.begun).toBeLessThan(20);
    expect(await (await fetch(`${url}/else`)).text()).toBe('[/else]');
  },
);

test('an answer that is not read holds up those behind it', async () => {
  const { url, seen } = await serve();
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  ends.push(() => socket.destroy());
  socket.pause();
  socket.write(get('/large').repeat(10));
  await expect.poll(() => seen.begun).toBe(1);
  await pause(200);
  expect(seen.begun).toBe(1);
});

test.each([
  ['h2c', 'Upgrade, HTTP2-Settings'],
  ['websocket', 'keep-alive, Upgrade'],
])('an offer of %s that is not taken is ignored, and so is what follows on the connection', async (protocol, connection) => {
  const { url } = await serve();
  const { socket, answer } = rawRequest(url, '');
  const offer = `connection: ${connection}\r\nupgrade: ${protocol}\r\nhttp2-settings: AAMAAABkAAQAoAAAAAIAAAAA\r\n`;
  let seen = '';
  socket.on('data', (piece) => {
    seen += piece;
  });
  socket.write(get('/1', offer));
  await expect.poll(() => seen).toContain('[/1]');
  socket.write(post('hello', 10, offer));
  await pause(50);
  socket.write('world');
  await expect.poll(() => seen).toContain('[helloworld]');
  socket.write(get('/2', 'connection: close\r\n'));
  await answer;
  expect(seen).toContain('[/2]');
});
