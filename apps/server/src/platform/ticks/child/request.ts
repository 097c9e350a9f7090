import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Lane } from '../engine.ts';

/** A call of the ClickHouse HTTP interface, taken apart. */
export interface Call {
  readonly sql: string;
  /** Values of `{name:Type}` parameters, in the engine's escaped text. */
  readonly parameters: ReadonlyMap<string, string>;
  /** Rows that belong to an insert; undefined when the body was the statement itself. */
  readonly body: Buffer | undefined;
  readonly lane: Lane;
}

/** The bound that a statement carries in its settings. Seconds; undefined when it has none. */
export function maxSecondsOf(sql: string): number | undefined {
  const last = [...sql.matchAll(/\bmax_execution_time\s*=\s*(\d+)/g)].at(-1)?.[1];
  return last === undefined ? undefined : Number(last);
}

/** Which lane a call belongs to; a real server ignores the header. */
export const laneHeader = 'x-vigil-lane';

/** Reads a call: the statement comes in the URL (the body is then its rows), in the body, or in a form's `query` part. */
export async function readCall(request: IncomingMessage): Promise<Call> {
  const url = new URL(request.url ?? '/', 'http://ticks');
  const body = await readBody(request);
  const parameters = new Map<string, string>();
  const keep = (name: string, value: string) => {
    if (name.startsWith('param_')) parameters.set(name.slice('param_'.length), value);
  };
  for (const [name, value] of url.searchParams) keep(name, value);
  const inUrl = url.searchParams.get('query');
  const boundary = /^multipart\/form-data;\s*boundary=(.+)$/.exec(request.headers['content-type'] ?? '')?.[1];
  const lane = laneOf(request.headers[laneHeader]);
  if (boundary) {
    const form = readForm(body.toString('utf8'), boundary);
    for (const [name, value] of form) keep(name, value);
    return { sql: inUrl ?? form.get('query') ?? '', parameters, body: undefined, lane };
  }
  if (inUrl === null) return { sql: body.toString('utf8'), parameters, body: undefined, lane };
  return { sql: inUrl, parameters, body: body.length > 0 ? body : undefined, lane };
}

/** True when the call carries the secret, as basic authentication or as ClickHouse's own header. Takes the same time either way. */
export function isAuthentic(request: IncomingMessage, secret: string): boolean {
  const basic = /^Basic (.+)$/.exec(request.headers.authorization ?? '')?.[1];
  const key = request.headers['x-clickhouse-key'];
  const given = basic
    ? Buffer.from(basic, 'base64')
        .toString('utf8')
        .replace(/^[^:]*:/, '')
    : typeof key === 'string'
      ? key
      : '';
  return timingSafeEqual(digest(given), digest(secret));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function laneOf(header: string | string[] | undefined): Lane {
  return header === 'report' || header === 'intake' || header === 'background' ? header : 'chart';
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return chunks.length === 1 ? (chunks[0] ?? Buffer.alloc(0)) : Buffer.concat(chunks);
}

function readForm(text: string, boundary: string): Map<string, string> {
  const parts = new Map<string, string>();
  for (const part of text.split(`--${boundary}`)) {
    const end = part.indexOf('\r\n\r\n');
    const name = /name="([^"]*)"/.exec(part.slice(0, Math.max(end, 0)))?.[1];
    if (name !== undefined) parts.set(name, part.slice(end + 4).replace(/\r\n$/, ''));
  }
  return parts;
}
