import type { Clock } from '#platform/clock.ts';

/** How much may come: `burst` at once, and as much again in `refillMs`. */
export interface Allowance {
  readonly burst: number;
  readonly refillMs: number;
}

interface Bucket {
  readonly left: number;
  readonly atMs: number;
}

/** Buckets kept. Forgetting one fills it up; the overall allowance holds nevertheless. */
const mostBuckets = 20_000;

/**
 * A token bucket per key, in this process' memory: whoever floods us must not make us write anything down. Several
 * processes allow as much each.
 */
export function createRequestLimit(allowance: Allowance, clock: Clock) {
  const buckets = new Map<string, Bucket>();
  const perMs = allowance.burst / allowance.refillMs;

  function leftOf(key: string): number {
    const known = buckets.get(key);
    if (!known) return allowance.burst;
    return Math.min(allowance.burst, known.left + Math.max(0, clock.now() - known.atMs) * perMs);
  }

  function keep(key: string, left: number): void {
    buckets.delete(key);
    buckets.set(key, { left, atMs: clock.now() });
    if (buckets.size > mostBuckets) buckets.delete(buckets.keys().next().value as string);
  }

  return {
    /** Takes one. Answers 0 when it was there, else after how many milliseconds one will be; nothing is taken then. */
    take(key: string): number {
      const left = leftOf(key);
      if (left < 1) return Math.ceil((1 - left) / perMs);
      keep(key, left - 1);
      return 0;
    },
    giveBack(key: string): void {
      keep(key, Math.min(allowance.burst, leftOf(key) + 1));
    },
  };
}
