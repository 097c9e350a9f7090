import type * as z from 'zod';
import type { AccessRule } from './access.ts';
import type { ErrorCode } from './errors.ts';
import type { Figures } from './figures.ts';
import type { WriteLimit } from './write-limits.ts';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * How the answer leaves: a JSON value checked against `response`, a stream of events that the handler writes itself, bytes that a
 * browser may show (`FileContent`), a file of `fileType`, as large as it may be, that the handler hands over as a stream, or a kept file,
 * of which parts may be asked for (RFC 9110, section 14).
 */
export type AnswerKind = 'json' | 'event-stream' | 'bytes' | 'file' | 'kept-file';

/** What the handler of a call with `answer: 'bytes'` returns: sent as it is, under its own type. */
export interface FileContent {
  readonly bytes: Uint8Array;
  /** One that a browser may show: the file was checked to be of it. */
  readonly mediaType: string;
  /** Name to save it under, in plain letters; never one that somebody gave. */
  readonly fileName: string;
}

/**
 * How the body comes in:
 * - `json` (the default): a JSON value checked against `body`.
 * - `fhir`: the same as application/fhir+json; failures leave as an OperationOutcome.
 * - `csv`: the whole text, UTF-8 without its byte order mark; the handler reads it.
 * - `bytes`: the whole body as it is after decompression; the handler reads it.
 * - `stream`: a file as it is, never whole in memory; the handler takes it piece by piece.
 */
export type BodyKind = 'json' | 'bytes' | 'csv' | 'fhir' | 'stream';

/** What the handler of a call with `bodyKind: 'stream'` is given. */
export interface BodyStream {
  /** All of it. Throws what reading a body of `bytes` throws; body_too_large above the limit. */
  whole(limitBytes: number): Promise<Uint8Array>;
  /** Piece by piece, as fast as they are taken. Throws what reading a body throws; body_too_large above the call's limit. */
  pieces(): AsyncIterable<Uint8Array>;
}

/** Bytes of a body that is no batch of readings: names, settings, a list of changes. */
export const defaultBodyLimitBytes = 64 * 1024;

export interface EndpointShape {
  /** Unique over the contract, `<service>.<verbNoun>`, also the OpenAPI operationId. */
  readonly id: string;
  readonly service: string;
  readonly method: HttpMethod;
  /** Path with parameters in braces, as in the specification. */
  readonly path: string;
  readonly summary: string;
  readonly access: AccessRule;
  readonly params?: z.core.$ZodType;
  /** Whatever it does not name is refused. */
  readonly query?: z.core.$ZodObject;
  readonly body?: z.core.$ZodType;
  readonly bodyKind?: BodyKind;
  /** Bytes, as sent and again after decompression; without it `defaultBodyLimitBytes` holds. */
  readonly bodyLimitBytes?: number;
  readonly response: z.core.$ZodType;
  readonly answer?: AnswerKind;
  /** Somebody on hold may call it although it is no GET: it writes nothing into a record. */
  readonly whileOnHold?: boolean;
  /** Media type of a file that is answered. */
  readonly fileType?: string;
  /** A cookie that the server has given for this address stands for the headers: elements of a page that play or show a file send none. */
  readonly byCookie?: boolean;
  /** How many values its answer is about at most, where that depends on what is asked: reads of many take turns. Of the checked input. */
  readonly valuesAtMost?: (input: never) => number;
  /** Asked every few seconds by every open page: calls that are answered well are logged at the level debug. */
  readonly polled?: boolean;
  /** Status of an answer as it should be, where that is not 200. */
  readonly successStatus?: number;
  /** Statuses of answers that the endpoint words itself, in the form of its interface, with what they mean. */
  readonly ownStatuses?: Readonly<Record<number, string>>;
  /** The numbers of the answer that are made from several members. */
  readonly figures?: Figures;
  /** Numbers of the answer that read like such a figure, by place, with what they are instead. */
  readonly otherNumbers?: Readonly<Record<string, string>>;
  /** How much one sender may store with it by time, where that is not the limit of its kind (`writeLimitOf`). */
  readonly writeLimit?: WriteLimit;
  /** Why it is no GET although it stores nothing: such calls have no limit of that sort. */
  readonly storesNothing?: string;
  /** Codes this endpoint raises beyond those that follow from its shape (see `errorsOf`). */
  readonly errors?: readonly ErrorCode[];
}

