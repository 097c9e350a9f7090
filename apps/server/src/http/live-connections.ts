import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { VigilError } from '@vigil/contract/errors';
import type { FastifyInstance } from 'fastify';
import { Server, type Socket } from 'socket.io';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import { networkOf } from '#platform/network.ts';
import { type IsProxy, type ProxyTrust, plainAddress, proxyCheck, trustNoProxy } from '#platform/proxy-trust.ts';
import type { Access, Admission } from './admission.ts';
import { watchCaller } from './caller-changes.ts';
import { toVigilError } from './error-answers.ts';
import { describeError } from './error-log.ts';
import { defaultRecheckMs } from './event-stream.ts';
import { createFewAtOnce } from './few-at-once.ts';
import { createPacketCount } from './packet-count.ts';
import type { LiveConnection, LiveRoute, Person } from './route.ts';
import { livePathOf } from './server.ts';
import { createSilentConnections, type SilentLimits } from './silent-connections.ts';
import { createStreamSlots, type StreamLimits } from './stream-slots.ts';
import { checkInput } from './validation.ts';

/** The server beside whose calls connections are offered. */
export type LiveServer = Pick<FastifyInstance, 'livePaths' | 'server'>;

export interface LiveDependencies {
  readonly access: Pick<Access, 'admit'>;
  readonly bus: Pick<Bus, 'subscribe'>;
  /** By which tokens end. */
  readonly clock: Clock;
  readonly log: Log;
  readonly trustProxy?: ProxyTrust;
  /** Default 20 connections of a person and 5,000 of everybody in this process. */
  readonly limits?: StreamLimits;
  readonly silent?: SilentLimits;
  /** How often the caller of an open connection is judged anew. Milliseconds, default 30 s. */
  readonly recheckMs?: number;
}

/** Bytes of one message from a client. */
const largestMessageBytes = 16 * 1024;
/** How long it may take to let somebody in who has said who they are. Hundreds come at once where another server was killed. */
const letInWithinMs = 20_000;
/** Connections and what they send that are judged and answered at the same time: calls keep their share of the database. */
const mostAtOnce = 6;
/** Packets that may wait to be taken by a client. */
const mostWaiting = 1_000;
/** What one connection may send in a stretch of time: above `most` it is refused, above `mostRefused` the connection is cut. */
const packetsInStretch = { most: 60, mostRefused: 300, ms: 10_000 };
/** How long a client that was refused may take to hear it and hang up. Milliseconds. */
const lingerMs = 1_000;
const defaultLimits: StreamLimits = { perPerson: 20, inAll: 5_000 };

/**
 * Live connections beside the contract's calls, as WebSockets by Socket.IO: who connects is judged by the access rule of the
 * route, with the token, the tenant and the host of the connection, and so is everything that is sent and told afterwards. A
 * connection ends with its token, with the session behind it, and with whatever else would refuse a call.
 */
