import { LRUCache } from 'lru-cache';
import type { Bus } from '#platform/bus.ts';
import { reportJobFailure } from '#platform/jobs/job-failures.ts';
import type { Log } from '#platform/log.ts';
import { type ChangesStore, type ChatChange, changesAtOnce } from './changes.store.ts';

/** Hears of every change once, whichever process made it: at once over the bus, and where that is silent by asking. */
export interface HeardChanges {
  /** From when this resolves on, every change that is committed is told. Throws when the database cannot be asked. */
  listen(): Promise<void>;
  /** Nobody is listening any more: nothing is asked. */
  rest(): void;
  stop(): Promise<void>;
}

export interface HeardChangesDependencies {
  readonly store: ChangesStore;
  readonly bus: Pick<Bus, 'subscribe'>;
  readonly log: Log;
  readonly onChange: (change: ChatChange) => void;
  /** Between two questions. */
  readonly everyMs?: number;
}

/** How many changes are remembered as told: more than come between hearing of one by the bus and by asking. */
const remembered = 50_000;

export function createHeardChanges({ store, bus, log, onChange, everyMs = 1_000 }: HeardChangesDependencies): HeardChanges {
  const told = new LRUCache<string, true>({ max: remembered });
  let position: number | null = null;
  let isListening = false;
  let reading: Promise<void> | null = null;
  let starting: Promise<void> | null = null;

  function tell(change: ChatChange): void {
    if (!isListening || told.has(change.changeId)) return;
    told.set(change.changeId, true);
    onChange(change);
  }
  async function read(): Promise<void> {
    for (let full = true; full && position !== null; ) {
      const changes = await store.after(position);
      for (const { id: changeId, position: place, ...change } of changes) {
        if (position === null) return;
        position = place;
        tell({ ...change, changeId });
      }
      full = changes.length === changesAtOnce;
    }
  }
  const unsubscribe = bus.subscribe('chat.changed', tell);
  const timer = setInterval(() => {
    if (!isListening || position === null || reading) return;
    reading = read()
      .catch((error: unknown) => reportJobFailure(log, 'chat', { err: error }, 'changes of conversations could not be read'))
      .finally(() => {
        reading = null;
      });
  }, everyMs);
  timer.unref();

  return {
    listen() {
      isListening = true;
      starting ??= store.last().then(
        (last) => {
          position ??= last;
        },
        (error: unknown) => {
          starting = null;
          throw error;
        },
      );
      return starting;
    },
    rest() {
      isListening = false;
      position = null;
      starting = null;
    },
    async stop() {
      clearInterval(timer);
      unsubscribe();
      isListening = false;
      await reading;
    },
  };
}
