import { defaultBodyLimitBytes, type Endpoint, type FileContent, hasBody } from '@vigil/contract';
import { VigilError } from '@vigil/contract/errors';
import { writeLimitOf } from '@vigil/contract/write-limits';
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { preferredEncoding } from '#platform/accept-encoding.ts';
import type { Audit } from '#platform/audit/audit.ts';
import type { Bus } from '#platform/bus.ts';
import type { CallerTurns } from '#platform/caller-turns.ts';
import type { Log } from '#platform/log.ts';
import { guarded } from '#platform/postgres/write-guard.ts';
import type { Access, Admission } from './admission.ts';
import { readBody } from './body.ts';
import { requireMediaType } from './body-kinds.ts';
import { bodyStreamOf } from './body-stream.ts';
import { watchCaller } from './caller-changes.ts';
import { toVigilError } from './error-answers.ts';
import { describeError } from './error-log.ts';
import { defaultRecheckMs, streamEvents } from './event-stream.ts';
import type { FairTurns } from './fair-turns.ts';
import { requireFiguresInScope } from './figures.ts';
import { sendKeptFile } from './kept-file.ts';
import { requireMembersSaid, requireNamedMembers, writeGuardOf } from './members-said.ts';
import { pageCredentials } from './page-cookie.ts';
import { type Payload, payloadWriterOf, readPayload } from './payload.ts';
import type { ReadTurns } from './read-turns.ts';
import { auditEntryOf, contextOf, newRequestState, ownerOf, type RequestState, senderOf } from './request-state.ts';
import { FileAnswer, type KeptFile, type RequestContext, type Route, WrittenAnswer } from './route.ts';
import { answerFailure } from './server.ts';
import type { StreamSlots } from './stream-slots.ts';
import type { UploadBudget } from './upload-budget.ts';
import { checkInput, checkQuery } from './validation.ts';
import { RepeatedRefusal, type WriteLimits } from './write-limits.ts';

export interface CallDependencies {
  readonly access: Access;
  readonly audit: Pick<Audit, 'record'>;
  readonly log: Log;
  /** Changes of callers, which end their event streams at once; without it they end at the next recheck. */
  readonly bus?: Pick<Bus, 'publish' | 'subscribe'>;
  readonly uploads: UploadBudget;
  readonly turns: FairTurns;
  readonly callerTurns: CallerTurns;
  readonly readTurns: ReadTurns;
  readonly streamSlots: StreamSlots;
  readonly writeLimits: WriteLimits;
  /** Ends the event streams: a server that stops must not wait for pages that stay open. */
  readonly stopping?: AbortSignal;
  /** How often an open event stream’s caller is judged anew, in milliseconds. Default 30 s. */
  readonly recheckStreamsMs?: number;
}

