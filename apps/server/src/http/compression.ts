import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Encoding, preferredEncoding } from '#platform/accept-encoding.ts';

const brotli = promisify(brotliCompress);
const gz = promisify(gzip);

/** Smaller answers fit one packet either way. */
const thresholdBytes = 1024;
const compressible = /^(text\/(?!event-stream)|application\/(json|[\w.-]+\+json|javascript|xml)|image\/svg\+xml)/;

/** The cheap levels: for our JSON they give nearly all of the gain at a tenth of the time. */
const brotliQuality = { [constants.BROTLI_PARAM_QUALITY]: 3 };
const gzipLevel = { level: 1 };

/** For what is written piece by piece, off the event loop as well. */
export const createCompressor = (encoding: Encoding) =>
  encoding === 'br' ? createBrotliCompress({ params: brotliQuality }) : createGzip(gzipLevel);

/**
 * Compresses whole answers above 1 KiB with brotli or gzip, off the event loop. Streams pass as they are.
 */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload;
    if (!compressible.test(String(reply.getHeader('content-type') ?? ''))) return payload;
    reply.header('vary', 'accept-encoding');
    const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload;
    if (bytes.length < thresholdBytes || reply.hasHeader('content-encoding') || request.method === 'HEAD') return payload;
    const encoding = preferredEncoding(request.headers['accept-encoding']);
    if (!encoding) return payload;
    const packed =
      encoding === 'br'
        ? await brotli(bytes, { params: { ...brotliQuality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } })
        : await gz(bytes, gzipLevel);
    reply.header('content-encoding', encoding);
    reply.removeHeader('content-length');
    return packed;
  });
}
