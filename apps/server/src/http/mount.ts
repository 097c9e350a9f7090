import { type Endpoint, endpoints as everyEndpoint } from '@vigil/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Audit } from '#platform/audit/audit.ts';
import type { Log } from '#platform/log.ts';
import type { Access, Admission } from './access.ts';
import { answerCheckOf } from './answer-check.ts';
import { type BodyBudget, createBodyBudget, readBody } from './body.ts';
import { decodeBody, requireMediaType } from './body-kinds.ts';
import { toVigilError } from './error-answers.ts';
import { defaultRecheckMs, streamEvents } from './event-stream.ts';
import { auditEntryOf, contextOf, newRequestState, type RequestState } from './request-state.ts';
import type { Route } from './route.ts';
import { answerFailure } from './server.ts';
import { checkInput } from './validation.ts';

export { createHttpServer, type HttpServerOptions } from './server.ts';

export interface MountDependencies {
  readonly access: Access;
  readonly audit: Pick<Audit, 'record'>;
  readonly log: Log;
  /** The contract; tests may mount a part of it. */
  readonly endpoints?: readonly Endpoint[];
  /** Memory for bodies in work, over all calls. Default 256 MiB; beyond it 429. */
  readonly bodiesInWorkBytes?: number;
  /** Ends the event streams: a server that stops must not wait for pages that stay open. */
  readonly stopping?: AbortSignal;
  /** How often an open event stream’s caller is judged anew, in milliseconds. Default 30 s. */
  readonly recheckStreamsMs?: number;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on the contract's routes only. */
    vigil: RequestState;
  }
}

const defaultBodyLimitBytes = 1024 * 1024;
const defaultBodiesInWorkBytes = 256 * 1024 * 1024;

/**
 * Binds every endpoint of the contract to its route. In this order: who calls and whether they may, path and query, and only
 * then the body, so that a stranger cannot make the server read or unpack anything; handler; check of the answer against
 * the contract; audit log; answer. Throws when the contract and the routes do not match one to one.
 */
export function mount(app: FastifyInstance, routes: readonly Route[], dependencies: MountDependencies): void {
  requireOneToOne(dependencies.endpoints ?? everyEndpoint, routes);
  const budget = createBodyBudget(dependencies.bodiesInWorkBytes ?? defaultBodiesInWorkBytes);
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { bodyLimit: Number.MAX_SAFE_INTEGER }, async () => undefined);
    scope.decorateRequest('vigil');
    for (const route of routes) mountOne(scope, route, dependencies, budget);
  });
}

