import type { Module } from '#http/route.ts';
import type { People } from '#people/index.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/postgres/database.ts';
import type { Counted, Stretch, StretchPage } from '#platform/postgres/newest-first.ts';
import { createActionRequests, type OpenAction } from './action-requests.ts';
import { type Authoring, createAuthoring } from './authoring/authoring.service.ts';
import { createAuthoringStore } from './authoring/authoring.store.ts';
import { createBaseline, type FiguresOver } from './baseline/baseline.service.ts';
import { type Answering, createAnswering, type OnSaid, type OnScored } from './given/answering.ts';
import { createDeliveries } from './given/deliveries.ts';
import { createGiven, type Given } from './given/given.service.ts';
import { type CompletedQuestion, completedCounts } from './given/given.store.ts';
import { type ProgramsOfSurveys, type SurveysOfPrograms, surveysOfPrograms } from './given/of-programs.ts';
import { readScores, type ScoreAt, type ScoresQuestion } from './given/scores.ts';
import { screenMember } from './given/screener.ts';
import { readSurveyEvents, type SurveyEvent } from './given/survey-events.ts';
import { readUrgentAnswer } from './given/urgent-answer.ts';
import { surveysPersonalData } from './personal-data.ts';
import { isLive } from './survey-versions.store.ts';
import { surveysRoutes } from './surveys.routes.ts';

export type { OpenAction, SurveyAction } from './action-requests.ts';
export { figuresFrom } from './figures-beside.ts';
export type { GivenPlace } from './given/given.store.ts';
export type { SurveysOfPrograms } from './given/of-programs.ts';
export type { ScoreAt } from './given/scores.ts';

export interface SurveysDependencies {
  readonly database: Database;
  readonly people: Pick<People, 'accounts' | 'namesOf' | 'timeZoneOf'>;
  readonly clock: Clock;
  /** Sleep and steps that stand beside a score. */
  readonly figuresOver: FiguresOver;
  /** Opens an action in the transaction of the answer that asks for it; without it what is asked for waits in a table. */
  readonly openAction: OpenAction;
  /** Told, in the transaction of the answer, that a completed survey comes to something. */
  readonly onScored: OnScored;
  /** Told, in the transaction of the answer, what a completed survey says for NEWS2. */
  readonly onSaid: OnSaid;
  /** Told of surveys that came by programs. */
  readonly programs: ProgramsOfSurveys;
}

export interface Surveys extends Module {
  /** Whether members can be given a survey now. */
  isLive(tenantId: string, surveyId: string): Promise<boolean>;
  /** What completed surveys of members came to, and when. */
  scores(question: ScoresQuestion): Promise<ScoreAt[]>;
  /** Which surveys a member was given, and which were completed. */
  eventsOf(tenantId: string, userId: string, stretch: Stretch): Promise<StretchPage<Counted<SurveyEvent>>>;
  /** How many surveys each of the members in scope completed in a stretch of time, at most so many members. */
  completedIn(tenantId: string, asked: CompletedQuestion): Promise<{ readonly userId: string; readonly surveys: number }[]>;
  readonly authoring: Authoring;
  readonly given: Given;
  readonly answering: Answering;
  readonly ofPrograms: SurveysOfPrograms;
}

/**
 * Surveys: written and published by the care team, given to members at once, by schedules or as they arrive, answered by them and by
 * the care team beside them, scored and compared with a baseline.
 */
export function createSurveys({
  database,
  people,
  clock,
  figuresOver,
  openAction,
  onScored,
  onSaid,
  programs,
}: SurveysDependencies): Surveys {
  const actions = createActionRequests(clock, openAction);
  const authoring = createAuthoring({ store: createAuthoringStore(database), people, clock });
  const given = createGiven({ database, people, clock, deliver: createDeliveries({ database, people, clock, programs }) });
  const answering = createAnswering({ database, actions, programs, onScored, onSaid, clock });
  const baseline = createBaseline({ database, figuresOver, clock });
  const screen = (tenantId: string, userId: string, deduplicate: boolean) => screenMember(database, tenantId, userId, deduplicate);
  const urgentAnswer = (tenantId: string, userId: string, actionId: string) => readUrgentAnswer(database, tenantId, userId, actionId);
  return {
    routes: surveysRoutes({ authoring, given, answering, baseline, screen, urgentAnswer }),
    owners: { userSurvey: (tenantId, id) => given.ownerOf(tenantId, id.toLowerCase()) },
    personalData: surveysPersonalData(database),
    scores: (question) => readScores(database, question),
    isLive: (tenantId, surveyId) => database.tenant(tenantId, (sql) => isLive(sql, tenantId, surveyId)),
    eventsOf: (tenantId, userId, stretch) => readSurveyEvents(database, tenantId, userId, stretch),
    completedIn: (tenantId, asked) => database.tenant(tenantId, (sql) => completedCounts(sql, tenantId, asked)),
    ...{ authoring, given, answering, ofPrograms: surveysOfPrograms },
  };
}
