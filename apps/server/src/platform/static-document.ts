import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Encoding, preferredEncoding } from './accept-encoding.ts';

interface StaticDocument {
  readonly tag: string;
  readonly bytes: Readonly<Record<Encoding | 'identity', Buffer>>;
}

const compress = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, { level: 9 }),
};

/**
 * Answers with a document that is the same for everybody. It is made and compressed once, for the first who asks, and all
 * answers share those bytes: anybody may ask for it, as often as they like. Whoever has it hears 304.
 */
export function staticDocument(type: string, cacheControl: string, make: () => Promise<string>) {
  let made: Promise<StaticDocument> | undefined;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    made ??= prepare(make).catch((failure: unknown) => {
      made = undefined;
      throw failure;
    });
    const { tag, bytes } = await made;
    const encoding = preferredEncoding(request.headers['accept-encoding']) ?? 'identity';
    // A tag names the bytes as they are sent (RFC 9110, 8.8.1).
    reply.header('cache-control', cacheControl).header('vary', 'accept-encoding').header('etag', `"${tag}-${encoding}"`);
    if (request.headers['if-none-match']?.includes(tag)) return reply.code(304).send();
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply.type(type).send(bytes[encoding]);
  };
}

async function prepare(make: () => Promise<string>): Promise<StaticDocument> {
  const identity = Buffer.from(await make());
  const [br, gz] = await Promise.all([compress.br(identity), compress.gzip(identity)]);
  return { tag: createHash('sha256').update(identity).digest('base64url').slice(0, 22), bytes: { identity, br, gzip: gz } };
}