function mountOne(scope: FastifyInstance, { endpoint, handler }: Route, dependencies: MountDependencies, budget: BodyBudget): void {
  const { access, audit, log } = dependencies;
  const checkAnswer = answerCheckOf(endpoint);
  const kind = endpoint.bodyKind ?? 'json';
  const takesBody = endpoint.body !== undefined || kind === 'csv' || kind === 'bytes';
  const form = endpoint.bodyKind === 'fhir' || endpoint.service === 'fhir' ? 'outcome' : 'json';
  const contentType = form === 'outcome' ? 'application/fhir+json; charset=utf-8' : 'application/json; charset=utf-8';

  const paramsOf = (request: FastifyRequest) => (endpoint.params ? checkInput(endpoint.params, request.params, 'path') : {});
  const admit = (request: FastifyRequest, state: RequestState): Promise<Admission> =>
    access.admit(
      endpoint.access,
      {
        authorization: request.headers.authorization,
        tenantId: header(request, 'x-tenant-id'),
        tenantCode: header(request, 'x-tenant-code'),
        host: request.host,
        params: () => paramsOf(request) as Record<string, unknown>,
      },
      state.trace,
    );
  /** Durable when it resolves: nothing about a member leaves the server before that. */
  const putOnRecord = async (request: FastifyRequest, status: number) => {
    const entry = request.vigil.recorded ? null : auditEntryOf(endpoint, request.vigil, request, status);
    if (entry) await audit.record(entry);
    request.vigil.recorded = true;
  };

  scope.route({
    method: endpoint.method,
    url: fastifyPath(endpoint.path),
    async onRequest(request) {
      const state = newRequestState();
      request.vigil = state;
      state.admission = await admit(request, state);
      state.params = paramsOf(request);
      state.query = endpoint.query ? checkInput(endpoint.query, request.query, 'query') : {};
      if (takesBody) requireMediaType(kind, request.headers['content-type']);
    },
    async preParsing(request, reply, payload) {
      if (!takesBody) return payload;
      const headers = { contentEncoding: header(request, 'content-encoding'), contentLength: request.headers['content-length'] };
      const { bytes, taken } = await readBody(request.raw, headers, endpoint.bodyLimitBytes ?? defaultBodyLimitBytes, budget);
      reply.raw.once('close', () => budget.give(taken));
      request.vigil.body = bytes;
      return payload;
    },
    async errorHandler(error, request, reply) {
      const failure = toVigilError(error);
      try {
        await putOnRecord(request, failure.status);
      } catch (unrecorded) {
        return answerFailure(log, unrecorded, request, reply, form);
      }
      return answerFailure(log, error, request, reply, form);
    },
    async handler(request, reply) {
      const state = request.vigil;
      const { admission } = state;
      if (!admission) throw new Error('A call reached its handler without having been let in');
      const decoded = takesBody ? decodeBody(kind, state.body ?? Buffer.alloc(0)) : undefined;
      state.body = undefined;
      const body = endpoint.body ? checkInput(endpoint.body, decoded, 'body') : decoded;
      const context = contextOf(state, admission, request, reply);
      const input = { params: state.params as never, query: state.query as never, body: body as never };
      if (endpoint.answer === 'event-stream') {
        await putOnRecord(request, 200);
        const stillAllowed = () => admit(request, newRequestState());
        return streamEvents({
          log,
          request,
          reply,
          stillAllowed,
          run: (signal) => handler(input, { ...context, signal }),
          signal: context.signal,
          recheckMs: dependencies.recheckStreamsMs ?? defaultRecheckMs,
          ...(dependencies.stopping && { stopping: dependencies.stopping }),
        });
      }
      const result = await handler(input, context);
      await requireScopeAsked(endpoint, state, admission);
      const answer = checkAnswer(result);
      const text = answer === undefined ? undefined : JSON.stringify(answer);
      await putOnRecord(request, reply.statusCode);
      return send(reply, text, contentType);
    },
  });
}

function send(reply: FastifyReply, text: string | undefined, contentType: string): FastifyReply {
  // Answers hold personal data or depend on who asks: no cache between us and the caller may keep them.
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  if (text === undefined) return reply.code(204).send();
  return reply.header('content-type', contentType).send(text);
}

/** In a tenant whose staff see only their own members, a list whose handler forgot to ask for the scope must not leave. */
async function requireScopeAsked(endpoint: Endpoint, state: RequestState, admission: Admission): Promise<void> {
  const rule = endpoint.access;
  if (rule.kind !== 'tenant' || !rule.listsMembers || state.askedScope) return;
  if ((await admission.membersInScope()) !== 'tenant')
    throw new Error(`${endpoint.id} lists members without asking which ones the caller may see`);
}

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** `/users/{userId}` as Fastify writes it. */
function fastifyPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

function requireOneToOne(endpoints: readonly Endpoint[], routes: readonly Route[]): void {
  const faults: string[] = [];
  const bound = new Map<string, number>();
  for (const { endpoint } of routes) bound.set(endpoint.id, (bound.get(endpoint.id) ?? 0) + 1);
  const calls = new Map<string, string>();
  for (const endpoint of endpoints) {
    const count = bound.get(endpoint.id) ?? 0;
    if (count !== 1) faults.push(`${endpoint.id} has ${count === 0 ? 'no route' : `${count} routes`}`);
    const call = `${endpoint.method} ${endpoint.path.replaceAll(/\{\w+\}/g, '{}')}`;
    const other = calls.get(call);
    if (other) faults.push(`${endpoint.id} has the same method and path as ${other}`);
    calls.set(call, endpoint.id);
    const rule = endpoint.access;
    const named = rule.kind === 'member' ? rule.member : 'self' in rule ? rule.self : undefined;
    if (named !== undefined && !(endpoint.path.includes(`{${named}}`) && endpoint.params))
      faults.push(`${endpoint.id}’s access rule names ${named}, which is not in its path`);
  }
  const known = new Set(endpoints.map((endpoint) => endpoint.id));
  for (const id of bound.keys()) if (!known.has(id)) faults.push(`${id} has a route but is not in the contract`);
  if (faults.length > 0) throw new Error(`The routes do not match the contract: ${faults.join('; ')}.`);
}
