import { get } from 'node:http';
import { noAccessToUser, VigilError } from '@vigil/contract/errors';
import pino from 'pino';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { createProcessBus } from '#platform/bus.ts';
import { systemClock } from '#platform/clock.ts';
import type { Admission } from './admission.ts';
import { type LiveDependencies, serveLive } from './live-connections.ts';
import type { LiveConnection, LiveRoute } from './route.ts';
import { createHttpServer } from './server.ts';

/* The connection itself; who is let in is a stand-in here, so that it can be taken back at any moment. */
const world = { refusal: null as VigilError | null, connections: [] as LiveConnection[] };
const admission: Admission = {
  caller: { kind: 'person', subject: 'subject', verifiedEmail: null, userId: 'user', grantId: null, roles: ['nurse'], onHold: false },
  tenant: { id: 'tenant', code: 'tenant' },
  requireMember: async () => {},
  requireOwned: async () => {},
  membersInScope: async () => [],
};
const route: LiveRoute = {
  path: '/live',
  access: { kind: 'members-list', roles: ['nurse'] },
  endedEvent: 'ended',
  events: {
    echo: { sent: z.object({ text: z.string() }), handle: async (_connection, sent: { text: string }) => sent },
    fail: {
      sent: z.object({}),
      handle: async () => {
        throw new Error('with a secret in it');
      },
    },
  },
  connect: async (connection) => void world.connections.push(connection),
};
const log = pino({ level: 'silent' });
const http = createHttpServer({ log, publicUrl: 'http://localhost:3000' });
const url = await http.listen({ port: 0, host: '127.0.0.1' });
const dependencies: LiveDependencies = {
  access: {
    async admit() {
      if (world.refusal) throw world.refusal;
      return admission;
    },
  },
  bus: createProcessBus(() => {}),
  clock: systemClock,
  log,
  limits: { perPerson: 3, inAll: 50 },
  silent: { forMs: 400, perNetwork: 20, inAll: 50 },
  recheckMs: 100,
};
const live = serveLive(http, route, dependencies);
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.disconnect();
  world.refusal = null;
  await vi.waitFor(() => expect(live.count()).toBe(0));
  world.connections = [];
});
afterAll(async () => {
  await live.stop();
  await http.close();
});

async function connect(token = 'token') {
  const socket = io(url, { path: '/live', transports: ['websocket'], reconnection: false, forceNew: true, auth: { token } });
  sockets.push(socket);
  const ended = vi.fn();
  socket.on('ended', ended);
  const refusal = await new Promise<unknown>((resolve) => {
    socket.once('connect', () => resolve(null));
    socket.once('connect_error', (error) => resolve((error as { data?: unknown }).data));
  });
  return { socket, ended, refusal };
}
const codeOf = (refusal: unknown) => (refusal as { error: { code: string } } | null)?.error.code;

test('what is sent is checked and answered, and a fault says nothing of itself', async () => {
  const { socket } = await connect();
  expect(await socket.emitWithAck('echo', { text: 'x' })).toEqual({ text: 'x' });
  expect(codeOf(await socket.emitWithAck('echo', { text: 1 }))).toBe('invalid_input');
  expect(await socket.emitWithAck('fail', {})).toEqual({
    error: { code: 'internal', message: 'Something went wrong. Please refresh the page.' },
  });
  // Without an answer being asked for, and of no known name.
  socket.emit('echo', { text: 'x' });
  socket.emit('unheard of', {});
  expect(await socket.emitWithAck('echo', { text: 'y' })).toEqual({ text: 'y' });
});

test('whoever sends without an end is cut off, whatever it is called', async () => {
  for (const name of ['echo', 'unheard of']) {
    const { socket } = await connect();
    for (let sent = 0; sent < 1_000; sent += 1) socket.emit(name, { text: 'x' });
    await vi.waitFor(() => expect(socket.connected).toBe(false), { timeout: 5_000 });
  }
});

test('a person has so many connections and no more, until one is closed', async () => {
  const [first] = await Promise.all([connect(), connect(), connect()]);
  expect(codeOf((await connect()).refusal)).toBe('too_many_requests');
  first?.socket.disconnect();
  await vi.waitFor(async () => expect((await connect()).refusal).toBeNull());
});

test('whoever would no longer be let in is told so and cut off', async () => {
  const { socket, ended } = await connect();
  world.refusal = new VigilError('no_access_to_user', noAccessToUser);
  await vi.waitFor(() => expect(socket.connected).toBe(false));
  expect(ended).toHaveBeenCalledExactlyOnceWith({ error: { code: 'no_access_to_user', message: noAccessToUser } });
  expect(world.connections[0]?.signal.aborted).toBe(true);
});

