import type { Module } from '#http/route.ts';
import type { People } from '#people/index.ts';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { Database } from '#platform/postgres/database.ts';
import type { Cohorts } from '../cohorts/index.ts';
import type { SurveysOfPrograms } from '../surveys/index.ts';
import { type Assigning, createAssigning } from './assigning.service.ts';
import { createAuthoredStore } from './authored.store.ts';
import { type Authoring, createAuthoring } from './authoring.service.ts';
import { createAuthoringStore } from './authoring.store.ts';
import { type Content, createContent } from './content.service.ts';
import { type ContentStore, createContentStore } from './content.store.ts';
import { createDelivery, type Delivery } from './delivery.jobs.ts';
import { createDeliveryStore } from './delivery.store.ts';
import { programsPersonalData } from './personal-data.ts';
import { createReadProgramEvents, type ReadProgramEvents } from './program-events.store.ts';
import { programsRoutes } from './programs.routes.ts';
import { createProgressStore, type ProgressStore } from './progress.store.ts';
import { createRunsStore } from './runs.store.ts';

export interface ProgramsDependencies {
  readonly database: Database;
  readonly people: Pick<People, 'namesOf' | 'timeZoneOf' | 'accounts' | 'privacy'>;
  readonly bus: Pick<Bus, 'subscribe'>;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
  /** How often this process looks for content that is due. */
  readonly deliverySeconds: number;
  /** Gives what steps ask, within the transaction that delivers them. */
  readonly surveys: SurveysOfPrograms;
  readonly cohorts: Pick<Cohorts, 'membersFor'>;
}

export interface Programs extends Module {
  readonly authoring: Authoring;
  readonly assigning: Assigning;
  readonly content: Content;
  /** How far the members in scope have come in each program, those begun last first. */
  readonly progressIn: ProgressStore['progressIn'];
  /** Insights read and pledges achieved in a stretch of time, by the members in scope. */
  readonly doneIn: ProgressStore['doneIn'];
  readonly eventsOf: ReadProgramEvents;
  /** What answers to surveys of programs tell, within their transaction. */
  readonly ofSurveys: ContentStore['ofSurveys'];
  /** Delivers and expires what is due now, by the database's clock. */
  readonly deliver: Delivery['run'];
  stop(): Promise<void>;
}

/** Programs that the care team writes, who has them, and what members do with what they bring. */
export function createPrograms({ database, people, bus, clock, log, deliverySeconds, surveys, cohorts }: ProgramsDependencies): Programs {
  const contentStore = createContentStore(database);
  const { progressIn, doneIn } = createProgressStore(database);
  const authoring = createAuthoring({ read: createAuthoredStore(database), write: createAuthoringStore(database, surveys), people });
  const assigning = createAssigning({ store: createRunsStore(database, surveys), people });
  const content = createContent({ store: contentStore, people, clock });
  const delivery = createDelivery({
    ...{ store: createDeliveryStore(database, surveys), bus, log },
    timeZoneOf: people.timeZoneOf,
    everySeconds: deliverySeconds,
  });
  return {
    routes: programsRoutes({ authoring, assigning, content, cohorts }),
    personalData: programsPersonalData(database, people),
    ...{ authoring, assigning, content },
    ofSurveys: contentStore.ofSurveys,
    ...{ progressIn, doneIn },
    eventsOf: createReadProgramEvents(database),
    deliver: delivery.run,
    stop: delivery.stop,
  };
}
