import { LRUCache } from 'lru-cache';
import type { Bus } from '#platform/bus.ts';
import { reportJobFailure } from '#platform/jobs/job-failures.ts';
import type { Log } from '#platform/log.ts';
import type { Database } from '#platform/postgres/database.ts';

/** How far a call has come: what it is, and what its two devices have said to each other. */
interface Reached {
  readonly tenantId: string;
  readonly id: string;
  readonly revision: number;
  readonly lastSignal: number;
}

/**
 * Hears that a call has gone on, whichever process moved it: at once over the bus, and where that is silent by asking how far each
 * has come. What was missed is found with the next question: it is compared with what was told, not read on from.
 */
export interface HeardCalls {
  /** From when this resolves on, every change that is committed is told. Throws when the database cannot be asked. */
  listen(): Promise<void>;
  /** Nobody is listening any more: nothing is asked. */
  rest(): void;
  /** So far a call has been told. */
  told(reached: Omit<Reached, 'tenantId'>): void;
  stop(): Promise<void>;
}

export interface HeardCallsDependencies {
  readonly database: Pick<Database, 'ask'>;
  readonly bus: Pick<Bus, 'subscribe'>;
  readonly log: Log;
  readonly onChange: (call: { readonly tenantId: string; readonly callId: string }) => void;
  /** Between two questions. */
  readonly everyMs?: number;
}

/** How far back a question reaches: a transaction that takes longer to commit is none of ours. Seconds. */
const behindSeconds = 120;
const remembered = 20_000;

export function createHeardCalls({ database, bus, log, onChange, everyMs = 1_000 }: HeardCallsDependencies): HeardCalls {
  const known = new LRUCache<string, string>({ max: remembered });
  let askedAtMs: number | null = null;
  let starting: Promise<void> | null = null;
  let asking: Promise<void> | null = null;
  const placeOf = ({ revision, lastSignal }: Pick<Reached, 'revision' | 'lastSignal'>) => `${revision}/${lastSignal}`;

  async function ask(): Promise<readonly Reached[]> {
    const sinceSeconds = askedAtMs === null ? 0 : (performance.now() - askedAtMs) / 1000;
    const found = await database.ask<Reached>('select * from vigil.calls_changed($1)', [behindSeconds + sinceSeconds]);
    askedAtMs = performance.now();
    return found.filter((one) => known.get(one.id) !== placeOf(one));
  }
  async function askAgain(): Promise<void> {
    for (const one of await ask()) {
      known.set(one.id, placeOf(one));
      onChange({ tenantId: one.tenantId, callId: one.id });
    }
  }
  const unsubscribe = bus.subscribe('call.changed', (event) => {
    if (starting) onChange(event);
  });
  const timer = setInterval(() => {
    if (askedAtMs === null || asking) return;
    asking = askAgain()
      .catch((error: unknown) => reportJobFailure(log, 'calls', { err: error }, 'it could not be asked how calls go on'))
      .finally(() => {
        asking = null;
      });
  }, everyMs);
  timer.unref();

  return {
    listen() {
      starting ??= ask().then(
        (found) => {
          for (const one of found) known.set(one.id, placeOf(one));
        },
        (error: unknown) => {
          starting = null;
          throw error;
        },
      );
      return starting;
    },
    rest() {
      starting = null;
      askedAtMs = null;
    },
    told(reached) {
      known.set(reached.id, placeOf(reached));
    },
    async stop() {
      clearInterval(timer);
      unsubscribe();
      starting = null;
      await asking;
    },
  };
}
