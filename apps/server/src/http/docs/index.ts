import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { staticDocument } from '#platform/static-document.ts';
import { type OpenApiOptions, openApiOf } from './openapi.ts';

const page = join(import.meta.dirname, 'page');
const files = [
  { url: '/docs', file: 'index.html', type: 'text/html; charset=utf-8' },
  { url: '/docs/docs.css', file: 'docs.css', type: 'text/css; charset=utf-8' },
  { url: '/docs/docs.js', file: 'docs.js', type: 'text/javascript; charset=utf-8' },
] as const;

/** `/openapi.json`, and `/docs` to read it in: our own page, without anything from elsewhere. They describe the software and need no token. */
export function mountDocs(app: FastifyInstance, options: OpenApiOptions): void {
  const described = async () => JSON.stringify(await openApiOf(options));
  app.get('/openapi.json', staticDocument('application/json; charset=utf-8', 'no-cache', described));
  for (const { url, file, type } of files)
    app.get(
      url,
      staticDocument(type, 'no-cache', () => readFile(join(page, file), 'utf8')),
    );
}
