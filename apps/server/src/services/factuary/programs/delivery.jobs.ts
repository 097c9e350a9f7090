import type { Bus } from '#platform/bus.ts';
import { reportJobFailure } from '#platform/jobs/job-failures.ts';
import type { Log } from '#platform/log.ts';
import type { DeliveryStore } from './delivery.store.ts';

export interface DeliveryDeps {
  readonly store: DeliveryStore;
  readonly timeZoneOf: (tenantId: string, userId: string) => Promise<string>;
  readonly bus: Pick<Bus, 'subscribe'>;
  readonly log: Pick<Log, 'warn'>;
  /** How often this process looks for what is due. */
  readonly everySeconds: number;
}

export interface Delivery {
  /** Delivers and expires everything that is due now. */
  run(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Looks for due content again and again, beside the processes that do the same: rows say what is due, so that a process that ends
 * takes nothing with it. Who moves to another zone gets what is still to come by the clocks there.
 */
export function createDelivery({ store, timeZoneOf, bus, log, everySeconds }: DeliveryDeps): Delivery {
  let running: Promise<void> = Promise.resolve();
  let stopped = false;

  async function work(): Promise<void> {
    for (const tenantId of await store.tenantsWithWork()) {
      while (!stopped && (await store.deliver(tenantId)) > 0);
      while (!stopped && (await store.expire(tenantId)) > 0);
    }
  }
  const inTurn = (task: () => Promise<void>): Promise<void> => {
    const done = running.then(task);
    running = done.catch((error) =>
      reportJobFailure(log, 'programs', { err: error }, 'content of programs is not delivered yet and will be tried again'),
    );
    return done;
  };

  const timer = setInterval(() => void inTurn(work).catch(() => {}), everySeconds * 1000);
  timer.unref();
  const unsubscribe = bus.subscribe('user.changed', ({ tenantId, userId }) => {
    if (!stopped) void inTurn(async () => store.moveTo(tenantId, userId, await timeZoneOf(tenantId, userId))).catch(() => {});
  });

  return {
    run: () => inTurn(work),
    async stop() {
      stopped = true;
      clearInterval(timer);
      unsubscribe();
      await running;
    },
  };
}