/** What Fastify does for one endpoint, stage by stage. */
export function callOf(route: Route, dependencies: CallDependencies): Omit<RouteOptions, 'url'> {
  const { endpoint } = route;
  const { access, audit, callerTurns, log, readTurns, streamSlots, turns, uploads, writeLimits } = dependencies;
  const writeLimit = writeLimitOf(endpoint);
  const kind = endpoint.bodyKind ?? 'json';
  const takesBody = hasBody(endpoint);
  const fhir = kind === 'fhir' || endpoint.service === 'fhir';
  const contentType = `application/${fhir ? 'fhir+json' : 'json'}; charset=utf-8`;
  const writePayload = payloadWriterOf(endpoint);

  const paramsOf = (request: FastifyRequest, state: RequestState): Record<string, unknown> => {
    state.params ??= endpoint.params ? (checkInput(endpoint.params, request.params, 'path') as Record<string, unknown>) : {};
    return state.params;
  };
  const admit = (request: FastifyRequest, state: RequestState): Promise<Admission> => {
    const { authorization } = request.headers;
    const inPage = endpoint.byCookie && authorization === undefined ? pageCredentials(request) : null;
    return access.admit(
      endpoint.access,
      {
        authorization: inPage?.authorization ?? authorization,
        tenantId: inPage?.tenantId ?? header(request, 'x-tenant-id'),
        tenantCode: header(request, 'x-tenant-code'),
        host: request.host,
        params: () => paramsOf(request, state),
        writes: endpoint.method !== 'GET' && endpoint.whileOnHold !== true,
      },
      state.trace,
    );
  };
  /** Durable when it resolves: nothing about a member leaves the server before that. */
  const putOnRecord = async (request: FastifyRequest, status: number) => {
    const entry = request.vigil.recorded ? null : auditEntryOf(endpoint, request.vigil, request, status);
    if (entry) await audit.record(entry);
    request.vigil.recorded = true;
  };
  const handle = async (state: RequestState, admission: Admission, context: RequestContext): Promise<unknown> => {
    const bytes = state.body ?? Buffer.alloc(0);
    state.body = undefined;
    const input = { params: state.params as never, query: state.query as never };
    const isLarge = route.large && bytes.length > route.large.aboveBytes;
    const body = state.stream ?? (takesBody && !isLarge ? readPayload(endpoint, bytes) : undefined);
    if (writeLimit?.of === 'items') writeLimits.count(senderOf(state), endpoint, Array.isArray(body) ? body.length : 1);
    await requireNamedMembers(endpoint, state, admission, body);
    if (takesBody) await takeReadTurn(state, context, body);
    try {
      return await guarded(writeGuardOf(endpoint, state), () =>
        route.large && isLarge
          ? route.large.handler({ ...input, bytes }, context)
          : route.handler({ ...input, body: body as never }, context),
      );
    } finally {
      state.isHandled = true;
    }
  };
  const takeReadTurn = async (state: RequestState, { owner, reply, signal }: RequestContext, body?: unknown): Promise<void> => {
    if (!endpoint.valuesAtMost) return;
    state.endRead = await readTurns.take(owner, endpoint.valuesAtMost({ query: state.query, body } as never));
    reply.raw.once('close', state.endRead);
    if (!signal.aborted) return;
    state.endRead();
    throw new VigilError('request_timeout', 'The connection ended before the turn of this read came.');
  };
  /** The same in the caller's turn, unless a body of theirs is counted already. */
  const handleInTurn = async (state: RequestState, admission: Admission, context: RequestContext): Promise<unknown> => {
    if (takesBody) return handle(state, admission, context);
    // First, so that what waits for its turn keeps no place from the caller's other calls.
    await takeReadTurn(state, context);
    const end = await callerTurns.take(ownerOf(state).principal);
    try {
      return await handle(state, admission, context);
    } finally {
      end();
    }
  };
  const streamTo = async (context: RequestContext, run: (signal: AbortSignal) => Promise<unknown>) => {
    const { request, reply, signal } = context;
    const leave = streamSlots.take(ownerOf(request.vigil).principal);
    reply.raw.once('close', leave);
    if (reply.raw.closed) leave();
    request.openAnswer.leave();
    await putOnRecord(request, 200);
    const recheckMs = dependencies.recheckStreamsMs ?? defaultRecheckMs;
    const { bus, stopping } = dependencies;
    const watch = (onChange: () => void) => (bus ? watchCaller(bus, context, onChange) : () => {});
    await streamEvents({ log, request, reply, stillAllowed: context.judgeAnew, run, signal, recheckMs, stopping, watchCaller: watch });
  };

  return {
    method: endpoint.method,
    config: { polled: endpoint.polled === true },
    async onRequest(request) {
      const state = newRequestState(request);
      request.vigil = state;
      state.admission = await admit(request, state);
      paramsOf(request, state);
      state.query = checkQuery(endpoint.query, request.query as Record<string, unknown>);
      if (takesBody) requireMediaType(kind, request.headers['content-type']);
      // Before the body: what is not stored is not read either.
      if (writeLimit?.of === 'calls') writeLimits.count(senderOf(state), endpoint, 1);
    },
    async preParsing(request, reply, payload) {
      if (!takesBody) return payload;
      const headers = { contentEncoding: header(request, 'content-encoding'), contentLength: request.headers['content-length'] };
      const owner = ownerOf(request.vigil);
      const upload = uploads.open(owner);
      reply.raw.once('close', upload.close);
      if (reply.raw.closed) upload.close();
      const limitBytes = endpoint.bodyLimitBytes ?? defaultBodyLimitBytes;
      if (kind === 'stream') {
        const onWhole = (bytes: number) => turns.take(owner, bytes);
        const { raw, upload: watched } = request;
        request.vigil.stream = bodyStreamOf({ payload: raw, headers, limitBytes, upload, watched, onWhole });
        return payload;
      }
      const body = await readBody(request.raw, headers, limitBytes, upload, request.upload);
      await turns.take(owner, body.length);
      request.vigil.body = body;
      return payload;
    },
    async handler(request, reply) {
      const state = request.vigil;
      const { admission } = state;
      if (!admission) throw new Error('A call reached its handler without having been let in');
      const judgeAnew = () => admit(request, newRequestState(request));
      const context = contextOf(endpoint, state, admission, request, reply, judgeAnew);
      if (endpoint.answer === 'event-stream') return streamTo(context, (signal) => handle(state, admission, { ...context, signal }));
      const answer = await handleInTurn(state, admission, context);
      await requireMembersSaid(endpoint, state);
      requireFiguresInScope(endpoint, { caller: admission.caller, scope: state.scope, namedMembers: state.namedMembers }, answer);
      if (endpoint.answer === 'bytes') {
        await putOnRecord(request, reply.statusCode);
        return sendBytes(reply, answer as FileContent);
      }
      if (endpoint.answer === 'kept-file')
        return sendKeptFile(request, reply, answer as KeptFile, (status) => putOnRecord(request, status));
      if (answer instanceof FileAnswer) return sendFile(request, reply, endpoint, answer, () => putOnRecord(request, reply.statusCode));
      const encoding = preferredEncoding(request.headers['accept-encoding']);
      const payload = answer instanceof WrittenAnswer ? { content: answer.payload } : await writePayload(answer, encoding);
      state.endRead?.();
      await putOnRecord(request, reply.statusCode);
      return send(reply, payload, contentType);
    },
    async errorHandler(error, request, reply) {
      // What every request goes through may refuse it before the call has begun: then nothing is known of it yet.
      request.vigil ??= newRequestState(request);
      request.vigil.endRead?.();
      const form = fhir ? 'outcome' : 'json';
      // Otherwise a loop that is refused would fill the audit log instead.
      if (error instanceof RepeatedRefusal) request.vigil.recorded = true;
      try {
        await putOnRecord(request, toVigilError(error).status);
      } catch (unrecorded) {
        return answerFailure(log, unrecorded, request, reply, form);
      }
      return answerFailure(log, error, request, reply, form);
    },
  };
}

