import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { BadStatement, bindParameters } from './parameters.ts';
import { isAuthentic, maxSecondsOf, readCall } from './request.ts';
import { insertBody } from './row-body.ts';
import { LaneFull, type SessionPool } from './session-pool.ts';
import { heartbeatPath } from './start.ts';

export interface ProtocolOptions {
  readonly pool: SessionPool;
  readonly secret: string;
  /** Folder for the bodies of inserts while they run. */
  readonly bodies: string;
  /** See `Start`. */
  readonly overdueSeconds: number;
}

/** The part of ClickHouse's HTTP interface that the server's `calls.ts` uses. Errors carry the engine's code and text. */
export function createProtocolServer(options: ProtocolOptions): Server {
  // Lists of members come as parameters in the URL; Node's own bound of 16 KB would cut them off.
  return createServer({ maxHeaderSize: 4 * 1024 * 1024, keepAliveTimeout: 60_000 }, (request, response) => {
    answer(options, request, response).catch((error: unknown) => fail(response, error));
  });
}

async function answer(options: ProtocolOptions, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (!isAuthentic(request, options.secret)) {
    request.resume();
    send(response, 403, 'Code: 516. DB::Exception: Authentication failed: the secret is missing or wrong. (AUTHENTICATION_FAILED)', '516');
    return;
  }
  if (request.url?.startsWith('/ping')) return send(response, 200, 'Ok.\n');
  if (request.url?.startsWith(heartbeatPath)) return heartbeat(options, response);
  const call = await readCall(request);
  if (call.sql.trim() === '') throw new BadStatement('Code: 62. DB::Exception: Empty query. (SYNTAX_ERROR)');
  const { body } = call;
  const rows = await options.pool.use(call.lane, maxSecondsOf(call.sql), async (session) => {
    if (body) return insertBody(session, options.bodies, bindParameters(call.sql, call.parameters), body);
    return (await session.queryAsync(bindParameters(call.sql, call.parameters), { format: 'TabSeparated' })).bytes();
  });
  send(response, 200, rows ?? '');
}

/** 200: the engine answers statements. 503: one of them will never end, and its session is lost. No answer: the engine hangs. */
async function heartbeat({ pool, overdueSeconds }: ProtocolOptions, response: ServerResponse): Promise<void> {
  if (pool.overdueSeconds() > overdueSeconds) return send(response, 503, 'Overdue.\n');
  // An engine that answers with a failure (no memory left) is not one that hangs.
  await pool.beat().catch(() => undefined);
  send(response, 200, 'Ok.\n');
}

function fail(response: ServerResponse, error: unknown): void {
  const text = failureText(error);
  send(response, error instanceof BadStatement ? 400 : 500, text, /^Code: (\d+)/.exec(text)?.[1]);
}

/** Every failure in the engine's own form, `Code: <number>. DB::Exception: <text> (<TYPE>)`, which the client takes apart. */
function failureText(error: unknown): string {
  if (error instanceof LaneFull) return `Code: 202. DB::Exception: ${error.message} (TOO_MANY_SIMULTANEOUS_QUERIES)`;
  if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return 'Code: 243. DB::Exception: No space left on device. (NOT_ENOUGH_SPACE)';
  const text = error instanceof Error ? error.message : String(error);
  return /^Code: \d/.test(text) ? text : `Code: 1002. DB::Exception: ${text} (UNKNOWN_EXCEPTION)`;
}

function send(response: ServerResponse, status: number, body: string | Uint8Array, exceptionCode?: string): void {
  if (response.headersSent) return void response.destroy();
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  response.writeHead(status, {
    'content-type': 'text/plain; charset=UTF-8',
    'content-length': bytes.byteLength,
    ...(exceptionCode ? { 'x-clickhouse-exception-code': exceptionCode } : {}),
  });
  response.end(bytes);
}
