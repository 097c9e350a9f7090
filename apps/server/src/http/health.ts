import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { createAnswerCache } from '#platform/answer-cache.ts';

export interface HealthDependencies {
  /** Each resolves when what it names answers. */
  readonly probes: Readonly<Record<string, () => Promise<void>>>;
  readonly disks: () => Promise<readonly DiskHealth[]>;
  /** True from the moment the server has begun to stop: a load balancer should send nobody here any more. */
  readonly isStopping: () => boolean;
  readonly registry: Registry;
}

export interface DiskHealth {
  /** What it holds. */
  readonly place: string;
  /** `low`, `readings-only` and `full` in this order, or `ok`. */
  readonly state: string;
  /** It is so full that readings are refused. */
  readonly refusesReadings: boolean;
}

const probeTimeoutMs = 3_000;
/** For how long the stores' states, and the metrics, that were answered to one caller are answered to all. */
const keepMs = 500;

/**
 * `/healthz`: the process lives. `/readyz`: it can serve, each store and disk named with its state. `/metrics`: Prometheus text.
 * They hold no data of any person and need no token; they listen where the portal does, so an operator who opens the
 * server to a network keeps `/metrics` behind the reverse proxy (docs/operating.md). However often they are asked, the stores are
 * probed and the metrics written twice a second at most.
 */
export function mountHealth(app: FastifyInstance, dependencies: HealthDependencies): void {
  const states = createAnswerCache<readonly [readonly (readonly [string, boolean])[], readonly DiskHealth[] | null]>({
    keepMs,
    entries: 1,
  });
  const texts = createAnswerCache<string>({ keepMs, entries: 1 });
  const probe = () =>
    Promise.all([
      Promise.all(Object.entries(dependencies.probes).map(async ([name, probeStore]) => [name, await answers(probeStore)] as const)),
      inTime(dependencies.disks()),
    ]);

  app.get('/healthz', { exposeHeadRoute: true }, async () => ({ status: 'ok' }));

  app.get('/readyz', { exposeHeadRoute: true }, async (_request, reply) => {
    const [checks, disks] = await states.get('', probe);
    const ready =
      !dependencies.isStopping() && checks.every(([, well]) => well) && !(disks?.some(({ refusesReadings }) => refusesReadings) ?? false);
    return reply.status(ready ? 200 : 503).send({
      status: dependencies.isStopping() ? 'stopping' : ready ? 'ready' : 'not ready',
      stores: Object.fromEntries(checks.map(([name, well]) => [name, well ? 'ok' : 'unavailable'])),
      disks: disks ? Object.fromEntries(disks.map(({ place, state }) => [place, state])) : 'unknown',
    });
  });

  app.get('/metrics', async (_request, reply) => {
    const { registry } = dependencies;
    return reply.type(registry.contentType).send(await texts.get('', () => registry.metrics()));
  });
}

const answers = async (probe: () => Promise<void>): Promise<boolean> => (await inTime(probe().then(() => true))) ?? false;

/** What was asked for; null where it fails or does not come in time. */
async function inTime<T>(asked: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), probeTimeoutMs);
  });
  try {
    return await Promise.race([asked.catch(() => null), late]);
  } finally {
    clearTimeout(timer);
  }
}