export function serveLive({ livePaths, server: http }: LiveServer, route: LiveRoute, dependencies: LiveDependencies) {
  const { access, bus, log } = dependencies;
  const isProxy = proxyCheck(dependencies.trustProxy ?? trustNoProxy);
  const limits = dependencies.limits ?? defaultLimits;
  const slots = createStreamSlots(limits);
  const fewAtOnce = createFewAtOnce(mostAtOnce);
  const silent = createSilentConnections(dependencies.silent);
  const ends = new WeakMap<Connection, () => void>();
  // Requests that do not become WebSockets stay with the HTTP server: this one only hands on what does.
  const door = createServer();
  const io = new Server(door, {
    path: route.path,
    // Without a slash at the end as well: what is handed on here and not taken would stay open without an answer.
    addTrailingSlash: false,
    transports: ['websocket'],
    serveClient: false,
    maxHttpBufferSize: largestMessageBytes,
    connectTimeout: letInWithinMs,
    destroyUpgrade: false,
    allowRequest: (_request, answer) => answer(null, io.engine.clientsCount < 2 * limits.inAll),
  });
  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (livePathOf(request) === route.path) door.emit('upgrade', request, socket, head);
    // A server that offers nothing else hands on nothing else (`isUpgraded` in server.ts), unless its Node is older than 24.9.
    else if (http.listenerCount('upgrade') === 1) socket.destroy();
  };
  http.on('upgrade', onUpgrade);
  livePaths.add(route.path);
  io.engine.on('connection', (connection: Connection) => {
    const leave = silent.watch(networkOf(addressOf(connection.request, isProxy)), () => terminate(connection));
    ends.set(connection, leave);
    connection.once('close', leave);
  });

  io.use((socket, next) => {
    let leave = () => {};
    ends.get(socket.conn)?.();
    requireToken(socket)
      .then(() => fewAtOnce(() => letIn(socket)))
      .then(async (admission) => {
        leave = slots.take((admission.caller as Person).userId ?? '');
        socket.once('disconnect', leave);
        socket.data = await opened(socket, admission);
        next();
      })
      .catch((error: unknown) => {
        leave();
        const failure = noted(error);
        next(Object.assign(new Error(failure.message), { data: refusalOf(failure) }));
        setTimeout(() => terminate(socket.conn), lingerMs).unref();
      });
  });

  const admit = (socket: Socket, writes: boolean): Promise<Admission> => {
    const { auth, headers } = socket.handshake;
    const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
    const token = text(auth.token);
    const isBelieved = isProxy(socket.request.socket.remoteAddress, 0);
    const request = {
      authorization: token === undefined ? undefined : `Bearer ${token}`,
      ...{ tenantId: text(auth.tenantId), tenantCode: text(auth.tenantCode) },
      host: (isBelieved ? text(headers['x-forwarded-host']) : undefined) ?? headers.host,
      params: () => ({}),
      writes,
    };
    return access.admit(route.access, request, { caller: { kind: 'anyone' }, tenant: null, members: new Set() });
  };
  async function letIn(socket: Socket): Promise<Admission> {
    if (socket.conn.readyState !== 'open') throw new VigilError('conflict', 'The connection has ended.');
    const admission = await admit(socket, false);
    if (admission.caller.kind !== 'person' || admission.caller.userId === null || !admission.tenant)
      throw new VigilError('forbidden', 'Only people connect here.');
    return admission;
  }

  async function opened(socket: Socket, admission: Admission): Promise<LiveConnection> {
    const caller = admission.caller as Person & { readonly userId: string };
    const over = new AbortController();
    const end = (refusal: VigilError) => {
      if (over.signal.aborted) return;
      socket.emit(route.endedEvent, refusalOf(refusal));
      over.abort(refusal);
      // What was just said is on its way before the connection closes.
      setImmediate(() => socket.disconnect(true));
    };
    const judgeAnew = async ({ writes } = { writes: false }) => {
      try {
        return await admit(socket, writes);
      } catch (error) {
        const failure = toVigilError(error);
        // Whoever may not write may still read; and that it cannot be asked ends nothing.
        if (failure.status < 500 && !writes) end(failure);
        throw failure;
      }
    };
    const judge = () => void judgeAnew().catch(() => {});
    const unwatch = watchCaller(bus, admission, judge);
    const recheck = setInterval(judge, dependencies.recheckMs ?? defaultRecheckMs);
    const atEnd = setTimeout(judge, Math.min(msUntilEnd(socket.handshake.auth.token, dependencies.clock), 2 ** 31 - 1));
    socket.once('disconnect', () => {
      over.abort();
      unwatch();
      clearInterval(recheck);
      clearTimeout(atEnd);
    });
    return {
      ...{ tenant: admission.tenant as NonNullable<Admission['tenant']>, userId: caller.userId, subject: caller.subject },
      ip: addressOf(socket.request, isProxy),
      requestId: randomUUID(),
      signal: over.signal,
      judgeAnew,
      close: () => void socket.disconnect(true),
      tell(event, content) {
        if (over.signal.aborted) return;
        const { writeBuffer } = socket.conn as unknown as { readonly writeBuffer: readonly unknown[] };
        if (writeBuffer.length > mostWaiting) terminate(socket.conn);
        else socket.emit(event, content);
      },
    };
  }

  io.on('connection', (socket) => {
    const connection = socket.data as LiveConnection;
    const countPacket = createPacketCount(packetsInStretch.ms);
    // Every packet counts, whatever it is called.
    socket.use((packet, next) => {
      const count = countPacket();
      if (count <= packetsInStretch.most) return next();
      if (count > packetsInStretch.mostRefused) return terminate(socket.conn);
      const answer: unknown = packet.at(-1);
      if (typeof answer === 'function') answer(refusalOf(tooMuch()));
    });
    for (const [name, { sent: schema, handle }] of Object.entries(route.events))
      socket.on(name, async (sent: unknown, answer: unknown) => {
        const reply = typeof answer === 'function' ? (answer as (content: object) => void) : () => {};
        try {
          const input = checkInput(schema, sent, 'body') as never;
          reply(await fewAtOnce(() => handle(connection, input)));
        } catch (error) {
          reply(refusalOf(noted(error)));
        }
      });
    route.connect(connection).catch((error: unknown) => {
      noted(error);
      socket.disconnect(true);
    });
  });

  function noted(error: unknown): VigilError {
    const failure = toVigilError(error);
    if (failure.status >= 500)
      log.error({ failure: failure.code, cause: describeError(failure.cause ?? failure) }, 'a live connection failed');
    return failure;
  }

  return {
    /** Connections that are open. */
    count: () => io.engine.clientsCount,
    async stop() {
      livePaths.delete(route.path);
      http.off('upgrade', onUpgrade);
      io.disconnectSockets(true);
      io.engine.close();
      await new Promise<void>((resolve) => setImmediate(resolve));
    },
  };
}

type Connection = Socket['conn'];

/** Whoever brings no token does not wait in line with those who do. */
async function requireToken({ handshake: { auth } }: Socket): Promise<void> {
  if (typeof auth.token !== 'string' || auth.token === '')
    throw new VigilError('unauthenticated', 'Sign in first: this connection needs an access token.');
}

const refusalOf = ({ code, message }: VigilError) => ({ error: { code, message } });

/** Closes without waiting: a polite end would first hand over all that the reader has not taken. */
function terminate(connection: Connection): void {
  const { socket } = connection.transport as unknown as { readonly socket?: { terminate(): void } };
  if (socket) socket.terminate();
  else connection.close(true);
}

const tooMuch = () =>
  new VigilError('too_many_requests', 'This page asks too much at once. It goes on in a moment.', { retryAfterSeconds: 10 });

/** Milliseconds until a token ends, as it says of itself: it has been verified. For what says nothing, the recheck ends it. */
function msUntilEnd(token: unknown, clock: Clock): number {
  try {
    const { exp } = JSON.parse(Buffer.from(String(token).split('.')[1] ?? '', 'base64url').toString()) as { exp?: unknown };
    if (typeof exp === 'number') return Math.max(0, exp * 1000 - clock.now()) + 50;
  } catch {
    // No JWT.
  }
  return Number.POSITIVE_INFINITY;
}

/** The nearest address that no proxy of ours stands at. */
function addressOf(request: IncomingMessage, isProxy: IsProxy): string {
  const forwarded = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);
  let address = request.socket.remoteAddress;
  for (let hop = 0; isProxy(address, hop); hop += 1) {
    const next = plainAddress(forwarded.pop());
    if (next === null) break;
    address = next;
  }
  return plainAddress(address) ?? 'gone';
}
