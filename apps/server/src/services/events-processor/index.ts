import type { NormalRanges } from '@vigil/domain/metrics/normal-ranges';
import type { Module, Route } from '#http/route.ts';
import type { People } from '#people/index.ts';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { Database } from '#platform/postgres/database.ts';
import type { TicksReads } from '#services/ticks-store/index.ts';
import { createMemberFile } from './attention/member-file.ts';
import { createMemberList } from './attention/member-list.ts';
import { eventsProcessorRoutes } from './events-processor.routes.ts';
import { createFacts, type Facts } from './events-processor.service.ts';
import { readEvidence } from './evidence.ts';
import { createFactsNow, type FactsNow } from './facts-now/facts-now.ts';
import { createOutsideFactsStore } from './outside-facts/outside-facts.store.ts';
import { createOutsideFacts, type OutsideFactsUseCase } from './outside-facts/outside-facts.ts';
import { outsideFactsPersonalData } from './outside-facts/personal-data.ts';
import { type Latest, readLatest } from './queries/latest.ts';
import { createSleepMeasuresStore } from './sleep-measures/sleep-measures.store.ts';
import { createSleepMeasures } from './sleep-measures/sleep-measures.ts';
import type { AboutMember, FactsDeps } from './sources.ts';

export type { Facts, FactsQuestion } from './events-processor.service.ts';
export type { FactsNow } from './facts-now/facts-now.ts';

export interface EventsProcessorDeps {
  readonly database: Database;
  readonly people: Pick<People, 'timeZoneOf' | 'accounts'>;
  readonly ticks: Pick<TicksReads, 'steps' | 'stateRuns' | 'spans' | 'recentDays' | 'runsBeyond' | 'steppingMinutes' | 'stateRunsOfMany'>;
  readonly bus: Pick<Bus, 'subscribe'>;
  readonly clock: Clock;
  readonly log: Log;
  /** When a member logged meals, medications or workouts. */
  readonly loggedAt: FactsDeps['loggedAt'];
  /** What a tenant has set for normal. */
  readonly normalRanges: (tenantId: string) => Promise<NormalRanges>;
  readonly config: { readonly memberFileRows: number };
}

export interface EventsProcessor extends Module {
  readonly routes: Route[];
  readonly facts: Facts;
  readonly factsNow: FactsNow;
  readonly tellFacts: OutsideFactsUseCase;
  /** What was last heard of a member's band. */
  readonly bandOf: (tenantId: string, userId: string) => Promise<Latest['band']>;
}

/** Ticks as facts, now and over time, sleeps, and members by measure. */
export function createEventsProcessor(deps: EventsProcessorDeps): EventsProcessor {
  const { database, people, ticks, clock, normalRanges, loggedAt, bus, log } = deps;
  const latest = (tenantId: string, userId: string, metrics: readonly string[] | undefined) =>
    readLatest(database, tenantId, userId, metrics);
  const outsideFacts = createOutsideFactsStore(database);
  const tellFacts = createOutsideFacts(outsideFacts, clock);
  const sleepMeasures = createSleepMeasures({ store: createSleepMeasuresStore(database), ticks, bus, clock, log });
  const sources = {
    ...{ ticks, clock, loggedAt, memberTimeZone: people.timeZoneOf },
    aboutMember: (tenantId: string, userId: string) => aboutMember(people, tenantId, userId),
  };
  const facts = createFacts(sources);
  const factsNow = createFactsNow({ ...sources, latest, outsideFacts });
  const memberList = createMemberList({ database, ticks, clock, normalRanges, sleepMeasures });
  const routes = eventsProcessorRoutes({
    ...{ facts, factsNow, latest, takeInOutsideFacts: tellFacts },
    evidence: (question) => readEvidence(sources, question),
    listMembers: memberList.page,
    memberFile: createMemberFile(memberList, clock, deps.config.memberFileRows),
  });
  const bandOf = async (tenantId: string, userId: string) => (await latest(tenantId, userId, [])).band;
  const personalData = outsideFactsPersonalData(database);
  return { routes, facts, factsNow, tellFacts, bandOf, personalData, stop: sleepMeasures.stop };
}

/** What the account says of somebody's body; nothing of somebody whom the tenant does not have. */
async function aboutMember({ accounts }: EventsProcessorDeps['people'], tenantId: string, userId: string): Promise<AboutMember> {
  const { birthDate = null, sex = null, heightM = null } = (await accounts.user(tenantId, userId)) ?? {};
  return { birthDate, sex, heightM };
}
