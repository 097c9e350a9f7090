import { LRUCache } from 'lru-cache';
import type { Clock } from '#platform/clock.ts';
import type { EventsProcessor } from '#services/events-processor/index.ts';
import type { TriageStore } from '../triage.store.ts';
import { type News2Bounds, news2Bounds, news2Metrics } from './news2-bounds.ts';

export interface News2OfManyDeps {
  readonly statements: Pick<TriageStore, 'newestOfMany'>;
  readonly members: Pick<EventsProcessor, 'vitalsOfMany'>;
  readonly clock: Clock;
}

type Bounds = ReadonlyMap<string, News2Bounds | null>;

/** For an order of so many a bound may be half a minute old, as the order of a large panel may; for fewer it is of now. */
const mostOfNow = 500;
const holdMs = 30_000;
const mostTenants = 20;

export interface News2OfMany {
  /** Of these members, now. */
  now(tenantId: string, userIds: readonly string[]): Promise<Bounds>;
  /** To place them by; who was not asked about within the half minute is read now. */
  forOrder(tenantId: string, userIds: readonly string[]): Promise<Bounds>;
}

/** Between which numbers NEWS2 of many members lies, by their latest readings. */
export function createNews2OfMany({ statements, members, clock }: News2OfManyDeps): News2OfMany {
  const held = new LRUCache<string, Map<string, News2Bounds | null>>({ max: mostTenants, ttl: holdMs, perf: { now: () => clock.now() } });

  async function now(tenantId: string, userIds: readonly string[]): Promise<Bounds> {
    if (userIds.length === 0) return new Map();
    const [vitals, said] = await Promise.all([
      members.vitalsOfMany(tenantId, userIds, news2Metrics),
      statements.newestOfMany(tenantId, userIds),
    ]);
    const nowSeconds = clock.now() / 1000;
    return new Map(userIds.map((id) => [id, news2Bounds(vitals.get(id), said.get(id) ?? [], nowSeconds)]));
  }

  return {
    now,
    async forOrder(tenantId, userIds) {
      if (userIds.length <= mostOfNow) return now(tenantId, userIds);
      const known = held.get(tenantId) ?? new Map<string, News2Bounds | null>();
      const missing = userIds.filter((id) => !known.has(id));
      for (const [id, bounds] of await now(tenantId, missing)) known.set(id, bounds);
      // What is added to it does not make it younger.
      if (!held.has(tenantId)) held.set(tenantId, known);
      return known;
    },
  };
}
