import { deletedEventDays } from '@vigil/contract/calendar.values';
import type { Module } from '#http/route.ts';
import type { People } from '#people/index.ts';
import type { Config } from '#platform/config.ts';
import type { Log } from '#platform/log.ts';
import type { TenantPost } from '#platform/outbox/outbox.ts';
import type { Database } from '#platform/postgres/database.ts';
import type { Say } from '#services/chat/index.ts';
import { publish } from '#services/notification/index.ts';
import { caretakersOf } from '#services/registry/relations/index.ts';
import { type AppointmentRow, readAppointments } from './appointments.store.ts';
import { type CalendarBell, createCalendarBell } from './bell.ts';
import { createBooking } from './booking.service.ts';
import { type CalendarJobs, createCalendarJobs } from './calendar.jobs.ts';
import { calendarRoutes } from './calendar.routes.ts';
import { createCalendarReads } from './calendar.service.ts';
import { type CalendarChanges, createCalendarChanges } from './changes.service.ts';
import { createCalendarFiles } from './ical/calendar-files.service.ts';
import { createSubscriptionsStore } from './ical/subscriptions.store.ts';
import { membersNamed } from './invited.ts';
import { calendarPersonalData } from './personal-data.ts';
import { createRemind, createSendMails } from './reminders.ts';
import { createSayAppointments } from './said-appointments.ts';
import { createTell } from './told.ts';

export type { CalendarBell };

export interface CalendarDependencies {
  readonly database: Database;
  readonly people: Pick<People, 'care' | 'newcomers' | 'timeZoneOf'>;
  readonly post: Pick<TenantPost, 'send' | 'carries'>;
  /** Where a tenant's people reach the portal, without a trailing slash. */
  readonly homeOf: (tenantId: string) => Promise<string>;
  /** Whose an action is; null where there is no such action. */
  readonly memberOfAction: (tenantId: string, actionId: string) => Promise<string | null>;
  readonly config: Pick<Config, 'calendarSeconds' | 'bellKeepDays'>;
  readonly log: Pick<Log, 'warn' | 'error'>;
  /** Appointments to come that a member of a tenant may have booked at once. */
  readonly mostBookings: (tenantId: string) => Promise<number>;
  /** Tells the conversation of a member. */
  readonly say: Say;
}

export interface Calendar extends Module {
  /** The calendar's list of the bell. */
  readonly bell: CalendarBell;
  readonly jobs: Pick<CalendarJobs, 'run'>;
  readonly create: CalendarChanges['create'];
  /** Appointments with or about all members, or these, that begin in a stretch of time; the end exclusive. */
  readonly appointments: (
    tenantId: string,
    scope: 'tenant' | readonly string[],
    range: { readonly fromMs: number; readonly toMs: number; readonly limit: number },
  ) => Promise<AppointmentRow[]>;
}

const forgottenAtOnce = 1_000;

/**
 * Calendars of the staff and of members: events, those that repeat, appointments that members book, reminders by bell and mail, and
 * files for other calendars.
 */
export function createCalendar(dependencies: CalendarDependencies): Calendar {
  const { database, people, post, homeOf, memberOfAction, mostBookings, config, log, say } = dependencies;
  const tell = createTell(publish);
  const sayAppointments = createSayAppointments({ care: people.care, say });
  const reads = createCalendarReads({ database, people, caretakersOf });
  const changes = createCalendarChanges({ database, people, tell, sayAppointments });
  const subscriptions = createSubscriptionsStore(database);
  const tenantsBy = (question: string) => async () => (await database.ask<{ tenantId: string }>(question)).map(({ tenantId }) => tenantId);
  const jobs = createCalendarJobs({
    tenantsWithReminders: tenantsBy('select tenant_id from vigil.tenants_with_calendar_reminders()'),
    tenantsWithMails: tenantsBy('select tenant_id from vigil.tenants_with_calendar_mails()'),
    remind: createRemind({ database, post, tell }),
    sendMails: createSendMails({ database, people, post, homeOf, log }),
    forgetDeleted: () => database.ask('select vigil.forget_calendar_events($1, $2)', [deletedEventDays, forgottenAtOnce]),
    log,
    everySeconds: config.calendarSeconds,
  });
  return {
    routes: calendarRoutes({
      ...{ reads, changes, subscriptions },
      booking: createBooking({ database, people, caretakersOf, tell, sayAppointments, mostBookings }),
      files: createCalendarFiles({ database, people, subscriptions }),
      membersNamed: (...asked) => membersNamed({ people, memberOfAction }, ...asked),
    }),
    personalData: calendarPersonalData(database),
    bell: createCalendarBell(database, config.bellKeepDays),
    jobs,
    create: changes.create,
    appointments: (...asked) => readAppointments(database, ...asked),
    stop: () => jobs.stop(),
  };
}
