import type { FastifyReply, FastifyRequest } from 'fastify';
import { describeError } from './error-log.ts';
import type { KeptFile } from './route.ts';

/** Bytes from one place to another, both included. */
interface Range {
  readonly from: number;
  readonly to: number;
}

/**
 * Answers a kept file, or the one range of it that is asked for (RFC 9110, section 14), as fast as it is taken. What it is was found
 * out by us, no browser guesses anew, and it can do nothing if it is opened by itself.
 */
export async function sendKeptFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: KeptFile,
  putOnRecord: (status: number) => Promise<void>,
): Promise<FastifyReply> {
  const { id, sizeBytes, mediaType, name, isShown } = file;
  const tag = `"${id}"`;
  const ifRange = request.headers['if-range'];
  const range = ifRange === undefined || ifRange === tag ? rangeOf(request.headers.range, sizeBytes) : null;
  const status = range === 'outside' ? 416 : range ? 206 : 200;
  await putOnRecord(status);
  reply
    .code(status)
    .header('cache-control', 'no-store')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cross-origin-resource-policy', 'same-origin')
    .header('accept-ranges', 'bytes')
    .header('etag', tag);
  if (range === 'outside') return reply.header('content-range', `bytes */${sizeBytes}`).send();
  const { from, to } = range ?? { from: 0, to: sizeBytes - 1 };
  if (range) reply.header('content-range', `bytes ${from}-${to}/${sizeBytes}`);
  reply
    .header('content-disposition', `${isShown ? 'inline' : 'attachment'}; ${fileNameIn(name)}`)
    .header('content-length', to - from + 1)
    .header('content-type', mediaType);
  const content = file.open(from, to);
  // What fails from here on cannot be answered any more: the connection is cut, so that nobody takes a part for the whole.
  content.once('error', (error) => request.log.error({ requestId: request.id, cause: describeError(error) }, 'a file was cut short'));
  return reply.send(content);
}

/** The range that a header asks for; null for the whole file, which also answers what is no single range. */
function rangeOf(header: string | undefined, size: number): Range | 'outside' | null {
  const asked = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '');
  if (!asked || (asked[1] === '' && asked[2] === '')) return null;
  const [, first = '', last = ''] = asked;
  if (first === '') return Number(last) === 0 ? 'outside' : { from: Math.max(0, size - Number(last)), to: size - 1 };
  const [from, to] = [Number(first), last === '' ? size - 1 : Math.min(Number(last), size - 1)];
  if (last !== '' && Number(last) < from) return null;
  return from >= size ? 'outside' : { from, to };
}

/** A name in letters that every client reads, and as it is (RFC 6266, RFC 8187). */
function fileNameIn(name: string): string {
  const plain = name.replace(/[^\w .()-]/g, '_');
  if (plain === name) return `filename="${name}"`;
  const exact = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  return `filename="${plain}"; filename*=UTF-8''${exact}`;
}
