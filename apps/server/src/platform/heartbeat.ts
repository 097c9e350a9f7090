import { setTimeout as pause } from 'node:timers/promises';

/** `overdue`: it answers, and says that something in it will never end. */
export type HeartbeatAnswer = 'answered' | 'overdue';

export interface HeartbeatOptions {
  /** Asks once. Whatever it throws, also because the signal ended it, counts as no answer. */
  readonly ask: (signal: AbortSignal) => Promise<HeartbeatAnswer>;
  /** How long there may be no answer in all. Milliseconds. */
  readonly hangMs: number;
  /** Between an answer and the next question. Milliseconds; default 1,000. */
  readonly restMs?: number;
  /** Called once, with the reason, when it hangs. */
  readonly onHang: (reason: string) => void;
}

const defaultRestMs = 1_000;
/**
 * So many questions in a row must stay without an answer. Each has its whole time, so that a machine that slept, or a
 * moment in which this process itself was held up, does not count as the other's hanging.
 */
const misses = 3;

/** Asks a process again and again whether it still works. Answers the function that ends the watch. */
export function watchHeartbeat({ ask, hangMs, restMs = defaultRestMs, onHang }: HeartbeatOptions): () => void {
  const ended = new AbortController();
  const askedOf = async (): Promise<HeartbeatAnswer | 'missed'> => {
    try {
      return await ask(AbortSignal.any([ended.signal, AbortSignal.timeout(hangMs / misses)]));
    } catch {
      return 'missed';
    }
  };

  async function watch(): Promise<void> {
    for (let missed = 0; !ended.signal.aborted; ) {
      const askedMs = performance.now();
      const answer = await askedOf();
      if (ended.signal.aborted) return;
      if (answer === 'overdue') return onHang('a statement runs on long after its time was over');
      missed = answer === 'missed' ? missed + 1 : 0;
      if (missed === misses) return onHang(`${misses} heartbeats in a row were not answered`);
      // A question that was refused at once waits out its time; after one that took all of it there is none left.
      const restLeftMs = missed === 0 ? restMs : hangMs / misses - (performance.now() - askedMs);
      await pause(Math.max(0, restLeftMs), undefined, { signal: ended.signal, ref: false }).catch(() => undefined);
    }
  }

  void watch();
  return () => ended.abort();
}
