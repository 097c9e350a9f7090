import { setTimeout as pause } from 'node:timers/promises';
import type { Bus } from '#platform/bus.ts';
import { failureReason } from '#platform/failure-reason.ts';
import type { Log } from '#platform/log.ts';
import type { SleepMeasuresStore } from './sleep-measures.store.ts';

export interface OutdatedSleep {
  /** Whether anything of the tenant has been marked since this was asked last. */
  hasChanged(tenantId: string): boolean;
  /** What was heard of until now is marked. */
  marked(): Promise<void>;
  /** Marks what is left, and from then on without a pause. */
  stop(): Promise<void>;
}

/** What sleep is told from. */
const metricsOfSleep = ['sleep_depth', 'sleep_efficiency'];
/** While stages arrive without end they are marked so often. Milliseconds. */
const pauseMs = 2_000;

/**
 * Hears of stored stages and marks what is kept of those members in the store, for this process and all others: a process that
 * stored something may have ended when somebody asks. Each is marked twice, as soon as the ticks are stored and when the latest
 * values have followed them, since both are read.
 */
export function createOutdatedSleep(store: Pick<SleepMeasuresStore, 'outdate'>, bus: Pick<Bus, 'subscribe'>, log: Log): OutdatedSleep {
  const waiting = new Map<string, Set<string>>();
  const latestToCome = new Map<string, Set<string>>();
  const changed = new Set<string>();
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  let lastMarking: Promise<void> = Promise.resolve();

  bus.subscribe('ticks.committed', ({ tenantId, userId, metrics }) => {
    if (!metricsOfSleep.some((metric) => metrics.includes(metric))) return;
    note(latestToCome, tenantId, userId);
    outdate(tenantId, userId);
  });
  bus.subscribe('latest.stored', ({ tenantId, userId }) => {
    if (latestToCome.get(tenantId)?.delete(userId)) outdate(tenantId, userId);
  });

  function outdate(tenantId: string, userId: string) {
    note(waiting, tenantId, userId);
    running ??= markAll().finally(() => {
      running = undefined;
    });
  }

  async function markAll(): Promise<void> {
    while (waiting.size > 0) {
      await marked();
      // Nobody waits for the pause: who stops, or asks, marks what is left.
      if (!stopping.signal.aborted) await pause(pauseMs, undefined, { ref: false, signal: stopping.signal }).catch(() => {});
    }
  }

  /** One marking after the other: the same rows at once would wait for each other. */
  function marked(): Promise<void> {
    lastMarking = lastMarking.then(markWaiting);
    return lastMarking;
  }

  async function markWaiting(): Promise<void> {
    const now = [...waiting];
    waiting.clear();
    for (const [tenantId, userIds] of now) {
      changed.add(tenantId);
      try {
        await store.outdate(tenantId, [...userIds].sort());
      } catch (error) {
        log.warn({ reason: failureReason(error), tenant: tenantId }, 'measures of sleep could not be marked as out of date');
        if (stopping.signal.aborted) continue;
        for (const userId of userIds) note(waiting, tenantId, userId);
      }
    }
  }

  return {
    hasChanged: (tenantId) => changed.delete(tenantId) || waiting.has(tenantId),
    marked,
    async stop() {
      stopping.abort();
      await running;
      await marked();
    },
  };
}

function note(members: Map<string, Set<string>>, tenantId: string, userId: string) {
  members.set(tenantId, (members.get(tenantId) ?? new Set()).add(userId));
}
