import type { CohortWithMeta } from '@vigil/contract/factuary-cohorts.contract';
import type { SentCohort } from '@vigil/contract/factuary-cohorts.forms';
import { cohortStatuses, totalPopulation } from '@vigil/contract/factuary-cohorts.values';
import type { Module } from '#http/route.ts';
import type { People } from '#people/index.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { Database, Sql } from '#platform/postgres/database.ts';
import type { CohortOf, Population } from '#services/events-processor/index.ts';
import { createCohortCounts } from './cohort-counts.ts';
import { cohortsRoutes } from './cohorts.routes.ts';
import { asksNothingClinical, type StaffMember } from './cohorts.rules.ts';
import { createCohortsService } from './cohorts.service.ts';
import { type CohortsStore, createCohortsStore } from './cohorts.store.ts';
import { createCohortOf } from './definitions.ts';
import { createFollowJob, type FollowJob } from './follow.jobs.ts';
import { type CohortMembers, createCohortMembers } from './members.service.ts';
import { cohortsPersonalData } from './personal-data.ts';
import { type CohortPlaces, createPlaces } from './places.ts';
import { createStaysStore } from './stays.store.ts';

export type { CohortPlaces } from './places.ts';

export interface CohortDefinitions {
  readonly store: CohortsStore;
  /** What a cohort asks of its members, for lists of members. */
  readonly cohortOf: CohortOf;
}

/** What cohorts ask, which is known before there is anybody to ask. */
export function createCohortDefinitions(database: Database): CohortDefinitions {
  const store = createCohortsStore(database);
  return { store, cohortOf: createCohortOf(store) };
}

export interface CohortsDependencies {
  readonly definitions: CohortDefinitions;
  readonly database: Database;
  readonly people: Pick<People, 'privacy'>;
  readonly population: Population;
  readonly clock: Clock;
  readonly log: Log;
  readonly config: { readonly cohortsFollowSeconds: number };
}

export interface Cohorts extends Module {
  /** Makes or changes a cohort, as its maker would. */
  readonly put: (tenantId: string, by: StaffMember, sent: SentCohort) => Promise<CohortWithMeta>;
  /** Says where cohorts are used: one that is, is not deleted. To be called once, by each module that names cohorts. */
  readonly registerPlaces: (places: CohortPlaces) => void;
  /**
   * Holds a cohort until the transaction ends, so that nobody deletes it before its new place is stored. False where the tenant has no such
   * cohort, or it is a draft.
   */
  readonly hold: (sql: Sql, tenantId: string, cohortId: string) => Promise<boolean>;
  /** Ids of the members of a cohort as it was last followed, or at a moment (milliseconds), by id. Of the Total Population: those of now. */
  readonly membersOf: (tenantId: string, cohortId: string, atMs?: number) => Promise<readonly string[]>;
  /**
   * Ids of the cohorts in which members were last found, or were at a moment (milliseconds), by member; the Total Population is not
   * among them, and who is in none is absent.
   */
  readonly cohortsOf: (tenantId: string, userIds: readonly string[], atMs?: number) => Promise<ReadonlyMap<string, readonly string[]>>;
  /** See `CohortMembers`. */
  readonly membersFor: CohortMembers['now'];
  /**
   * Titles of the shared cohorts in which members were last found, by member; who is in none is absent. Of those that ask for clinical facts,
   * only for readers who may see these: belonging tells a value.
   */
  readonly sharedTitlesOf: (
    tenantId: string,
    userIds: readonly string[],
    readsClinical: boolean,
  ) => Promise<ReadonlyMap<string, readonly string[]>>;
  /** Works out who belongs to every cohort that is due. */
  readonly follow: FollowJob['run'];
}

/** Cohorts: members by what is known of them, previewed, kept with who joined and left when, and listed by. */
export function createCohorts({ definitions, database, people, population, clock, log, config }: CohortsDependencies): Cohorts {
  const { store } = definitions;
  const stays = createStaysStore(database, store.read);
  const places = createPlaces(database);
  const job = createFollowJob({ stays, population, clock, log, everySeconds: config.cohortsFollowSeconds });
  const counts = createCohortCounts({ stays, population });
  const service = createCohortsService({ store, people, counts, places, clock, changed: job.soon });

  async function everybody(tenantId: string): Promise<readonly string[]> {
    return (await population.answers({ tenantId, conditions: [], userStatus: cohortStatuses })).matching;
  }

  const membersOf: Cohorts['membersOf'] = (tenantId, cohortId, atMs) =>
    cohortId === totalPopulation.id ? everybody(tenantId) : stays.membersAt(tenantId, cohortId, atMs ?? null);
  const members = createCohortMembers({ store, stays, population, people, membersOf });

  async function sharedTitlesOf(tenantId: string, userIds: readonly string[], readsClinical: boolean) {
    const listed = await store.list(tenantId, null);
    const shared = listed.filter(({ isDraft, conditions }) => !isDraft && (readsClinical || asksNothingClinical(conditions)));
    const inEach = await stays.cohortsOf(tenantId, userIds, null);
    const titlesOf = (ids: readonly string[]) => shared.filter(({ id }) => ids.includes(id)).map(({ title }) => title);
    return new Map([...inEach].map(([userId, ids]) => [userId, titlesOf(ids)]));
  }

  return {
    routes: cohortsRoutes(service, members),
    personalData: cohortsPersonalData(stays),
    put: async (tenantId, by, sent) => (await service.put(tenantId, { ...by, scope: 'tenant', isExact: true }, sent)).answer,
    registerPlaces: places.register,
    hold: async (sql, tenantId, cohortId) => cohortId === totalPopulation.id || (await store.hold(sql, tenantId, cohortId)),
    membersOf,
    membersFor: members.now,
    cohortsOf: (tenantId, userIds, atMs) => stays.cohortsOf(tenantId, userIds, atMs ?? null),
    sharedTitlesOf,
    follow: job.run,
    stop: job.stop,
  };
}
