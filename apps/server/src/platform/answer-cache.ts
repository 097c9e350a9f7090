import { LRUCache } from 'lru-cache';

export interface AnswerCache<Value> {
  /** The kept answer, or what `ask` gives; callers that ask at the same time share one. A failure is not kept. */
  get(key: string, ask: () => Promise<Value>): Promise<Value>;
  /** Also an answer that is still on its way: it may be from before the news. */
  forget(key: string): void;
  clear(): void;
}

export interface AnswerCacheOptions<Value> {
  /** From the moment of the question. */
  readonly keepMs: number;
  /** Those not used for longest make place for others. */
  readonly entries: number;
  /** Answers for which this is false are not kept; by default all are. */
  readonly keep?: (value: Value) => boolean;
  /** A clock that only goes forward, unless another is given. */
  readonly nowMs?: () => number;
}

/** Answers kept for a while, so that a page of charts asks the database once who its reader is. */
export function createAnswerCache<Value>({ keepMs, entries, keep, nowMs }: AnswerCacheOptions<Value>): AnswerCache<Value> {
  // To the library, what is just as old as its time to live is fresh, and time 0 is no time.
  const kept = new LRUCache<string, Promise<Value>>({
    max: entries,
    ttl: keepMs - 1,
    ttlResolution: 0,
    ...(nowMs && { perf: { now: () => nowMs() + 1 } }),
  });
  return {
    get(key, ask) {
      const known = kept.get(key);
      if (known) return known;
      const asked = ask();
      kept.set(key, asked);
      const drop = () => {
        if (kept.peek(key) === asked) kept.delete(key);
      };
      asked.then((answer) => {
        if (keep && !keep(answer)) drop();
      }, drop);
      return asked;
    },
    forget: (key) => void kept.delete(key),
    clear: () => kept.clear(),
  };
}
