import type { NormalRanges } from '@vigil/domain/metrics/normal-ranges';
import type { Route } from '#http/route.ts';
import type { People } from '#people/index.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/postgres/database.ts';
import type { TicksReads } from '#services/ticks-store/index.ts';
import { createMemberList } from './attention/member-list.ts';
import { eventsProcessorRoutes } from './events-processor.routes.ts';
import { createFacts, type Facts } from './events-processor.service.ts';
import { type Latest, readLatest } from './queries/latest.ts';
import type { AboutMember } from './read-findings.ts';

export type { Facts, FactsQuestion } from './events-processor.service.ts';

export interface EventsProcessorDeps {
  readonly database: Database;
  readonly people: Pick<People, 'timeZoneOf' | 'accounts'>;
  readonly ticks: Pick<TicksReads, 'steps' | 'stateRuns' | 'spans' | 'recentDays' | 'runsBeyond'>;
  readonly clock: Clock;
  /** What a tenant has set for normal. */
  readonly normalRanges: (tenantId: string) => Promise<NormalRanges>;
}

/** Ticks as facts over time, sleeps, and members by measure. */
export function createEventsProcessor(deps: EventsProcessorDeps): {
  readonly routes: Route[];
  readonly facts: Facts;
  /** What was last heard of a member's band. */
  readonly bandOf: (tenantId: string, userId: string) => Promise<Latest['band']>;
} {
  const { database, people, ticks, clock, normalRanges } = deps;
  const facts = createFacts({
    ticks,
    clock,
    memberTimeZone: people.timeZoneOf,
    aboutMember: (tenantId, userId) => aboutMember(people, tenantId, userId),
  });
  const routes = eventsProcessorRoutes({
    facts,
    latest: (tenantId, userId, metrics) => readLatest(database, tenantId, userId, metrics),
    listMembers: createMemberList({ database, ticks, clock, normalRanges }),
  });
  return { routes, facts, bandOf: async (tenantId, userId) => (await readLatest(database, tenantId, userId, [])).band };
}

/** What the account says of somebody's body; nothing of somebody whom the tenant does not have. */
async function aboutMember({ accounts }: EventsProcessorDeps['people'], tenantId: string, userId: string): Promise<AboutMember> {
  const { birthDate = null, sex = null, heightM = null } = (await accounts.user(tenantId, userId)) ?? {};
  return { birthDate, sex, heightM };
}
