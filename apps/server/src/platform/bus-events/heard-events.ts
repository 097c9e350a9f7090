import type { Bus } from '../bus.ts';
import { reportJobFailure } from '../jobs/job-failures.ts';
import { repeat } from '../jobs/repeat.ts';
import type { Log } from '../log.ts';
import { type BusEventsStore, eventsAtOnce, type StoredEvent } from './bus-events.store.ts';

export interface HeardEvents {
  /** From when this resolves on, everything that is committed is told on the bus. Does not reject: it is tried again. */
  listen(): Promise<void>;
  stop(): Promise<void>;
}

export interface HeardEventsDependencies {
  readonly store: BusEventsStore;
  /** The bus of this process. */
  readonly local: Pick<Bus, 'publish'>;
  readonly log: Pick<Log, 'warn'>;
  /** Between two questions. Seconds, default 1. */
  readonly everySeconds?: number;
}

const forgetEverySeconds = 600;

/**
 * Tells this process of what other processes (another server, the operator's tool) have changed, by asking the database: with Redis
 * as its safety net, without it as the only way. What the process itself has done it hears a second time, as everybody who listens
 * to these topics forgets, judges anew or looks again.
 */
export function createHeardEvents({ store, local, log, everySeconds = 1 }: HeardEventsDependencies): HeardEvents {
  let position: number | null = null;
  let ends: readonly (() => Promise<void>)[] = [];

  function tell({ topic, event }: StoredEvent): void {
    local.publish(topic, event);
  }
  async function read(): Promise<void> {
    position ??= await store.last();
    for (let full = true; full; ) {
      const events = await store.after(position);
      for (const one of events) {
        position = one.position;
        tell(one);
      }
      full = events.length === eventsAtOnce;
    }
  }
  const failed = (error: unknown) =>
    reportJobFailure(
      log,
      'events-of-other-servers',
      { err: error },
      'what other processes have changed could not be read; it is tried again',
    );

  return {
    async listen() {
      await read().catch(failed);
      ends = [repeat(everySeconds, read, failed), repeat(forgetEverySeconds, store.forget, failed)];
    },
    async stop() {
      await Promise.all(ends.map((end) => end()));
    },
  };
}
