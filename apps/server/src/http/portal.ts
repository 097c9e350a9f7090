import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { endpoints } from '@vigil/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

export const portalFolder = join(import.meta.dirname, '../../../portal');

const yearSeconds = 31_536_000;
/** First segments that belong to the API: an unknown address below them is an error, not a page. */
const apiSegments = new Set([
  ...endpoints.map((endpoint) => endpoint.path.split('/')[1]),
  'idp',
  'docs',
  'openapi.json',
  'healthz',
  'readyz',
  'metrics',
]);

/** Serves the built portal. Files with a hash in their name never change and may be kept for a year; all others are asked for again. */
export async function servePortal(app: FastifyInstance): Promise<void> {
  const root = join(portalFolder, 'dist');
  if (!existsSync(join(root, 'index.html')))
    throw new Error('The portal has not been built. Start through "npm start", or run "npm run build".');
  await app.register(fastifyStatic, {
    root,
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, path) {
      const hashed = path.includes(`${root}/assets/`);
      reply.header('cache-control', hashed ? `public, max-age=${yearSeconds}, immutable` : 'no-cache');
    },
  });
}

/** In development Vite serves the sources, in this server, so that issuer and addresses are those of production. */
export async function servePortalSources(app: FastifyInstance): Promise<void> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    configFile: join(portalFolder, 'vite.config.ts'),
    server: { middlewareMode: true, hmr: { server: app.server } },
  });
  app.addHook('onRequest', async (request, reply) => {
    if (isApi(request)) return;
    reply.hijack();
    vite.middlewares(request.raw, reply.raw);
  });
  app.addHook('onClose', () => vite.close());
}

/**
 * The portal's routes live in the browser: any address that is not the API's, names no file and is asked for as a page gets the portal,
 * whoever asks: browsers, and curl and monitors, which take anything.
 */
export function portalPage(request: FastifyRequest, reply: FastifyReply): Promise<unknown> | false {
  const takesPage = /text\/html|\*\/\*/.test(request.headers.accept ?? '*/*');
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (!isRead || !takesPage || isApi(request) || namesFile(request.url)) return false;
  if (/^\/welcome\/?(\?|$)/.test(request.url)) allowPicturesFromElsewhere(reply);
  return Promise.resolve(reply.code(200).sendFile('index.html'));
}

/** The landing page shows the picture that its tenant has named, which may lie with somebody else; nobody’s data are on it. */
function allowPicturesFromElsewhere(reply: FastifyReply): void {
  const policy = String(reply.raw.getHeader('content-security-policy') ?? '');
  reply.header('content-security-policy', policy.replace("img-src 'self'", "img-src 'self' https:"));
}

/** A file that there is was answered before; no route of the portal has a point in its last part, or begins a part with one. */
function namesFile(url: string): boolean {
  const parts = (url.split(/[?#]/, 1)[0] ?? '').split('/');
  return (parts.at(-1) ?? '').includes('.') || parts.some((part) => part.startsWith('.'));
}

function isApi(request: FastifyRequest): boolean {
  return apiSegments.has(request.url.split(/[/?]/)[1]);
}