test('that it cannot be asked ends nothing', async () => {
  const { socket } = await connect();
  world.refusal = new VigilError('database_unavailable', 'away');
  await expect(world.connections[0]?.judgeAnew()).rejects.toThrow('away');
  expect(socket.connected).toBe(true);
});

test('somebody who may not write goes on reading', async () => {
  const { socket } = await connect();
  const [connection] = world.connections;
  world.refusal = new VigilError('account_on_hold', 'on hold');
  await expect(connection?.judgeAnew({ writes: true })).rejects.toThrow('on hold');
  world.refusal = null;
  expect(socket.connected).toBe(true);
});

test('the connection is judged when its token ends', async () => {
  const claims = { exp: Date.now() / 1000 + 0.03 };
  const { socket, ended } = await connect(`x.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`);
  world.refusal = new VigilError('token_expired', 'Expired.');
  await vi.waitFor(() => expect(socket.connected).toBe(false));
  expect(ended).toHaveBeenCalledWith({ error: { code: 'token_expired', message: 'Expired.' } });
});

test('what is larger than any event cuts the connection, and nothing of it is read', async () => {
  const { socket } = await connect();
  socket.emit('echo', { text: 'x'.repeat(20_000) });
  await vi.waitFor(() => expect(socket.connected).toBe(false));
});

test('a reader that takes nothing is cut off, and not waited for', async () => {
  const { socket } = await connect();
  const [connection] = world.connections;
  const { ws } = socket.io.engine.transport as unknown as { ws: { _socket: { pause(): void } } };
  ws._socket.pause();
  const large = { text: 'x'.repeat(64 * 1024) };
  await vi.waitFor(
    () => {
      for (let count = 0; count < 500; count += 1) connection?.tell('news', large);
      expect(connection?.signal.aborted).toBe(true);
    },
    { timeout: 10_000 },
  );
});

describe('a connection that does not say who it is', () => {
  const socketUrl = `${url.replace('http', 'ws')}/live/?EIO=4&transport=websocket`;
  const openSocket = async (connectPacket?: string) => {
    const socket = new WebSocket(socketUrl);
    const closed = new Promise<number>((resolve) => {
      const from = performance.now();
      socket.addEventListener('close', () => resolve(performance.now() - from));
    });
    if (connectPacket) socket.addEventListener('message', () => socket.send(connectPacket), { once: true });
    return closed;
  };

  test('is closed', async () => {
    expect(await openSocket()).toBeLessThan(2_000);
  });

  test.each([
    ['without a token', '40'],
    ['with a token that is none', '40{"token":7}'],
    ['at another place', '40/elsewhere,{"token":"token"}'],
  ])('%s is closed', async (_name, packet) => {
    world.refusal = null;
    expect(await openSocket(packet)).toBeLessThan(2_500);
    expect(world.connections).toEqual([]);
  });

  test('makes room for another, so that thousands of them keep nobody out', async () => {
    const closed = Array.from({ length: 200 }, () => openSocket());
    await vi.waitFor(() => expect(live.count()).toBeGreaterThan(0));
    expect((await connect()).refusal).toBeNull();
    expect(live.count()).toBeLessThanOrEqual(22);
    await Promise.all(closed);
  });

  test('is closed when it was refused', async () => {
    world.refusal = new VigilError('unauthenticated', 'Who?');
    expect(await openSocket('40{"token":"forged"}')).toBeLessThan(2_500);
  });
});

/** What becomes of an upgrade to a WebSocket: taken, or the status with which the request is answered as any other. */
function upgradeAt(path: string): Promise<number | 'taken'> {
  const headers = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': Buffer.alloc(16).toString('base64'),
  };
  return new Promise((resolve, reject) => {
    const request = get(`${url}${path}`, { headers, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    request.on('upgrade', (_response, socket) => {
      socket.destroy();
      resolve('taken');
    });
    request.on('error', reject);
  });
}

test('plain requests stay with the HTTP server, and so do upgrades to elsewhere', async () => {
  expect((await fetch(`${url}/live/?EIO=4&transport=polling`)).status).toBe(404);
  for (const path of ['/elsewhere', '/', '/live/deeper', '/livelier']) expect(await upgradeAt(path)).toBe(404);
});

test('a path takes upgrades from when it is served until that stops, and no list has to name it', async () => {
  const path = '/second';
  expect(await upgradeAt(`${path}/?EIO=4&transport=websocket`)).toBe(404);
  const second = serveLive(http, { ...route, path }, dependencies);
  expect(await upgradeAt(`${path}/?EIO=4&transport=websocket`)).toBe('taken');
  expect(await upgradeAt(`${path}?EIO=4&transport=websocket`)).toBe('taken');
  expect((await connect()).refusal).toBeNull();
  await second.stop();
  expect(await upgradeAt(`${path}/?EIO=4&transport=websocket`)).toBe(404);
  expect(await upgradeAt('/live/?EIO=4&transport=websocket')).toBe('taken');
});
