import { setImmediate as turn } from 'node:timers/promises';
import { baselineDays, longestRunDays, watchedMetrics } from '@vigil/domain/attention/baseline-change';
import { type AttentionReason, changeReasons } from '@vigil/domain/attention/reasons';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/postgres/database.ts';
import type { TicksReads } from '#services/ticks-store/index.ts';
import { readMemberZones } from '../queries/attention-facts.ts';
import { createHeldByTenant } from './held-by-tenant.ts';

export type Changes = ReadonlyMap<string, readonly AttentionReason[]>;

/** A whole day says the same for a day: an order of many members need not know of one within the minute. */
const holdMs = 60_000;
const oldestMs = 600_000;
/** Members of one question to the ticks engine: its answer is read in milliseconds. */
const membersAtOnce = 500;

const daySeconds = 86_400;
/** The first day that a change can depend on, in days since 1970-01-01 whatever the zone. */
export const firstDayOfChanges = (nowMs: number) => Math.floor(nowMs / 1000 / daySeconds) - baselineDays - longestRunDays - 2;

/**
 * Changes of all members of a tenant against their own days, a minute old or, while newer ones are worked out, up to
 * ten. Members without a change are absent.
 */
export function createTenantChanges(database: Database, ticks: Pick<TicksReads, 'recentDays'>, clock: Clock) {
  async function work(tenantId: string): Promise<Changes> {
    const found = new Map<string, readonly AttentionReason[]>();
    const zones = await readMemberZones(database, tenantId);
    const now = clock.now();
    for (let start = 0; start < zones.length; start += membersAtOnce) {
      const some = zones.slice(start, start + membersAtOnce);
      const userIds = some.map(({ userId }) => userId);
      const days = await ticks.recentDays({ tenantId, userIds, metrics: watchedMetrics, fromDay: firstDayOfChanges(now) });
      for (const { userId, timeZone } of some) {
        const changes = changeReasons(days.get(userId) ?? new Map(), now / 1000, timeZone);
        if (changes.length > 0) found.set(userId, changes);
      }
      await turn();
    }
    return found;
  }

  const held = createHeldByTenant({ holdMs, oldestMs, clock, work });
  return async (tenantId: string): Promise<Changes> => (await held(tenantId)) ?? new Map();
}