type OutputOf<S> = S extends z.core.$ZodType ? z.core.output<S> : undefined;
type InputOf<S> = S extends z.core.$ZodType ? z.core.input<S> : undefined;
/** A body that is not JSON has no schema: its kind says what the handler is given and the client sends. */
type PlainBody<E, Otherwise, Streamed> = E extends { readonly bodyKind: 'csv' }
  ? string
  : E extends { readonly bodyKind: 'bytes' }
    ? Uint8Array
    : E extends { readonly bodyKind: 'stream' }
      ? Streamed
      : Otherwise;

/** An endpoint with its resolved types as phantoms: what a handler receives and returns, and what a caller sends and gets. */
export interface Endpoint<Params = unknown, Query = unknown, Body = unknown, Response = unknown, Sent = unknown, Received = unknown>
  extends EndpointShape {
  readonly _params?: Params;
  readonly _query?: Query;
  readonly _body?: Body;
  readonly _response?: Response;
  readonly _sent?: Sent;
  readonly _received?: Received;
}

export type Sent<Params, Query, Body> = (Params extends undefined ? unknown : { params: Params }) &
  (Query extends undefined ? unknown : { query: Query }) &
  (Body extends undefined ? unknown : { body: Body });

/** Declares one call. The types of what is sent and answered are resolved here, once, so that users of them stay fast to check. */
export function endpoint<const E extends EndpointShape>(
  shape: E,
): Endpoint<
  OutputOf<E['params']>,
  OutputOf<E['query']>,
  PlainBody<E, OutputOf<E['body']>, BodyStream>,
  InputOf<E['response']>,
  Sent<InputOf<E['params']>, InputOf<E['query']>, PlainBody<E, InputOf<E['body']>, Blob | Uint8Array>>,
  OutputOf<E['response']>
> &
  Pick<E, 'id' | 'method'> {
  return shape;
}

/** What a handler is given. */
export type ParamsOf<E> = E extends { readonly _params?: infer T } ? T : never;
export type QueryOf<E> = E extends { readonly _query?: infer T } ? T : never;
export type BodyOf<E> = E extends { readonly _body?: infer T } ? T : never;
/** What a handler returns. */
export type ResponseOf<E> = E extends { readonly _response?: infer T } ? T : never;
/** What a client sends and gets. */
export type SentOf<E> = E extends { readonly _sent?: infer T } ? T : never;
export type ReceivedOf<E> = E extends { readonly _received?: infer T } ? T : never;

/** Whether the call takes a body. */
export const hasBody = ({ body, bodyKind = 'json' }: Pick<EndpointShape, 'body' | 'bodyKind'>): boolean =>
  body !== undefined || bodyKind === 'csv' || bodyKind === 'bytes' || bodyKind === 'stream';

/** Every code that a call may fail with: those that follow from its access rule, inputs and body, and those that it declares. */
export function errorsOf(endpoint: EndpointShape): readonly ErrorCode[] {
  const { access: rule } = endpoint;
  const codes = new Set<ErrorCode>(endpoint.errors);
  const takesBody = hasBody(endpoint);
  // Every call refuses query parameters that it does not know.
  codes.add('invalid_input');
  if (takesBody)
    for (const code of [
      'invalid_body_encoding',
      'request_timeout',
      'body_too_large',
      'unsupported_media_type',
      'too_many_requests',
    ] as const)
      codes.add(code);
  if (endpoint.answer === 'event-stream' || (endpoint.method !== 'GET' && endpoint.storesNothing === undefined))
    codes.add('too_many_requests');
  if (endpoint.body) codes.add('invalid_json');
  if (rule.kind !== 'anyone') for (const code of ['unauthenticated', 'token_expired', 'account_gone'] as const) codes.add(code);
  if (rule.kind !== 'anyone' && !(rule.kind === 'signed-in' && rule.deniedToo)) codes.add('account_denied');
  if ('roles' in rule) codes.add('forbidden');
  if ('tenant' in rule && rule.tenant !== undefined) codes.add('not_found');
  if ('roles' in rule && endpoint.method !== 'GET' && !endpoint.whileOnHold) codes.add('account_on_hold');
  if (rule.kind === 'member' || rule.kind === 'resource') for (const code of ['not_found', 'no_access_to_user'] as const) codes.add(code);
  if (rule.kind === 'account') codes.add('not_found');
  if (rule.kind === 'account' && rule.scoped) codes.add('no_access_to_user');
  if ('self' in rule && rule.self !== undefined) codes.add('no_access_to_user');
  if (rule.kind === 'signed-in' && rule.others) for (const code of ['forbidden', 'not_found', 'account_on_hold'] as const) codes.add(code);
  if ('device' in rule && rule.device) codes.add('device_revoked');
  for (const code of ['internal', 'database_unavailable'] as const) codes.add(code);
  return [...codes];
}
