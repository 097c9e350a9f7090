import type { Module } from '#http/route.ts';
import type { People } from '#people/index.ts';
import type { Clock } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import type { Log } from '#platform/log.ts';
import type { PersonalData } from '#platform/personal-data/personal-data.ts';
import type { Database, Sql } from '#platform/postgres/database.ts';
import { actionsRoutes } from './actions.routes.ts';
import { type ActionsService, createActionsService } from './actions.service.ts';
import { type ActionsStore, assigneesOf, createActionsStore } from './actions.store.ts';
import { type AlertedStore, createAlertedStore } from './alerted.store.ts';
import type { MaySee } from './assignee.ts';
import { type Close, type CloseAll, createCloseAll } from './closing.ts';
import { type BeforeReopening, createEndings, type FollowEnded, type FollowUndone } from './endings.ts';
import { createEventsStore, type EventsStore } from './events.store.ts';
import { createExpiry, type Expiry } from './expiry.job.ts';
import { createFiguresStore, type FiguresStore } from './figures.store.ts';
import { handledBy } from './handlers.ts';
import { createHappenedStore, type HappenedStore } from './happened.store.ts';
import { join } from './joining.ts';
import { keepOpen } from './keeping-open.ts';
import { createLiveStore, type LiveStore } from './live.store.ts';
import { createOpen, type Open, openNewMembers } from './opening.ts';
import { actionsPersonalData } from './personal-data.ts';

export type { ActionRow } from './actions.store.ts';
export type { UndoneAct } from './endings.ts';
export type { FigureRow, StandingRow } from './figures.store.ts';
export type { StandingAlert } from './keeping-open.ts';
export type { LiveAction } from './live.store.ts';
export { NotUndone } from './not-undone.ts';
export type { Opened, Opening } from './opening.ts';

export interface ActionsDependencies {
  readonly database: Database;
  readonly people: Pick<People, 'care' | 'privacy' | 'whenActive'>;
  /** Whether somebody of the staff may see a member. */
  readonly maySee: MaySee;
  readonly config: Pick<Config, 'actionExpirySeconds'>;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
}

export interface Actions
  extends Module,
    Pick<EventsStore, 'lastDoneBy' | 'ofPatient' | 'clinicalInterventions'>,
    FiguresStore,
    LiveStore,
    AlertedStore,
    HappenedStore,
    Pick<Expiry, 'expire'> {
  /**
   * Opens an action within the caller's transaction: what a rule, an answer or a gap calls for is there exactly when its cause is.
   * With `openKey` no second one is opened for the member while the first is live.
   */
  readonly open: Open;
  /** Has the alert of another rule join a live one within the caller's transaction. */
  readonly join: typeof join;
  /** No action ends by itself while an alert in it stands; within the caller's transaction. */
  readonly keepOpen: typeof keepOpen;
  /** Closes one, or several, within the caller's transaction, by the server itself. */
  readonly close: Close;
  readonly closeAll: CloseAll;
  /** Within a transaction: who has these actions; those that nobody has are left out. */
  readonly assigneesOf: typeof assigneesOf;
  /** Within a transaction: those of these actions that somebody may work on and end. */
  readonly handledBy: typeof handledBy;
  /** What is done, in the transaction of the cause, when actions end. */
  readonly whenEnded: (follow: FollowEnded) => void;
  /** What is done, in the transaction of the cause, when something that was done to an action is undone. */
  readonly whenUndone: (follow: FollowUndone) => void;
  /** What is locked before the end of an action is undone. */
  readonly beforeReopening: (prepare: BeforeReopening) => void;
  /** As the calls do them, for the demonstration's past. */
  readonly assign: ActionsService['assign'];
  readonly intervene: ActionsService['intervene'];
  readonly undo: ActionsService['undo'];
  /** Actions with their evidence. */
  readonly byIds: ActionsStore['byIds'];
  /** Whose an action is; null where there is no such action. */
  readonly memberOf: ActionsStore['memberOf'];
  readonly isUntouched: (tenantId: string) => Promise<boolean>;
  readonly personalData: PersonalData;
}

/** What the care team is to do about members, who has it, and everything that became of it. */
export function createActions({ database, people, maySee, config, clock, log }: ActionsDependencies): Actions {
  const store = createActionsStore(database);
  const endings = createEndings();
  const events = createEventsStore(database, endings.ended);
  const open = createOpen(endings.ended);
  const closeAll = createCloseAll(endings.ended);
  const service = createActionsService({
    ...{ database, people, maySee, store, events, open, clock },
    ...{ ended: endings.ended, undone: endings.undone, reopening: endings.reopening },
  });
  const expiry = createExpiry({ events, log, everySeconds: config.actionExpirySeconds });
  people.whenActive((sql: Sql, tenantId, userIds) => openNewMembers(open, sql, tenantId, userIds));
  return {
    routes: actionsRoutes({ service, store }),
    owners: { action: store.memberOf },
    personalData: actionsPersonalData(database, people),
    open,
    join,
    keepOpen,
    close: async (sql, tenantId, actionId, note) => (await closeAll(sql, tenantId, new Map([[actionId, note]]))).length > 0,
    closeAll,
    assigneesOf,
    handledBy,
    whenEnded: endings.whenEnded,
    whenUndone: endings.whenUndone,
    beforeReopening: endings.beforeReopening,
    assign: service.assign,
    intervene: service.intervene,
    undo: service.undo,
    byIds: store.byIds,
    memberOf: store.memberOf,
    isUntouched: store.isEmpty,
    ...createLiveStore(database),
    lastDoneBy: events.lastDoneBy,
    ofPatient: events.ofPatient,
    clinicalInterventions: events.clinicalInterventions,
    figures: createFiguresStore(database).figures,
    ...createAlertedStore(database),
    ...createHappenedStore(database),
    expire: expiry.expire,
    stop: expiry.stop,
  };
}
