import { type AccessRule, type Endpoint, endpoints as everyEndpoint } from '@vigil/contract';
import type { FastifyInstance } from 'fastify';
import { createCallerTurns } from '#platform/caller-turns.ts';
import { type CallDependencies, callOf } from './call.ts';
import { createFairTurns } from './fair-turns.ts';
import { createReadTurns } from './read-turns.ts';
import { handlerSaysMembers, type RequestState } from './request-state.ts';
import type { Route } from './route.ts';
import { createStreamSlots } from './stream-slots.ts';
import { createUploadBudget } from './upload-budget.ts';
import { createWriteLimits, type WriteLimits } from './write-limits.ts';

export { createHttpServer, type HttpServerOptions } from './server.ts';

export interface MountDependencies
  extends Omit<CallDependencies, 'uploads' | 'turns' | 'callerTurns' | 'readTurns' | 'streamSlots' | 'writeLimits'> {
  /** The contract; tests may mount a part of it. */
  readonly endpoints?: readonly Endpoint[];
  /** Memory for bodies in work, over all calls, of which a tenant and a principal may take a share. Default 256 MiB; beyond it 429. */
  readonly bodiesInWorkBytes?: number;
  /** Bodies of one principal in work at the same time. Default 32; beyond it 429. */
  readonly uploadsPerPrincipal?: number;
  /** What one sender stores by time; tests bring their own. */
  readonly writeLimits?: WriteLimits;
  /** Event streams that one person may have open. Default 20; beyond it 429. */
  readonly streamsPerPerson?: number;
  /** Event streams that the process keeps open, of everybody. Default 5,000; beyond it 429. */
  readonly streams?: number;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on the contract's routes only, from the moment that their own hooks begin or a request is refused before. */
    vigil: RequestState;
  }
}

const defaultBodiesInWorkBytes = 256 * 1024 * 1024;
const defaultUploadsPerPrincipal = 32;
const defaultStreamsPerPerson = 20;
const defaultStreams = 5_000;

/**
 * Binds every endpoint of the contract to its route. In this order: who calls and whether they may, path and query, and only
 * then the body, so that a stranger cannot make the server read or unpack anything; handler; check of the answer against
 * the contract; audit log; answer. Throws when the contract and the routes do not match one to one.
 */
export function mount(app: FastifyInstance, routes: readonly Route[], dependencies: MountDependencies): void {
  requireFit(dependencies.endpoints ?? everyEndpoint, routes, dependencies.access.owners);
  const {
    bodiesInWorkBytes = defaultBodiesInWorkBytes,
    uploadsPerPrincipal = defaultUploadsPerPrincipal,
    streamsPerPerson = defaultStreamsPerPerson,
    streams = defaultStreams,
  } = dependencies;
  const budgets = {
    uploads: createUploadBudget({ bodiesInWorkBytes, uploadsPerPrincipal }),
    turns: createFairTurns(),
    callerTurns: createCallerTurns(),
    readTurns: createReadTurns(),
    writeLimits: dependencies.writeLimits ?? createWriteLimits({ bus: dependencies.bus }),
    streamSlots: createStreamSlots({ perPerson: streamsPerPerson, inAll: streams }),
  };
  app.addHook('onClose', async () => budgets.writeLimits.stop());
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

/** The path parameters that a rule names. */
function parametersOf(rule: AccessRule): readonly string[] {
  const named = [
    'tenant' in rule ? rule.tenant : undefined,
    'self' in rule ? rule.self : undefined,
    'holds' in rule ? rule.holds : undefined,
    rule.kind === 'signed-in' && rule.others?.kind === 'account' ? rule.others.account : undefined,
    rule.kind === 'member' ? rule.member : undefined,
    rule.kind === 'resource' ? rule.id : undefined,
    rule.kind === 'account' ? rule.account : undefined,
  ];
  return named.filter((name) => name !== undefined);
}

function requireFit(endpoints: readonly Endpoint[], routes: readonly Route[], owners: readonly string[]): void {
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
    for (const named of parametersOf(endpoint.access))
      if (!(endpoint.path.includes(`{${named}}`) && endpoint.params))
        faults.push(`${endpoint.id}’s access rule names ${named}, which is not in its path`);
    const owner = 'owner' in endpoint.access ? endpoint.access.owner : undefined;
    if (owner !== undefined && !owners.includes(owner)) faults.push(`${endpoint.id} is about a ${owner}, and nobody looks up whose one is`);
    // A body that is not read here cannot be asked whom it names.
    const namesInBody = endpoint.access.kind === 'members-in-body' && endpoint.access.at !== undefined;
    if (namesInBody && (!endpoint.body || routes.some((one) => one.endpoint.id === endpoint.id && one.large)))
      faults.push(`${endpoint.id}’s access rule names places of its body, which is not read before its handler`);
    // A stream answers before its handler is done, so what is checked after the handler would come too late.
    if (endpoint.answer === 'event-stream' && handlerSaysMembers(endpoint.access))
      faults.push(`${endpoint.id} streams, so its path has to name whom it is about`);
  }
  const known = new Set(endpoints.map((endpoint) => endpoint.id));
  for (const id of bound.keys()) if (!known.has(id)) faults.push(`${id} has a route but is not in the contract`);
  if (faults.length > 0) throw new Error(`The routes do not match the contract: ${faults.join('; ')}.`);
}
