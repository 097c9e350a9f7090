import { randomUUID } from 'node:crypto';
import type { Server as HttpServer, IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { VigilError } from '@vigil/contract/errors';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, type RawRequestDefaultExpression } from 'fastify';
import type { Log } from '#platform/log.ts';
import { networkOf } from '#platform/network.ts';
import { type IsProxy, type ProxyTrust, proxyCheck, trustNoProxy } from '#platform/proxy-trust.ts';
import { settleClientAddress } from './client-address.ts';
import { compressAnswers } from './compression.ts';
import { createConnectionTurns } from './connection-turns.ts';
import { errorAnswer, toVigilError } from './error-answers.ts';
import { describeError } from './error-log.ts';
import { comesFromElsewhere, onThisMachineOnly } from './only-this-machine.ts';
import { createOpenAnswers, type OpenAnswer } from './open-answers.ts';
import { securityHeaders } from './security-headers.ts';
import { longestRequestMs, type WatchedUpload, watchSlowClients } from './slow-clients.ts';
import { answerUnreadable } from './unreadable.ts';

export interface HttpServerOptions {
  readonly log: Log;
  /** Whose X-Forwarded-* headers are believed (address, protocol, host). Default: nobody's. */
  readonly trustProxy?: ProxyTrust;
  /**
   * How long a client may be silent while it owes us something: the head of a request, bytes of its body, or taking its answer.
   * Milliseconds, default 15 s; the connection is closed then, with 408 where there is somebody to read it.
   */
  readonly slowClientMs?: number;
  /** How long a request that is no file may take to come in. */
  readonly requestMs?: number;
  /** Answers nobody but browsers of this machine (see `comesFromElsewhere`). */
  readonly onlyThisMachine?: boolean;
  readonly publicUrl: string;
  readonly oidcIssuer?: string | undefined;
  readonly development?: boolean;
  /** Told of every answer, for the metrics. The route is the template, never the address. */
  readonly onAnswer?: (answer: { method: string; route: string; status: number; seconds: number }) => void;
  /** Answers what no route does, where it can (the portal's pages). False: there is nothing, answer 404. */
  readonly fallback?: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown> | false;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Asked again and again by every open page. */
    readonly polled?: boolean;
  }
  interface FastifyInstance {
    /** Paths at which WebSockets are offered: `serveLive` puts in what it serves. Any other upgrade is ignored, and what was asked for is answered (RFC 9110, 7.8). */
    readonly livePaths: Set<string>;
  }
  interface FastifyRequest {
    upload: WatchedUpload;
    openAnswer: OpenAnswer;
  }
}

const defaultSlowClientMs = 15_000;

