import { setTimeout as pause } from 'node:timers/promises';
import { heartbeatPath } from './child/start.ts';

export interface HeartbeatOptions {
  readonly secret: string;
  /** How long the child may give no answer in all. Milliseconds. */
  readonly hangMs: number;
  /** Called once, with the reason, when the child hangs. */
  readonly onHang: (reason: string) => void;
}

/** Between an answer and the next question. Milliseconds. */
const restMs = 1_000;
/**
 * So many questions in a row must stay without an answer. Each has its whole time, so that a machine that slept, or a
 * moment in which this process itself was held up, does not count as the child's hanging.
 */
const misses = 3;

/**
 * Asks the child again and again whether the engine still answers statements, beside the lanes that callers keep busy.
 * Answers the function that ends the watch. Three ways of hanging are told: the process is stopped or its event loop is
 * held (no answer), the engine is stuck as a whole (no answer), one statement will never end (it says so).
 */
export function watchHeartbeat({ port }: { readonly port: number }, options: HeartbeatOptions): () => void {
  const { secret, hangMs, onHang } = options;
  const ended = new AbortController();

  async function ask(): Promise<'answered' | 'overdue' | 'missed'> {
    try {
      const answer = await fetch(`http://127.0.0.1:${port}${heartbeatPath}`, {
        headers: { 'x-clickhouse-key': secret },
        signal: AbortSignal.any([ended.signal, AbortSignal.timeout(hangMs / misses)]),
      });
      await answer.arrayBuffer();
      return answer.status === 503 ? 'overdue' : 'answered';
    } catch {
      return 'missed';
    }
  }

  async function watch(): Promise<void> {
    for (let missed = 0; !ended.signal.aborted; ) {
      const askedMs = performance.now();
      const answer = await ask();
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
