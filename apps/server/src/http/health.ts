import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { createAnswerCache } from '#platform/answer-cache.ts';

export interface HealthDependencies {
  /** Each resolves when what it names answers. */
  readonly probes: Readonly<Record<string, () => Promise<void>>>;
  /** True from the moment the server has begun to stop: a load balancer should send nobody here any more. */
  readonly isStopping: () => boolean;
  readonly registry: Registry;
}

const probeTimeoutMs = 3_000;
/** For how long the stores' states, and the metrics, that were answered to one caller are answered to all. */
const keepMs = 500;

/**
 * `/healthz`: the process lives. `/readyz`: it can serve, each store named with its state. `/metrics`: Prometheus text.
 * They hold no data of any person and need no token; they listen where the portal does, so an operator who opens the
 * server to a network keeps `/metrics` behind the reverse proxy (docs/operating.md). However often they are asked, the stores are
 * probed and the metrics written twice a second at most.
 */
export function mountHealth(app: FastifyInstance, dependencies: HealthDependencies): void {
  const states = createAnswerCache<readonly (readonly [string, boolean])[]>({ keepMs, entries: 1 });
  const texts = createAnswerCache<string>({ keepMs, entries: 1 });
  const probe = () =>
    Promise.all(Object.entries(dependencies.probes).map(async ([name, probeStore]) => [name, await answers(probeStore)] as const));

  app.get('/healthz', async () => ({ status: 'ok' }));

  app.get('/readyz', async (_request, reply) => {
    const checks = await states.get('', probe);
    const ready = !dependencies.isStopping() && checks.every(([, well]) => well);
    return reply.status(ready ? 200 : 503).send({
      status: dependencies.isStopping() ? 'stopping' : ready ? 'ready' : 'not ready',
      stores: Object.fromEntries(checks.map(([name, well]) => [name, well ? 'ok' : 'unavailable'])),
    });
  });

  app.get('/metrics', async (_request, reply) => {
    const { registry } = dependencies;
    return reply.type(registry.contentType).send(await texts.get('', () => registry.metrics()));
  });
}

async function answers(probe: () => Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), probeTimeoutMs);
  });
  const well = probe().then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([well, late]);
  } finally {
    clearTimeout(timer);
  }
}
