import type { Clock } from '#platform/clock.ts';

const mostEntries = 10_000;

/** Remembers an answer for a while, so that a busy caller does not ask the database each time. Failures and "there is none" are not remembered. */
export function createTimedCache<Value>(clock: Clock, forMs: number) {
  const entries = new Map<string, { value: Value; untilMs: number }>();
  let forgotten = 0;
  return {
    async get(key: string, ask: () => Promise<Value>): Promise<Value> {
      const known = entries.get(key);
      if (known && known.untilMs > clock.now()) return known.value;
      const asked = forgotten;
      const value = await ask();
      // News that came while the answer was on its way: the answer may be from before it.
      if (value === null || asked !== forgotten) return value;
      if (entries.size >= mostEntries) entries.clear();
      entries.set(key, { value, untilMs: clock.now() + forMs });
      return value;
    },
    forget(key: string): void {
      forgotten++;
      entries.delete(key);
    },
    clear(): void {
      forgotten++;
      entries.clear();
    },
  };
}
