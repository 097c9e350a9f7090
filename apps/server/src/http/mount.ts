import { type Endpoint, endpoints as everyEndpoint } from '@vigil/contract';
import type { FastifyInstance } from 'fastify';
import { type CallDependencies, callOf } from './call.ts';
import { createFairTurns } from './fair-turns.ts';
import type { RequestState } from './request-state.ts';
import type { Route } from './route.ts';
import { createStreamSlots } from './stream-slots.ts';
import { createUploadBudget } from './upload-budget.ts';

export { createHttpServer, type HttpServerOptions } from './server.ts';

export interface MountDependencies extends Omit<CallDependencies, 'uploads' | 'turns' | 'streams'> {
  /** The contract; tests may mount a part of it. */
  readonly endpoints?: readonly Endpoint[];
  /** Memory for bodies in work, over all calls, of which a tenant and a principal may take a share. Default 256 MiB; beyond it 429. */
  readonly bodiesInWorkBytes?: number;
  /** Bodies of one principal in work at the same time. Default 32; beyond it 429. */
  readonly uploadsPerPrincipal?: number;
  /** Event streams that one person may have open. Default 20; beyond it 429. */
  readonly streamsPerPerson?: number;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on the contract's routes only. */
    vigil: RequestState;
  }
}

const defaultBodiesInWorkBytes = 256 * 1024 * 1024;
const defaultUploadsPerPrincipal = 32;
const defaultStreamsPerPerson = 20;

/**
 * Binds every endpoint of the contract to its route. In this order: who calls and whether they may, path and query, and only
 * then the body, so that a stranger cannot make the server read or unpack anything; handler; check of the answer against
 * the contract; audit log; answer. Throws when the contract and the routes do not match one to one.
 */
export function mount(app: FastifyInstance, routes: readonly Route[], dependencies: MountDependencies): void {
  requireOneToOne(dependencies.endpoints ?? everyEndpoint, routes);
  const {
    bodiesInWorkBytes = defaultBodiesInWorkBytes,
    uploadsPerPrincipal = defaultUploadsPerPrincipal,
    streamsPerPerson = defaultStreamsPerPerson,
  } = dependencies;
  const budgets = {
    uploads: createUploadBudget({ bodiesInWorkBytes, uploadsPerPrincipal }),
    turns: createFairTurns(),
    streams: createStreamSlots(streamsPerPerson),
  };
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { bodyLimit: Number.MAX_SAFE_INTEGER }, async () => undefined);
    scope.decorateRequest('vigil');
    for (const route of routes) scope.route({ url: fastifyPath(route.endpoint.path), ...callOf(route, { ...dependencies, ...budgets }) });
  });
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
