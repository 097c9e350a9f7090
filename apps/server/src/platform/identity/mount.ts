import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'node:querystring';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import { errors } from 'oidc-provider';
import type { Log } from '../log.ts';
import { contentPolicy } from './pages/content-policy.ts';
import { ForgedForm } from './pages/exchange.ts';
import { messagesFor } from './pages/messages.ts';
import { errorPage } from './pages/provider-pages.ts';
import type { TenantHosts } from './tenant-hosts.ts';

export interface MountOptions {
  readonly provider: Provider;
  readonly hosts: TenantHosts;
  readonly log: Log;
  /** Adds our own pages to the scope under /idp; absent when people sign in elsewhere. */
  readonly pages: ((scope: FastifyInstance) => void) | null;
}

const prefix = '/idp';
const maxFormBytes = 16 * 1024;

/** Puts the provider and its pages under /idp, in a scope of its own: none of the application's body parsers reach it. */
export function mountIdentity(app: FastifyInstance, options: MountOptions): void {
  app.register(
    async (scope) => {
      scope.addHook('onRequest', async (request, reply) => prepare(request, reply, options.hosts));
      if (options.pages) await scope.register(async (pages) => mountPages(pages, options));
      await scope.register(async (passthrough) => mountProvider(passthrough, options.provider));
    },
    { prefix },
  );
}

async function mountPages(scope: FastifyInstance, options: MountOptions): Promise<void> {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: maxFormBytes }, (_request, body, done) =>
    done(null, { ...parse(body.toString()) }),
  );
  scope.setErrorHandler((error, request, reply) => {
    const expired = error instanceof errors.SessionNotFound;
    const forged = error instanceof ForgedForm;
    const status = expired || forged ? 400 : statusOf(error);
    if (status >= 500) options.log.error({ err: error, requestId: request.id }, 'an identity page failed');
    const messages = messagesFor(request.headers['accept-language']);
    const key = expired ? 'error.expired' : forged ? 'error.form' : 'error.other';
    return reply
      .code(status)
      .header('content-type', 'text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(errorPage(messages, key));
  });
  const types = { 'pages.css': 'text/css; charset=utf-8', 'pages.js': 'text/javascript; charset=utf-8' };
  for (const [name, type] of Object.entries(types)) {
    const content = await readFile(join(import.meta.dirname, 'pages', name), 'utf8');
    scope.get(`/assets/${name}`, async (_request, reply) =>
      reply.header('content-type', type).header('cache-control', 'public, max-age=300').send(content),
    );
  }
  options.pages?.(scope);
}

function mountProvider(scope: FastifyInstance, provider: Provider): void {
  const answer = provider.callback();
  scope.removeAllContentTypeParsers();
  // The provider reads the body itself: the stream must reach it untouched.
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
  scope.all('/*', async (request, reply) => {
    const raw = request.raw as typeof request.raw & { originalUrl?: string };
    reply.hijack();
    raw.originalUrl = raw.url ?? '/';
    raw.url = raw.originalUrl.slice(prefix.length) || '/';
    await answer(raw, reply.raw);
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

function statusOf(error: unknown): number {
  const given = error instanceof Error && 'statusCode' in error ? error.statusCode : 500;
  return typeof given === 'number' ? given : 500;
}
