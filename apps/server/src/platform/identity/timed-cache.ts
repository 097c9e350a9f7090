import type { Clock } from '../clock.ts';

const mostEntries = 10_000;

/** Remembers an answer for a while, so that a busy caller does not ask the database each time. Failures and "there is none" are not remembered. */
export function createTimedCache<Value>(clock: Clock, forMs: number) {
  const entries = new Map<string, { value: Value; untilMs: number }>();
  return {
    async get(key: string, ask: () => Promise<Value>): Promise<Value> {
      const known = entries.get(key);
      if (known && known.untilMs > clock.now()) return known.value;
      const value = await ask();
      if (value === null) return value;
      if (entries.size >= mostEntries) entries.clear();
      entries.set(key, { value, untilMs: clock.now() + forMs });
      return value;
    },
    forget(key: string): void {
      entries.delete(key);
    },
    clear(): void {
      entries.clear();
    },
  };
}
