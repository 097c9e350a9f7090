import type { Module } from '#http/route.ts';
import type { People } from '#people/index.ts';
import type { Config } from '#platform/config.ts';
import type { Log } from '#platform/log.ts';
import type { TenantPost } from '#platform/outbox/outbox.ts';
import type { Database } from '#platform/postgres/database.ts';
import { patientsSeen } from '#services/configurator/index.ts';
import type { Actions } from '#services/factuary/actions/index.ts';
import { publishMany } from '#services/notification/index.ts';
import { caretakersOf } from '#services/registry/relations/index.ts';
import { lockWatch } from '../live/watches.store.ts';
import { onCallRoutes } from '../on-call/on-call.routes.ts';
import { createOnCallService, type OnCallService, onCallByRole } from '../on-call/on-call.service.ts';
import { createOnCallStore, readOnCall } from '../on-call/on-call.store.ts';
import { alarmsRoutes } from './alarms.routes.ts';
import { memberOf } from './alarms.store.ts';
import { type Alarms, createAlarms, createKeepAlarms } from './alarms.ts';
import { type Answering, createAnswering } from './answering.service.ts';
import { createReadChain } from './chain.ts';
import { createMemberAnswers } from './member-answers.service.ts';
import { createSendMessages } from './messages.ts';
import { createReadNotifications, type ReadNotifications } from './notified.ts';
import { createReopening } from './reopening.ts';
import { createRinger } from './rings.ts';
import { tellScreens } from './screens.ts';
import { createTimers, type Timers } from './timers.job.ts';

export type { Alarms };

export interface AlarmsWiring {
  readonly database: Database;
  readonly people: Pick<People, 'care' | 'whenHeld'>;
  readonly actions: Pick<Actions, 'assigneesOf' | 'handledBy' | 'whenEnded' | 'whenUndone' | 'beforeReopening' | 'close'>;
  readonly post: Pick<TenantPost, 'send'>;
  /** Where a tenant's people reach the portal, without a trailing slash. */
  readonly homeOf: (tenantId: string) => Promise<string>;
  readonly config: Pick<Config, 'alarmTimerSeconds' | 'smtpUrl' | 'smsUrl'>;
  readonly log: Pick<Log, 'warn' | 'error'>;
}

export interface WiredAlarms extends Pick<Module, 'routes' | 'owners'> {
  readonly alarms: Alarms;
  readonly timers: Timers;
  readonly notificationsOf: ReadNotifications;
  readonly answering: Answering;
  readonly onCall: OnCallService;
}

/** Alarms with everybody whom they ask, and everything that ends them. */
export function wireAlarms({ database, people, actions, post, homeOf, config, log }: AlarmsWiring): WiredAlarms {
  const readChain = createReadChain({
    staff: people.care.staffNow,
    caretakers: caretakersOf,
    assigneesOf: actions.assigneesOf,
    patientsSeen,
    onCall: async (sql, tenantId) =>
      new Map([...onCallByRole(await readOnCall(sql, tenantId))].map(([role, { userIds }]) => [role, userIds])),
  });
  const keep = createKeepAlarms({ ringThem: createRinger({ readChain, publishMany }), tellScreens });
  const alarms = createAlarms({ database, keep, heldAmong: people.care.heldAmong });
  actions.whenEnded(alarms.actionsEnded);
  actions.beforeReopening(lockWatch);
  actions.whenUndone(createReopening({ keep, heldAmong: people.care.heldAmong, close: actions.close }));
  people.whenHeld(alarms.memberHeld);
  const tenantsBy = (question: string) => async () => (await database.ask<{ tenantId: string }>(question)).map(({ tenantId }) => tenantId);
  const timers = createTimers({
    tenantsWithDue: tenantsBy('select tenant_id from vigil.tenants_with_due_alarms()'),
    goOn: alarms.goOn,
    tenantsWithMessages: tenantsBy('select tenant_id from vigil.tenants_with_alarm_messages()'),
    send: createSendMessages({ database, staffNow: people.care.staffNow, post, homeOf, log }),
    log,
    everySeconds: config.alarmTimerSeconds,
  });
  const answering = createAnswering({ database, people, actions, alarms, keep });
  const ofMember = createMemberAnswers({ database, people, actions, alarms, keep });
  const onCall = createOnCallService({ store: createOnCallStore(database), people });
  return {
    ...{ alarms, timers, answering, onCall },
    notificationsOf: createReadNotifications(database, readChain, config.smtpUrl !== undefined || config.smsUrl !== undefined),
    routes: [...alarmsRoutes(answering, ofMember), ...onCallRoutes(onCall, answering)],
    owners: { alarm: (tenantId, id) => memberOf(database, tenantId, id) },
  };
}
