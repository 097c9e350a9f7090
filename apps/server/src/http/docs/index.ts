import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type OpenApiOptions, openApiOf } from './openapi.ts';

const page = join(import.meta.dirname, 'page');
const files = [
  { url: '/docs', file: 'index.html', type: 'text/html; charset=utf-8' },
  { url: '/docs/docs.css', file: 'docs.css', type: 'text/css; charset=utf-8' },
  { url: '/docs/docs.js', file: 'docs.js', type: 'text/javascript; charset=utf-8' },
] as const;

/** `/openapi.json`, and `/docs` to read it in: our own page, without anything from elsewhere. They describe the software and need no token. */
export function mountDocs(app: FastifyInstance, options: OpenApiOptions): void {
  // Made for the first who asks: that takes longer than anything else at a start, and few servers are ever asked.
  let document: Promise<string> | undefined;
  app.get('/openapi.json', async (_request, reply) => {
    document ??= openApiOf(options).then(JSON.stringify);
    return reply
      .header('cache-control', 'no-cache')
      .type('application/json; charset=utf-8')
      .send(await document);
  });
  for (const { url, file, type } of files)
    app.get(url, async (_request, reply) =>
      reply
        .header('cache-control', 'no-cache')
        .type(type)
        .send(await readFile(join(page, file), 'utf8')),
    );
}
