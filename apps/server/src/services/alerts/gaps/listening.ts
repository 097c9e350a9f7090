import { type Outage, outageOf } from '@vigil/domain/gaps/outage';
import { failureReason } from '#platform/failure-reason.ts';
import type { Log } from '#platform/log.ts';
import type { ListeningStore } from './listening.store.ts';

export interface ListeningDeps {
  readonly store: ListeningStore;
  /** Rejects where readings cannot be taken in. */
  readonly takesReadings: () => Promise<void>;
  readonly log: Pick<Log, 'warn'>;
  /** How often a server says that it listens. Milliseconds. */
  readonly everyMs?: number;
}

export interface Listening {
  /** From now on this process takes readings in, and says so as long as both stores answer. */
  begin(): void;
  /** Looks whether both stores answer, and says so. */
  say(): Promise<void>;
  /** What members' silence is measured against, and the present by the database's clock; Unix seconds. */
  now(): Promise<{ readonly now: number; readonly outage: Outage | null }>;
  stop(): Promise<void>;
}

const usualEveryMs = 15_000;

/**
 * Whether the server could take readings in is a row that every server process goes on writing. What lies between two stretches of
 * it was an outage: the server was down, one of its stores was, or the disk was full. Nobody has to notice it while it happens.
 */
export function createListening({ store, takesReadings, log, everyMs = usualEveryMs }: ListeningDeps): Listening {
  let timer: NodeJS.Timeout | undefined;
  let saying: Promise<void> = Promise.resolve();

  async function say(): Promise<void> {
    await takesReadings();
    await store.say();
  }
  const goOn = () => {
    saying = saying
      .then(say)
      .catch((error: unknown) => log.warn({ reason: failureReason(error) }, 'readings cannot be taken in; this counts as an outage'));
  };

  return {
    begin() {
      goOn();
      timer ??= setInterval(goOn, everyMs).unref();
    },
    say,
    async now() {
      const { now, times } = await store.times();
      return { now, outage: outageOf(times, now) };
    },
    async stop() {
      clearInterval(timer);
      await saying;
    },
  };
}
