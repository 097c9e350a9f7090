import type { Endpoint, EndpointShape, ReceivedOf, SentOf } from './endpoint.ts';
import type { ErrorCode, FieldError } from './errors.ts';

/** `unreachable`: no answer came. `unexpected_answer`: the answer was not of the contract (a proxy's page, say). */
export type ApiErrorCode = ErrorCode | 'unreachable' | 'unexpected_answer';

/** A call that failed. `status` is 0 when no answer came. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ApiErrorCode;
  readonly fields: readonly FieldError[];
  /** Seconds until a retry makes sense, where the server said so. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    status: number,
    code: ApiErrorCode,
    message: string,
    details: { fields?: readonly FieldError[]; retryAfterSeconds?: number } = {},
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.fields = details.fields ?? [];
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}

type Headers = Record<string, string>;

export interface ClientOptions {
  /** Without a trailing slash; empty for the same origin. */
  readonly baseUrl: string;
  /** Read before every call, so that a renewed token and a newly chosen tenant hold at once. */
  readonly headers: () => Headers | Promise<Headers>;
  readonly fetch?: typeof fetch;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Laid over the client's own. */
  readonly headers?: Headers;
  /** It goes on its way even where the page that makes it is being left. */
  readonly keepalive?: boolean;
}

export interface Client {
  /**
   * Makes one call of the contract. Resolves with the JSON answer; the server has checked it against `endpoint.response`,
   * so it is not parsed a second time and the schemas stay out of the browser's bundle.
   * Throws ApiError, or the signal's reason when it was aborted.
   */
  call<E extends Endpoint>(endpoint: E, sent: SentOf<E>, options?: CallOptions): Promise<ReceivedOf<E>>;
}

interface Parts {
  readonly params?: Record<string, unknown>;
  readonly query?: Record<string, unknown>;
  readonly body?: unknown;
}

const contentTypes = {
  json: 'application/json',
  bytes: 'application/octet-stream',
  csv: 'text/csv',
  fhir: 'application/fhir+json',
  stream: 'application/octet-stream',
} as const;

/** Path and query string of a call. Undefined query values are left out; everything is percent-encoded. */
export function addressOf(endpoint: Pick<EndpointShape, 'id' | 'path'>, sent: Parts): string {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = sent.params?.[name];
    if (value === undefined || value === '') throw new Error(`${endpoint.id} needs the path parameter ${name}`);
    return encodeURIComponent(String(value));
  });
  const given = Object.entries(sent.query ?? {}).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])).toString();
  return search ? `${path}?${search}` : path;
}

export function createClient(options: ClientOptions): Client {
  const send = options.fetch ?? ((...input: Parameters<typeof fetch>) => fetch(...input));
  return {
    async call(endpoint, sent, { signal, headers, keepalive = false } = {}) {
      const parts = sent as Parts;
      const kind = endpoint.bodyKind ?? 'json';
      const request: RequestInit = { method: endpoint.method, signal: signal ?? null, keepalive };
      const typed: Headers = {};
      if (parts.body !== undefined) {
        typed['content-type'] = contentTypes[kind];
        request.body = kind === 'json' || kind === 'fhir' ? JSON.stringify(parts.body) : (parts.body as NonNullable<RequestInit['body']>);
      }
      request.headers = { accept: 'application/json', ...typed, ...(await options.headers()), ...headers };
      const answer = await reach(send, options.baseUrl + addressOf(endpoint, parts), request);
      if (!answer.ok) throw await failureOf(answer);
      return (await jsonOf(answer, request)) as ReceivedOf<typeof endpoint>;
    },
  };
}

async function reach(send: typeof fetch, url: string, request: RequestInit): Promise<Response> {
  try {
    return await send(url, request);
  } catch (reason) {
    throw cutOff(request, reason);
  }
}

/** What a connection that is not there, or breaks in the middle of an answer, is told as. */
function cutOff(request: RequestInit, reason: unknown): unknown {
  if (request.signal?.aborted) return reason;
  return new ApiError(0, 'unreachable', 'The server could not be reached. Check the connection, and try again.');
}

async function jsonOf(answer: Response, request: RequestInit): Promise<unknown> {
  if (answer.status === 204) return undefined;
  try {
    return await answer.json();
  } catch (reason) {
    if (reason instanceof SyntaxError)
      throw new ApiError(answer.status, 'unexpected_answer', 'The server gave an answer that cannot be read.');
    throw cutOff(request, reason);
  }
}

/** The ApiError that a refused call stands for; also used by callers that fetch on their own, as event streams do. */
export async function failureOf(answer: Response): Promise<ApiError> {
  const retryAfterSeconds = retryAfter(answer.headers.get('retry-after'));
  const details = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
  try {
    const { error } = (await answer.json()) as { error?: { code?: ErrorCode; message?: string; fields?: FieldError[] } };
    if (error?.code && error.message)
      return new ApiError(answer.status, error.code, error.message, { ...details, ...(error.fields && { fields: error.fields }) });
  } catch {
    // Not of the contract: a proxy's page or an answer cut off. The status still tells what happened.
  }
  return new ApiError(answer.status, 'unexpected_answer', `The server answered ${answer.status} ${answer.statusText}`.trim(), details);
}

/** Seconds from a Retry-After header in either of its forms; undefined when absent or unreadable. */
function retryAfter(header: string | null): number | undefined {
  if (!header) return undefined;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - Date.now()) / 1000));
}