/** The HTTP server without any route: headers, compression, log lines, and one translation of every failure. */
export function createHttpServer(options: HttpServerOptions): FastifyInstance {
  const { log } = options;
  const development = options.development ?? false;
  const headers = securityHeaders({ publicUrl: options.publicUrl, oidcIssuer: options.oidcIssuer, development });
  const secure = (response: ServerResponse) => {
    for (const [name, value] of headers) response.setHeader(name, value);
  };
  const unreadable = answerUnreadable(headers);
  const slowClientMs = options.slowClientMs ?? defaultSlowClientMs;
  const isProxy = proxyCheck(options.trustProxy ?? trustNoProxy);
  const connectionTurns = createConnectionTurns();
  const livePaths = new Set<string>();
  // In development Vite has one of its own.
  const isUpgraded = (request: IncomingMessage) => development || livePaths.has(livePathOf(request));
  const openAnswers = createOpenAnswers();
  const app = Fastify({
    logger: false,
    // Fastify believes no one when it is given a number; as a function it goes by the hop.
    trustProxy: isProxy,
    genReqId: (request) => requestIdOf(request, isProxy),
    requestTimeout: longestRequestMs,
    keepAliveTimeout: 72_000,
    bodyLimit: 1024 * 1024,
    exposeHeadRoutes: false,
    // Every call answers with and without a slash at its end: some clients put one there, the specification does at times.
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
    // Node would answer a request without a host by itself, past our headers.
    http: {
      requireHostHeader: false,
      headersTimeout: slowClientMs,
      connectionsCheckingInterval: Math.min(slowClientMs / 5, 3_000),
      shouldUpgradeCallback: isUpgraded,
    },
    // Whoever still has a connection when the server stops is answered as ever, and told that it was the last answer on it.
    return503OnClosing: false,
    // An address that cannot be read is answered before any hook.
    frameworkErrors(error, request, reply) {
      void connectionTurns.take(request.raw, reply.raw).then(() => {
        secure(reply.raw);
        reply.raw.setHeader('x-request-id', request.id);
        answerFailure(log, error, request, reply, formOf(request));
      });
    },
    clientErrorHandler: unreadable,
  });
  passOnWhileConnected(app.server);
  const slowClients = watchSlowClients({
    windowMs: slowClientMs,
    requestMs: options.requestMs,
    answerTimeout: (socket) => unreadable(Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket),
  });
  app.addHook('onClose', async () => slowClients.stop());
  app.decorate('livePaths', livePaths);
  app.decorateRequest('upload');
  app.decorateRequest('openAnswer');
  // What somebody expects of us beyond 100-continue is no reason to refuse them (RFC 9110, 10.1.1), as Node would by itself.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.addHook('onRequest', async (request, reply) => {
    await connectionTurns.take(request.raw, reply.raw);
    // Before headers that nobody is believed to have the right to are taken off.
    const isFromElsewhere = options.onlyThisMachine === true && comesFromElsewhere(request.raw);
    settleClientAddress(request, isProxy);
    secure(reply.raw);
    reply.raw.setHeader('x-request-id', request.id);
    request.upload = slowClients.watch(request.raw, reply.raw);
    request.openAnswer = openAnswers.watch(reply.raw, networkOf(request.ip));
    if (isFromElsewhere) throw onThisMachineOnly();
    const hosts = request.raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
    if (hosts > 1 || (request.raw.httpVersion === '1.1' && hosts === 0))
      throw new VigilError('invalid_input', 'The request has to have one Host header, as HTTP/1.1 demands.');
  });
  compressAnswers(app);
  app.addHook('onResponse', async (request, reply) => {
    const route = request.is404 ? 'none' : (request.routeOptions.url ?? 'none');
    const status = reply.raw.statusCode;
    const milliseconds = Math.round(reply.elapsedTime * 10) / 10;
    const usual = request.routeOptions.config.polled && status < 400 ? 'debug' : 'info';
    log[status >= 500 ? 'warn' : usual]({ requestId: request.id, method: request.method, route, status, milliseconds }, 'answered');
    options.onAnswer?.({ method: request.method, route, status, seconds: reply.elapsedTime / 1000 });
  });
  // A connection may fall idle only after closing has begun; nobody would close it then until its keep-alive time is over.
  app.addHook('preClose', async () => {
    // What still arrives then is answered by Fastify before any hook.
    app.server.prependListener('request', (_request, response) => secure(response));
    const sweep = setInterval(() => app.server.closeIdleConnections(), 100);
    app.server.once('close', () => clearInterval(sweep));
  });
  app.setErrorHandler((error, request, reply) => answerFailure(log, error, request, reply, formOf(request)));
  app.setNotFoundHandler((request, reply) => {
    const nothing = new VigilError('not_found', 'There is nothing at this address.');
    const form = formOf(request);
    if (form === 'outcome') return answerFailure(log, nothing, request, reply, form);
    return options.fallback?.(request, reply) || answerFailure(log, nothing, request, reply);
  });
  return app;
}

/** The path at which an upgrade is asked for; as calls, it has a slash at its end or none. */
export const livePathOf = ({ url = '' }: IncomingMessage): string => url.split('?', 1)[0]?.replace(/\/$/, '') ?? '';

/** What a connection has sent ahead is parsed to its end also after it was closed: it goes no further, or each of a thousand requests would cost what one does. */
function passOnWhileConnected(server: HttpServer): void {
  const [answer] = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request').on('request', (request, response) => {
    if (!request.socket.destroyed) answer?.(request, response);
  });
}

/** FHIR R4, 3.1.0.4: what is asked of that interface is answered in its form, whatever the rest of the address. */
function formOf({ url }: FastifyRequest): 'json' | 'outcome' {
  return /^\/fhir(?:[/?]|$)/.test(url) ? 'outcome' : 'json';
}

/** Answers a failure outside the contract's routes; those answer theirs after the audit log. */
export function answerFailure(
  log: Log,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  form: 'json' | 'outcome' = 'json',
): FastifyReply {
  const failure = toVigilError(error);
  if (failure.status >= 500)
    log.error({ requestId: request.id, failure: failure.code, cause: describeError(failure.cause ?? failure) }, 'failed');
  const answer = errorAnswer(failure, form);
  return reply
    .code(answer.status)
    .headers({ ...answer.headers, 'cache-control': 'no-store', 'content-type': answer.contentType })
    .send(JSON.stringify(answer.body));
}

/** A proxy's own id is kept so that its log and ours can be read together; anybody else's could forge log lines. */
function requestIdOf(request: RawRequestDefaultExpression, isProxy: IsProxy): string {
  const given = request.headers['x-request-id'];
  const believed = typeof given === 'string' && /^[\w.-]{8,64}$/.test(given) && isProxy(request.socket.remoteAddress, 0);
  return believed ? given : randomUUID();
}