/**
 * A file that a person has uploaded: of the type that it was found to be, which no browser guesses anew (`nosniff` stands on
 * every answer), and able to do nothing if it is opened by itself.
 */
function sendBytes(reply: FastifyReply, { bytes, mediaType, fileName }: FileContent): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('content-disposition', `inline; filename="${fileName}"`)
    .type(mediaType)
    .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}

/** A file as large as it may be: on record before its first byte, as fast as it is taken. */
async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { fileType = 'application/octet-stream' }: Endpoint,
  { name, content }: FileAnswer,
  putOnRecord: () => Promise<void>,
): Promise<FastifyReply> {
  try {
    await putOnRecord();
  } catch (unrecorded) {
    content.destroy();
    throw unrecorded;
  }
  reply.header('cache-control', 'no-store').header('content-type', fileType);
  reply.header('content-disposition', `attachment; filename="${name}"`);
  // What fails from here on cannot be answered any more: the connection is cut, so that nobody takes a part for the whole.
  content.once('error', (error) => request.log.error({ requestId: request.id, cause: describeError(error) }, 'a file was cut short'));
  return reply.send(content);
}

function send(reply: FastifyReply, payload: Payload | undefined, contentType: string): FastifyReply {
  // Answers hold personal data or depend on who asks: no cache between us and the caller may keep them.
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  if (payload === undefined) return reply.code(204).send();
  if (payload.encoding) reply.header('content-encoding', payload.encoding);
  return reply.header('content-type', contentType).send(payload.content);
}

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}
