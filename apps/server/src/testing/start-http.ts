import { endpoints } from '@vigil/contract';
import type { FastifyInstance } from 'fastify';
import { createAccess } from '#http/access.ts';
import type { AccessDependencies } from '#http/admission.ts';
import { createDirectory, type Directory } from '#http/directory.ts';
import { createHttpServer, type HttpServerOptions, type MountDependencies, mount } from '#http/mount.ts';
import type { VerifyToken } from '#http/principal.ts';
import type { Route } from '#http/route.ts';
import { tenantState } from '#services/configurator/index.ts';
import { createDevices } from '#services/registry/devices/index.ts';
import type { Harness } from './harness.ts';

export interface StartHttpOptions {
  readonly routes: readonly Route[];
  /** The identity provider's, or one that takes its tokens at their word. */
  readonly verifyToken: VerifyToken;
  readonly tenantOfHost?: Directory['tenantOfHost'];
  readonly assignments?: AccessDependencies['assignments'];
  readonly audit?: MountDependencies['audit'];
  readonly owners?: AccessDependencies['owners'];
  readonly server?: Partial<HttpServerOptions>;
  /** What is served beside the contract. */
  readonly beside?: (http: FastifyInstance) => void;
}

/** What access asks about people, devices and tenants, on the stores of the test run, as the server is wired. */
export function directoryOn(
  { database, people, bus, clock, log }: Harness,
  more: { tenantOfHost?: Directory['tenantOfHost']; monotonicMs?: () => number } = {},
) {
  const devices = createDevices({ database, people, bus, clock, log, tokenEndpoint: '' });
  const tenantOfHost = more.tenantOfHost ?? (async () => null);
  const tenants = { tenantById: (id: string) => tenantState(database, id), tenantOfHost };
  return createDirectory({
    people,
    deviceState: devices.stateOf,
    tenants,
    bus,
    ...(more.monotonicMs && { monotonicMs: more.monotonicMs }),
  });
}

/** Some modules' routes behind the real HTTP server, contract and access rules; nothing listens yet. */
export async function startHttp(harness: Harness, options: StartHttpOptions) {
  const { log, bus } = harness;
  const directory = directoryOn(harness, options);
  const access = createAccess({
    directory,
    owners: options.owners ?? {},
    verifyToken: options.verifyToken,
    assignments: options.assignments ?? { isAssigned: async () => false, membersOf: async () => [] },
  });
  const http = createHttpServer({ log, publicUrl: 'http://test.example', ...options.server });
  options.beside?.(http);
  /** Of the contract, those that are served here. */
  const endpointIds = new Set(options.routes.map(({ endpoint }) => endpoint.id));
  const served = endpoints.filter(({ id }) => endpointIds.has(id));
  mount(http, options.routes, { access, audit: options.audit ?? { record: async () => {} }, log, bus, endpoints: served });
  await http.ready();
  return {
    http,
    access,
    endpointIds,
    listen: () => http.listen({ port: 0, host: '127.0.0.1' }),
    async stop() {
      await http.close();
      directory.close();
    },
  };
}
