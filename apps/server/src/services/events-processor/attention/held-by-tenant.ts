import { LRUCache } from 'lru-cache';
import type { Clock } from '#platform/clock.ts';

export interface HeldOptions<Answer extends object> {
  /** An answer is as good as new for so long. Milliseconds. */
  readonly holdMs: number;
  /** An answer of longer ago is given to nobody: who asks then waits for a newer one. Milliseconds. */
  readonly oldestMs: number;
  readonly clock: Clock;
  readonly work: (tenantId: string) => Promise<Answer>;
}

const mostTenants = 20;

/**
 * What takes seconds to work out of all members of a tenant. In between `holdMs` and `oldestMs` the one that is there is given, while
 * a newer one is worked out: whoever asks every minute never waits, and whoever comes in the morning does not see last evening's.
 */
export function createHeldByTenant<Answer extends object>({ holdMs, oldestMs, clock, work }: HeldOptions<Answer>) {
  const tenants = new LRUCache<string, Answer>({ max: mostTenants, ttl: holdMs, perf: { now: () => clock.now() }, fetchMethod: work });
  return (tenantId: string): Promise<Answer | undefined> =>
    tenants.fetch(tenantId, { allowStale: tenants.getRemainingTTL(tenantId) > holdMs - oldestMs });
}
