import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { VigilError } from '@vigil/contract/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import { errors } from 'oidc-provider';
import { createCallerTurns } from '#platform/caller-turns.ts';
import type { Log } from '#platform/log.ts';
import { networkOf } from '#platform/network.ts';
import { staticDocument } from '#platform/static-document.ts';
import type { BrowserRecords } from './browser-records.ts';
import { readFields, UnreadableFields } from './form-fields.ts';
import { contentPolicy } from './pages/content-policy.ts';
import { notice } from './pages/layout.ts';
import { messagesFor, waitText } from './pages/messages.ts';
import { ForgedForm } from './pages/page-request.ts';
import { errorPage } from './pages/provider-pages.ts';
import { type RequestGate, TooManyRequests } from './request-gate.ts';
import type { TenantHosts } from './tenant-hosts.ts';

export interface MountOptions {
  readonly provider: Provider;
  readonly hosts: TenantHosts;
  readonly log: Log;
  readonly gate: RequestGate;
  readonly browserRecords: BrowserRecords;
  /** Adds our own pages to the scope under /idp; absent when people sign in elsewhere. */
  readonly pages: ((scope: FastifyInstance) => void) | null;
}

const prefix = '/idp';
const maxFormBytes = 16 * 1024;
/** After so long others of the same network have their turn, whether or not a form has arrived and an answer was taken. */
const longestTurnMs = 1_000;

/** Puts the provider and its pages under /idp, in a scope of its own: none of the application's body parsers reach it. */
export function mountIdentity(app: FastifyInstance, options: MountOptions): void {
  app.register(
    async (scope) => {
      scope.setErrorHandler((error, request, reply) => answerFailure(error, request, reply, options.log));
      scope.addHook('onRequest', async (request, reply) => {
        options.gate.enter(request.raw, request.ip);
        readFields(request.url.split('?').slice(1).join('?'));
        await prepare(request, reply, options.hosts);
      });
      if (options.pages) await scope.register(async (pages) => mountPages(pages, options));
      await scope.register(async (passthrough) => mountProvider(passthrough, options));
    },
    { prefix },
  );
}

function mountPages(scope: FastifyInstance, options: MountOptions): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer', bodyLimit: maxFormBytes },
    async (_request: FastifyRequest, body: Buffer) => readForm(body),
  );
  const types = { 'pages.css': 'text/css; charset=utf-8', 'pages.js': 'text/javascript; charset=utf-8' };
  for (const [name, type] of Object.entries(types)) {
    const read = () => readFile(join(import.meta.dirname, 'pages', name), 'utf8');
    scope.get(`/assets/${name}`, staticDocument(type, 'public, max-age=300', read));
  }
  options.pages?.(scope);
}

function mountProvider(scope: FastifyInstance, { browserRecords, provider }: MountOptions): void {
  const answer = provider.callback();
  const turns = createCallerTurns();
  scope.removeAllContentTypeParsers();
  // The provider reads the body itself: the stream must reach it untouched.
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
  scope.all('/*', async (request, reply) => {
    const raw = request.raw as typeof request.raw & { originalUrl?: string };
    const endTurn = await turns.take(networkOf(request.ip));
    reply.raw.once('close', endTurn);
    if (reply.raw.closed) endTurn();
    setTimeout(endTurn, longestTurnMs).unref();
    reply.hijack();
    raw.originalUrl = raw.url ?? '/';
    raw.url = raw.originalUrl.slice(prefix.length) || '/';
    await browserRecords.within(raw, reply.raw, () => answer(raw, reply.raw));
  });
}

/**
 * The provider builds addresses from the forwarded host and protocol: they are set here to the one of our origins that
 * the request came to, whatever the client sent. And the headers of these pages: nothing inline, no foreign frame.
 */
async function prepare(request: FastifyRequest, reply: FastifyReply, hosts: TenantHosts): Promise<void> {
  const origin = new URL(await hosts.originOf(request.host));
  request.raw.headers['x-forwarded-host'] = origin.host;
  request.raw.headers['x-forwarded-proto'] = origin.protocol.slice(0, -1);
  // Silent renewal passes through /auth in a hidden frame of the portal; every other page must not be framed.
  const framed = request.url.startsWith(`${prefix}/auth`);
  const { raw } = reply;
  raw.setHeader('content-security-policy', contentPolicy({ framed, formsLeadTo: null }));
  if (framed) raw.removeHeader('x-frame-options');
  else raw.setHeader('x-frame-options', 'DENY');
  raw.setHeader('x-content-type-options', 'nosniff');
  // Not `no-referrer`: browsers would then send forms with the Origin `null`. Links with tokens still tell nobody else.
  raw.setHeader('referrer-policy', 'same-origin');
}

function readForm(body: Buffer): Record<string, string> {
  if (!isUtf8(body)) throw new UnreadableFields('not UTF-8');
  return Object.fromEntries(readFields(body.toString('utf8')));
}

/** Every failure as a page in the person's language that says what to do. */
function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply, log: Log): FastifyReply {
  const messages = messagesFor(request.headers['accept-language']);
  const html = reply.header('content-type', 'text/html; charset=utf-8').header('cache-control', 'no-store');
  if (error instanceof TooManyRequests) {
    const wait = waitText(messages, error.retryInMs);
    html.code(429).header('retry-after', Math.ceil(error.retryInMs / 1000));
    const again = hasPage(request) ? { link: { href: request.url, label: 'busy.again' as const } } : {};
    return html.send(notice(messages, { title: 'busy.title', text: messages.text('busy.text', { wait }), ...again }));
  }
  if (error instanceof errors.SessionNotFound) return html.code(400).send(errorPage(messages, 'error.expired'));
  if (error instanceof ForgedForm) return html.code(400).send(errorPage(messages, 'error.form'));
  const status = statusOf(error);
  if (status >= 500) log.error({ err: error, requestId: request.id }, 'an identity page failed');
  if (error instanceof VigilError && error.retryAfterSeconds !== undefined) html.header('retry-after', String(error.retryAfterSeconds));
  return html.code(status).send(errorPage(messages, status === 503 ? 'error.unavailable' : 'error.other'));
}

/** Whether the address can be opened by a link. Each of our forms has its page there; the provider's forms have none. */
function hasPage(request: FastifyRequest): boolean {
  return request.method === 'GET' || request.routeOptions.url !== `${prefix}/*`;
}

function statusOf(error: unknown): number {
  if (error instanceof VigilError) return error.status;
  const given = error instanceof Error && 'statusCode' in error ? error.statusCode : 500;
  return typeof given === 'number' ? given : 500;
}
