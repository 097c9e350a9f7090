import { setImmediate as turn } from 'node:timers/promises';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/postgres/database.ts';
import { isTicksOutage } from '#platform/ticks/failures.ts';
import { listMemberIds } from '../queries/list-members.ts';
import type { WhichMembers } from '../queries/which-members.ts';
import type { Changes } from './changes.ts';
import { createHeldByTenant } from './held-by-tenant.ts';

/** A member and how urgently somebody should look: 0 where no reason is known. */
export interface Ranked {
  readonly userId: string;
  readonly urgency: number;
}

/** Whoever needs somebody, the most urgent first or last; then the others. Equals stay in the order that they are in. */
export function byUrgency(judged: readonly Ranked[], order: 'ASC' | 'DESC'): Ranked[] {
  const sign = order === 'DESC' ? -1 : 1;
  const urgent = judged.filter(({ urgency }) => urgency > 0).sort((one, other) => sign * (one.urgency - other.urgency));
  return [...urgent, ...judged.filter(({ urgency }) => urgency === 0)];
}

/** An order of so many members may be as old as this, or up to two minutes old while a newer one is worked out. */
const holdMs = 30_000;
const oldestMs = 120_000;
/** Members that are read and judged without a pause: other requests are answered in between. */
const membersAtOnce = 500;

/** Members of a tenant, the most urgent first. */
export interface TenantRanking {
  readonly all: readonly Ranked[];
  /** Why changes against the own days are not in it; null where they are. */
  readonly outage: Error | null;
}

/** How urgent these members are, of whom these changes are known. */
export type Judge = (which: WhichMembers, changes: Changes) => Promise<Ranked[]>;

export interface TenantRankingDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly changesOf: (tenantId: string) => Promise<Changes>;
  readonly judgeOf: (tenantId: string) => Promise<Judge>;
}

/**
 * All members of a tenant with their urgency, the most urgent first and equals by name, as they were a moment ago: whoever came
 * since is absent. For tenants of whom judging everybody for each page would take seconds; what stands beside a member on the
 * page is always worked out anew. One that was made while the ticks store was away goes by what is known without it, and is held no
 * longer than another.
 */
export function createTenantRanking({ database, clock, changesOf, judgeOf }: TenantRankingDeps) {
  async function work(tenantId: string): Promise<TenantRanking> {
    let outage: Error | null = null;
    const changesIfKnown = changesOf(tenantId).catch((error: unknown): Changes => {
      if (!isTicksOutage(error)) throw error;
      outage = error;
      return new Map();
    });
    const byName = { tenantId, scope: 'tenant', sortingField: 'lastName', sortOrder: 'ASC' } as const;
    const [userIds, changes, judge] = await Promise.all([
      listMemberIds(database, byName, Number.MAX_SAFE_INTEGER, clock.now() / 1000),
      changesIfKnown,
      judgeOf(tenantId),
    ]);
    const ranked: Ranked[] = [];
    for (let from = 0; from < userIds.length; from += membersAtOnce) {
      ranked.push(...(await judge({ scope: userIds.slice(from, from + membersAtOnce) }, changes)));
      await turn();
    }
    return { all: byUrgency(ranked, 'DESC'), outage };
  }

  const held = createHeldByTenant({ holdMs, oldestMs, clock, work });
  return async (tenantId: string): Promise<TenantRanking> => (await held(tenantId)) ?? { all: [], outage: null };
}
