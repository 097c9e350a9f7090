import { randomUUID } from 'node:crypto';
import * as http from 'node:http';
import * as https from 'node:https';
import { laneHeader } from './child/request.ts';
import type { Lane } from './engine.ts';
import { EngineError } from './failures.ts';
import { parameterText } from './parameter-text.ts';

export interface TicksCall {
  readonly sql: string;
  /** Of `{name:Type}` in the SQL. */
  readonly parameters?: Readonly<Record<string, unknown>> | undefined;
  /** The rows of an insert. */
  readonly rows?: readonly Uint8Array[];
  readonly signal: AbortSignal;
}

/** Connections to ClickHouse's HTTP interface, kept open between calls. */
export interface TicksCalls {
  /** The whole answer. Throws EngineError where the engine says why not, and what Node throws where nothing sensible was heard. */
  post(call: TicksCall): Promise<Buffer>;
  close(): void;
}

export interface TicksCallsOptions {
  /** May carry user and password. */
  readonly url: string;
  /** Stands in for the password. */
  readonly secret?: string | undefined;
  readonly lane: Lane;
  /** Calls beyond so many wait for one of them to end. */
  readonly connections: number;
}

/** An idle connection is given up long before a server does it (30 s by default, 3 s in earlier ones). Milliseconds. */
const idleMs = 2_500;
/** Longer parameters travel in the body: proxies refuse long addresses. Characters. */
const longestInUrl = 4_096;

/**
 * Not through `@clickhouse/client`: before each call it waits for a timer of zero, which is a millisecond and more, and its way of
 * reading an answer costs another; a chart's whole question takes eight (docs/decisions/0099).
 */
export function createTicksCalls({ url, secret, lane, connections }: TicksCallsOptions): TicksCalls {
  const { protocol, hostname, port, pathname, username, password } = new URL(url);
  const { request, Agent } = protocol === 'https:' ? https : http;
  const agent = new Agent({ keepAlive: true, maxSockets: connections, timeout: idleMs });
  const user = decodeURIComponent(username) || 'default';
  const credentials = Buffer.from(`${user}:${secret ?? decodeURIComponent(password)}`).toString('base64');
  const own = { authorization: `Basic ${credentials}`, [laneHeader]: lane };
  const target = { agent, method: 'POST', protocol, hostname: hostname.replace(/^\[|\]$/g, ''), port };

  return {
    post: (call) =>
      new Promise((resolve, reject) => {
        const { search, type, body } = written(call);
        const length = body.reduce((sum, part) => sum + part.byteLength, 0);
        const headers = { ...own, 'content-type': type, 'content-length': length };
        const outgoing = request({ ...target, path: `${pathname}${search}`, headers, signal: call.signal }, (response) => {
          const parts: Buffer[] = [];
          response.on('data', (part: Buffer) => parts.push(part));
          response.on('error', reject);
          response.on('end', () => {
            const [only, ...more] = parts;
            const answer = only && more.length === 0 ? only : Buffer.concat(parts);
            if (response.statusCode === 200 && !response.headers['x-clickhouse-exception-code']) resolve(answer);
            else reject(EngineError.from(answer.toString('utf8')));
          });
        });
        outgoing.on('error', reject);
        for (const part of body) outgoing.write(part);
        outgoing.end();
      }),
    close: () => agent.destroy(),
  };
}

/**
 * A server answers as soon as it has the first rows, and what goes wrong after that it writes behind them, as text in the midst of an answer
 * that says 200. Whoever reads whole answers lets it wait: https://clickhouse.com/docs/interfaces/http#http_response_codes_caveats
 */
const wholeOrNothing: [string, string] = ['wait_end_of_query', '1'];

/** The statement is the body, unless rows are: then it stands in the address. */
function written({ sql, parameters = {}, rows }: TicksCall): { search: string; type: string; body: readonly Uint8Array[] } {
  const named = Object.entries(parameters).map(([name, value]): [string, string] => [`param_${name}`, parameterText(value)]);
  const inUrl = new URLSearchParams([wholeOrNothing, ...(rows ? [['query', sql] as [string, string]] : []), ...named]).toString();
  const plainText = 'text/plain; charset=UTF-8';
  if (rows) return { search: `?${inUrl}`, type: 'application/octet-stream', body: rows };
  if (inUrl.length <= longestInUrl) return { search: `?${inUrl}`, type: plainText, body: [Buffer.from(sql)] };
  const boundary = randomUUID();
  const parts = [['query', sql], ...named].map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const form = Buffer.from(`${parts.join('')}--${boundary}--\r\n`);
  return { search: `?${new URLSearchParams([wholeOrNothing])}`, type: `multipart/form-data; boundary=${boundary}`, body: [form] };
}
