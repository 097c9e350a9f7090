import { endpoints } from '@vigil/contract';
import { createAccess } from '#http/access.ts';
import { createDirectory } from '#http/directory.ts';
import { mountDocs } from '#http/docs/index.ts';
import { mountHealth } from '#http/health.ts';
import { serveLive } from '#http/live-connections.ts';
import { createHttpServer, mount } from '#http/mount.ts';
import { portalPage, servePortal, servePortalSources } from '#http/portal.ts';
import { keepsStores, lookAtDisks } from '#platform/disk/watched-disks.ts';
import { createMetrics } from '#platform/metrics.ts';
import { watchOperating } from '#platform/operating-metrics.ts';
import { createWorkLag } from '#platform/work-lag.ts';
import { tenantState } from '#services/configurator/index.ts';
import { createModules, type ModulesOptions } from './modules.ts';

export const version = '0.1.0';

/** The part of the time for stopping that running requests have. */
const shareForRequests = 0.3;

export interface AppOptions extends ModulesOptions {
  /** False leaves the portal's pages out: tests of the API need no build. */
  readonly portal?: boolean;
}

/** The whole server over open stores; call `listen` to start it. */
export async function createApp(options: AppOptions) {
  const { config, stores, log } = options;
  const modules = await createModules(options);
  const metrics = createMetrics();
  const stopping = new AbortController();
  const withPortal = options.portal ?? true;

  const app = createHttpServer({
    log,
    trustProxy: config.trustProxy,
    slowClientMs: config.slowClientMs,
    onlyThisMachine: config.demoIsLocal,
    publicUrl: config.publicUrl,
    oidcIssuer: config.oidcIssuer,
    development: config.development,
    onAnswer: ({ method, route, status, seconds }) => metrics.requestSeconds.observe({ endpoint: `${method} ${route}`, status }, seconds),
    ...(withPortal && !config.development && { fallback: portalPage }),
  });
  const directory = createDirectory({
    people: modules.people,
    deviceState: modules.devices.stateOf,
    tenants: { tenantById: (id) => tenantState(stores.database, id), tenantOfHost: modules.configurator.tenantOfHost },
    bus: modules.bus,
  });
  const access = createAccess({
    verifyToken: (token) => modules.identity.verifyToken(token, { idToken: true }),
    directory,
    assignments: modules.care.assignments,
    owners: modules.owners,
  });

  if (withPortal) await (config.development ? servePortalSources(app) : servePortal(app));
  modules.identity.mount(app);
  const { bodiesInWorkBytes, uploadsPerPrincipal, streamsPerPerson, streams } = config;
  const limits = { bodiesInWorkBytes, uploadsPerPrincipal, streamsPerPerson, streams };
  mount(app, modules.routes, { access, audit: modules.audit, log, bus: modules.bus, stopping: stopping.signal, ...limits });
  const live = modules.liveRoutes.map((route) =>
    serveLive(app, route, {
      ...{ access, bus: modules.bus, clock: modules.clock, log, trustProxy: config.trustProxy },
      limits: { perPerson: streamsPerPerson, inAll: streams },
    }),
  );
  mountDocs(app, { endpoints, version, publicUrl: config.publicUrl, issuer: config.oidcIssuer ?? modules.identity.issuer });
  mountHealth(app, {
    probes: { postgres: () => stores.database.ping(), ticks: () => stores.engine.ping() },
    disks: async () =>
      (await lookAtDisks(config)).map(({ place, state }) => ({
        ...{ place, state },
        refusesReadings: place === 'data' && state === 'full' && keepsStores(config),
      })),
    isStopping: () => stopping.signal.aborted,
    registry: metrics.registry,
  });
  metrics.watchBacklog(() => modules.ticksWriter.backlog().rows);
  metrics.watchReadings(modules.countedReadings);
  metrics.watchTicksRestarts(stores.ticksRestarts);
  watchOperating(metrics.registry, {
    disks: () => lookAtDisks(config),
    workLag: createWorkLag(stores.database),
    mailsBeingSent: modules.mailsBeingSent,
  });

  return {
    ...modules,
    http: app,
    async listen(): Promise<string> {
      const address = await app.listen({ port: config.port, host: config.host });
      modules.gaps.listening.begin();
      await modules.heardEvents.listen();
      return address;
    },
    /**
     * Lets running requests finish, cuts off those that take too long (a stalled upload, a client that does not read), then
     * stores what was accepted and ends every module. The stores stay open.
     */
    async stop() {
      stopping.abort();
      await Promise.all(live.map((one) => one.stop()));
      const cut = setTimeout(() => app.server.closeAllConnections(), config.stopSeconds * shareForRequests * 1000);
      await app.close();
      clearTimeout(cut);
      directory.close();
      await modules.stop();
    },
  };
}

export type App = Awaited<ReturnType<typeof createApp>>;
