import type { Concern, TypedValues } from '@vigil/domain/activities/concern';
import type { Module } from '#http/route.ts';
import type { People } from '#people/index.ts';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import type { Log } from '#platform/log.ts';
import { together } from '#platform/personal-data/together.ts';
import type { Database } from '#platform/postgres/database.ts';
import type { ReadLimits } from '#services/events-processor/index.ts';
import type { Actions } from '#services/factuary/actions/index.ts';
import type { Cohorts } from '#services/factuary/cohorts/index.ts';
import { type AnsweredAlarm, readAnswered } from './alarms/answered.store.ts';
import { createReadAlarmAnswers, type ReadAlarmAnswers } from './alarms/answered-events.store.ts';
import { type CriticalAlarm, readCritical } from './alarms/critical.store.ts';
import { alarmsPersonalData } from './alarms/personal-data.ts';
import { type Alarms, type AlarmsWiring, type WiredAlarms, wireAlarms } from './alarms/wiring.ts';
import { alertsRoutes } from './alerts.routes.ts';
import { createBacktests } from './backtest/backtests.service.ts';
import { createBacktestsStore } from './backtest/backtests.store.ts';
import type { HistoryReads } from './backtest/histories.ts';
import type { InterventionReads } from './backtest/run.ts';
import { createLive, type Live, type ReadEvidence } from './live/live.ts';
import { onCallPersonalData } from './on-call/personal-data.ts';
import { alertsPersonalData } from './personal-data.ts';
import { createMemberLayersStore } from './rules/member-layers.store.ts';
import { createTenantLimits } from './rules/member-limits.ts';
import { createMemberRules } from './rules/member-rules.ts';
import { createRules, type Rules, type RulesDeps } from './rules/rules.service.ts';
import { createRulesStore } from './rules/rules.store.ts';
import { crossedLimits } from './typed/crossed-limits.ts';
import { type LoggedValues, readToldAbout, type ToldAbout } from './typed/told-about.ts';

export type { Alarms, RuleReport, StandingAlarm } from './alarms/alarms.ts';
export type { AnsweredAlarm } from './alarms/answered.store.ts';
export type { Notifications } from './alarms/notified.ts';
export type { ShiftOfStaff } from './on-call/on-call.service.ts';
export type { ToldAbout } from './typed/told-about.ts';

export interface AlertsDeps {
  readonly database: Database;
  readonly people: Pick<People, 'timeZonesOf' | 'signsOfLifeSince' | 'birthDatesOf' | 'listUsers' | 'caredFor' | 'care' | 'whenHeld'>;
  readonly post: AlarmsWiring['post'];
  readonly homeOf: AlarmsWiring['homeOf'];
  readonly ticks: Omit<HistoryReads, 'birthDatesOf' | 'saidOf' | 'surveyScores'>;
  /** What rules look at beside readings. */
  readonly saidOf: HistoryReads['saidOf'];
  readonly surveyScores: HistoryReads['surveyScores'];
  /** Whether members can be given a survey. */
  readonly isSurvey: RulesDeps['isSurvey'];
  readonly cohorts: Pick<Cohorts, 'cohortsOf' | 'membersFor' | 'hold' | 'registerPlaces'>;
  readonly actions: Pick<
    Actions,
    | 'open'
    | 'join'
    | 'keepOpen'
    | 'close'
    | 'closeAll'
    | 'assigneesOf'
    | 'handledBy'
    | 'openAmong'
    | 'whenEnded'
    | 'whenUndone'
    | 'beforeReopening'
  > &
    InterventionReads;
  /** What metrics did at a moment and against a baseline: what an action keeps of its alert. */
  readonly evidenceOf: ReadEvidence;
  /** Rejects where readings can be neither taken in nor read. */
  readonly takesReadings: () => Promise<void>;
  /** Whether a tenant's first data is still being stored, its rules perhaps among it. */
  readonly isBeingSetUp: (tenantId: string) => boolean;
  readonly bus: Pick<Bus, 'publish' | 'subscribe'>;
  readonly config: AlarmsWiring['config'] & Pick<Config, 'alertsDueSeconds'>;
  readonly clock: Clock;
  readonly log: Log;
}

