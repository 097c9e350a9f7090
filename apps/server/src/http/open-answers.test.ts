import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createOpenAnswers, type OpenAnswer, type OpenAnswerLimits } from './open-answers.ts';

const MiB = 1024 * 1024;
const generous: OpenAnswerLimits = { perNetwork: 100, unreadBytesPerNetwork: 1_000 * MiB, unreadBytes: 1_000 * MiB };
const ends: (() => unknown)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** A server whose clients name their network in the path; `/…/stream` is never ended, and writes what it may. */
async function serve(limits: Partial<OpenAnswerLimits>) {
  const openAnswers = createOpenAnswers({ ...generous, ...limits });
  const watched: OpenAnswer[] = [];
  const server = createServer((request, response) => {
    const [, network = '', kind] = (request.url ?? '').split('/');
    const answer = openAnswers.watch(response, network);
    watched.push(answer);
    if (kind === 'events') answer.leave();
    if (kind === 'whole') response.end(Buffer.alloc(20 * MiB));
    else response.write(kind === 'events' ? ': hello\n\n' : Buffer.alloc(20 * MiB));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sockets: Socket[] = [];
  ends.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    open: () => new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count))),
    /** Asks, and never reads. Resolves when the server has begun to answer. */
    async ask(path: string): Promise<Socket> {
      const socket = connect(port, '127.0.0.1');
      sockets.push(socket.pause());
      const before = watched.length;
      socket.write(`GET ${path} HTTP/1.1\r\nhost: vigil.example\r\n\r\n`);
      await expect.poll(() => watched.length).toBe(before + 1);
      return socket;
    },
  };
}

/** That the server has given a connection up is learned by reading it. */
const isGivenUp = (socket: Socket) =>
  new Promise<boolean>((resolve) => {
    socket.once('close', () => resolve(true));
    socket.once('error', () => resolve(true));
    setTimeout(() => resolve(false), 300);
    socket.resume();
  });

test.each([
  ['of one network', { unreadBytesPerNetwork: 45 * MiB }],
  ['of everybody', { unreadBytes: 45 * MiB }],
])('of more unread bytes than may wait %s, the oldest answer is given up', async (_name, limits) => {
  const { ask, open } = await serve(limits);
  for (let count = 0; count < 6; count += 1) await ask('/a/whole');
  await expect.poll(open).toBe(2);
});

test('what one network does not read costs no other its answer', async () => {
  const { ask, open, url } = await serve({ unreadBytesPerNetwork: 45 * MiB });
  const other = await ask('/b/whole');
  for (let count = 0; count < 6; count += 1) await ask('/a/whole');
  await expect.poll(open).toBe(3);
  expect(await isGivenUp(other)).toBe(false);
  expect((await (await fetch(`${url}/a/whole`)).arrayBuffer()).byteLength).toBe(20 * MiB);
});

test('more answers than a network may leave open: the oldest that is not read makes room', async () => {
  const { ask, open } = await serve({ perNetwork: 3 });
  for (let count = 0; count < 8; count += 1) await ask('/a/stream');
  await expect.poll(open).toBe(3);
});

test('event streams do not count', async () => {
  const { ask, open } = await serve({ perNetwork: 3 });
  for (let count = 0; count < 8; count += 1) await ask('/a/events');
  expect(await open()).toBe(8);
});
