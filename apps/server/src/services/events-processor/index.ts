import type { MemberRow } from '@vigil/contract/events-processor.contract';
import type { MetricId } from '@vigil/domain/metrics/catalogue';
import type { Module, Route } from '#http/route.ts';
import type { People } from '#people/index.ts';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { Database } from '#platform/postgres/database.ts';
import type { TicksReads } from '#services/ticks-store/index.ts';
import type { ReadLimits } from './attention/limits.ts';
import { markLatest } from './attention/mark-latest.ts';
import { createMemberFile } from './attention/member-file.ts';
import { createMemberList } from './attention/member-list.ts';
import { eventsProcessorRoutes } from './events-processor.routes.ts';
import { createFacts, type Facts } from './events-processor.service.ts';
import { type EvidenceAnswer, type EvidenceQuestion, readEvidence } from './evidence.ts';
import { createFactsNow, type FactsNow } from './facts-now/facts-now.ts';
import { createOutsideFactsStore } from './outside-facts/outside-facts.store.ts';
import { createOutsideFacts, type OutsideFactsUseCase } from './outside-facts/outside-facts.ts';
import { outsideFactsPersonalData } from './outside-facts/personal-data.ts';
import { type CohortOf, createInCohort } from './population/in-cohort.ts';
import { createPopulation, type Population } from './population/population.ts';
import { type Latest, readLatest } from './queries/latest.ts';
import { readVitalsOfMany, type VitalsNow } from './queries/vitals-of-many.ts';
import type { SleepDevicesDeps } from './sleep-devices.ts';
import { createSleepMeasuresStore } from './sleep-measures/sleep-measures.store.ts';
import { createSleepMeasures } from './sleep-measures/sleep-measures.ts';
import type { AboutMember, FactsDeps } from './sources.ts';

export type { ReadLimits, TenantLimits } from './attention/limits.ts';
export type { Facts, FactsQuestion } from './events-processor.service.ts';
export type { FactsNow } from './facts-now/facts-now.ts';
export type { CohortOf, CohortReader } from './population/in-cohort.ts';
export type { Population } from './population/population.ts';
export type { VitalsNow } from './queries/vitals-of-many.ts';

export interface EventsProcessorDeps {
  readonly database: Database;
  readonly people: Pick<People, 'timeZoneOf' | 'accounts'>;
  readonly ticks: Pick<
    TicksReads,
    'steps' | 'stateRuns' | 'spans' | 'senders' | 'recentDays' | 'runsBeyond' | 'steppingMinutes' | 'stateRunsOfMany'
  >;
  readonly deviceTypes: SleepDevicesDeps['deviceTypes'];
  readonly bus: Pick<Bus, 'subscribe'>;
  readonly clock: Clock;
  readonly log: Log;
  /** When a member logged meals, medications or workouts. */
  readonly loggedAt: FactsDeps['loggedAt'];
  /** By which values of members are marked. */
  readonly limits: ReadLimits;
  /** What a cohort that somebody may read asks of its members. */
  readonly cohortOf: CohortOf;
  readonly config: { readonly memberFileRows: number };
}

export interface EventsProcessor extends Module {
  readonly routes: Route[];
  readonly facts: Facts;
  readonly factsNow: FactsNow;
  readonly tellFacts: OutsideFactsUseCase;
  /** What members answer to the conditions of a cohort. */
  readonly population: Population;
  /** Rows of these members, without reasons, each with its latest readings of these metrics, marked where they are out of range. */
  readonly membersNow: (tenantId: string, userIds: readonly string[], metrics: readonly MetricId[]) => Promise<MemberRow[]>;
  /** The newest readings of many members. */
  readonly vitalsOfMany: (
    tenantId: string,
    userIds: readonly string[],
    metrics: readonly MetricId[],
  ) => Promise<ReadonlyMap<string, VitalsNow>>;
  /** What metrics of a member did in a timeframe, against a baseline. */
  readonly evidence: (question: EvidenceQuestion) => Promise<EvidenceAnswer>;
  /** What was last heard of a member's band. */
  readonly bandOf: (tenantId: string, userId: string) => Promise<Latest['band']>;
}

/** Ticks as facts, now and over time, sleeps, and members by measure. */
export function createEventsProcessor(deps: EventsProcessorDeps): EventsProcessor {
  const { database, people, ticks, deviceTypes, clock, limits, loggedAt, bus, log } = deps;
  const latest = (tenantId: string, userId: string, metrics: readonly string[] | undefined) =>
    readLatest(database, tenantId, userId, metrics);
  const outsideFacts = createOutsideFactsStore(database);
  const tellFacts = createOutsideFacts(outsideFacts, clock);
  const sleepMeasures = createSleepMeasures({ store: createSleepMeasuresStore(database), ticks, bus, clock, log });
  const sources = {
    ...{ ticks, clock, loggedAt, memberTimeZone: people.timeZoneOf },
    aboutMember: (tenantId: string, userId: string) => aboutMember(people, tenantId, userId),
  };
  const facts = createFacts({ ...sources, ticks, deviceTypes });
  const factsNow = createFactsNow({ ...sources, latest, outsideFacts });
  const memberList = createMemberList({ database, ticks, clock, limits, sleepMeasures });
  const evidence = (question: EvidenceQuestion) => readEvidence(sources, question);
  const routes = eventsProcessorRoutes({
    ...{ facts, factsNow, evidence, takeInOutsideFacts: tellFacts },
    latest: markLatest({ people, latest, limits, clock }),
    listMembers: memberList.page,
    inCohort: createInCohort(deps.cohortOf),
    memberFile: createMemberFile(memberList, clock, deps.config.memberFileRows),
  });
  const population = createPopulation({ database, clock, memberList, sleepMeasures });
  const bandOf = async (tenantId: string, userId: string) => (await latest(tenantId, userId, [])).band;
  const personalData = outsideFactsPersonalData(database);
  return {
    ...{ routes, facts, factsNow, tellFacts, population, evidence, bandOf, personalData },
    membersNow: async (tenantId, userIds, metrics) =>
      memberList.marked(tenantId, await memberList.rows({ tenantId, facts: [...metrics] }, userIds, { reasons: false })),
    vitalsOfMany: (tenantId, userIds, metrics) => readVitalsOfMany(database, tenantId, userIds, metrics),
    stop: sleepMeasures.stop,
  };
}

/** What the account says of somebody's body; nothing of somebody whom the tenant does not have. */
async function aboutMember({ accounts }: EventsProcessorDeps['people'], tenantId: string, userId: string): Promise<AboutMember> {
  const { birthDate = null, sex = null, heightM = null } = (await accounts.user(tenantId, userId)) ?? {};
  return { birthDate, sex, heightM };
}