export interface AlertsModule extends Module {
  readonly rules: Rules;
  readonly alarms: Alarms;
  readonly notificationsOf: WiredAlarms['notificationsOf'];
  readonly onCall: WiredAlarms['onCall'];
  readonly live: Pick<Live, 'settled' | 'arrived' | 'catchUp' | 'judgedUpToMs' | 'notEvaluated'>;
  /** The limits of the members of a tenant, by which values are marked wherever they stand. */
  readonly limits: ReadLimits;
  /** What somebody types in, as the member's own rules see it. */
  readonly typed: {
    /** Values beyond a limit of the member's own. */
    crossed(tenantId: string, userId: string, values: TypedValues): Promise<readonly Concern[]>;
    /** What the rules did about values that a member logged. */
    toldAbout(tenantId: string, logged: LoggedValues): Promise<ToldAbout>;
  };
  /** Critical alarms that have told somebody, or are of `own` members, and wait for an acknowledgement; the newest first, at most 50. */
  criticalFor(
    tenantId: string,
    toldId: string,
    scope: 'tenant' | readonly string[],
    own: readonly string[],
  ): Promise<readonly CriticalAlarm[]>;
  readonly answersAbout: ReadAlarmAnswers;
  /** Lets everything of a tenant go on that is due now; in a server that goes on by itself. */
  readonly goOn: WiredAlarms['timers']['goOn'];
  /** How the alarms of actions were answered, each while the action was open (milliseconds); those without an alarm are absent. */
  answered(
    tenantId: string,
    actions: readonly { readonly actionId: string; readonly openedAt: number; readonly endedAt: number | null }[],
  ): Promise<readonly AnsweredAlarm[]>;
}

/** Alert rules as data, layered from tenant over cohort to member: run on every member, told as alarms, and tried on history. */
export function createAlerts(deps: AlertsDeps): AlertsModule {
  const { database, people, actions, config, cohorts, clock, log, saidOf, surveyScores } = deps;
  const ticks: HistoryReads = { ...deps.ticks, birthDatesOf: people.birthDatesOf, saidOf, surveyScores };
  const store = createRulesStore(database, cohorts.hold);
  cohorts.registerPlaces(store.rulesWithCohort);
  const rules = createRules({ store, clock, isSurvey: deps.isSurvey });
  const memberRules = createMemberRules({ store, memberLayers: createMemberLayersStore(database), cohortsOf: cohorts.cohortsOf, clock });
  const { alarms, timers, notificationsOf, onCall, routes: alarmRoutes = [], owners } = wireAlarms(deps);
  const backtests = createBacktests({
    ...{ rules: store, memberRules, store: createBacktestsStore(database), ticks, actions, people, clock, log },
    membersOfCohort: cohorts.membersFor,
  });
  const live = createLive({
    ...{ ...deps, ticks, memberRules, rules: store, report: alarms.report },
    everySeconds: config.alertsDueSeconds,
    nowSeconds: () => null,
  });
  return {
    routes: [...alertsRoutes({ rules, memberRules, backtests, live }), ...alarmRoutes],
    owners: owners ?? {},
    personalData: together(alertsPersonalData(database), alarmsPersonalData(database), onCallPersonalData),
    async stop() {
      await Promise.all([backtests.stop(), live.stop(), timers.stop()]);
    },
    rules,
    alarms,
    notificationsOf,
    onCall,
    live,
    limits: createTenantLimits({ database, store, memberRules, actions }),
    typed: {
      crossed: (tenantId, userId, values) => crossedLimits(memberRules, tenantId, userId, values),
      toldAbout: (tenantId, logged) => readToldAbout({ database, memberRules }, tenantId, logged),
    },
    criticalFor: (tenantId, toldId, scope, own) => readCritical(database, tenantId, toldId, scope, own),
    answersAbout: createReadAlarmAnswers(database),
    goOn: timers.goOn,
    answered: (tenantId, asked) => readAnswered(database, tenantId, asked),
  };
}
