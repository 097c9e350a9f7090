import type { CalendarEvent, OpenSlot } from '@vigil/contract/calendar.contract';
import type { BellItem } from '@vigil/contract/notification.contract';
import type { Role } from '@vigil/domain/roles';
import { createAudit } from '#platform/audit/audit.ts';
import type { TenantMessage } from '#platform/outbox/outbox.ts';
import type { Said, Say } from '#services/chat/index.ts';
import { createActions } from '#services/factuary/actions/index.ts';
import { createNotification } from '#services/notification/index.ts';
import { createRelations } from '#services/registry/relations/index.ts';
import { createTasks } from '#services/registry/tasks/index.ts';
import { type TestTenant, type TestUser, type UserOverrides, useHarness } from '#testing/harness.ts';
import { startHttp } from '#testing/start-http.ts';
import { createCalendar } from '../index.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface Failure {
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly fields?: readonly { readonly field: string; readonly message: string }[];
  };
}

/** Calendars behind the real HTTP server with real care teams, pushes and the bell; a token is the user's id, taken at its word. */
export async function startCalendar() {
  const harness = await useHarness();
  const { database, people, clock, config, log } = harness;
  const actions = createActions({ ...harness, maySee: async () => true });
  const tasks = createTasks({ ...harness, actions });
  /** What conversations were told, the oldest first. */
  const said: Said[] = [];
  const say: Say = async (_sql, _tenantId, one) => void said.push(one);
  const relations = createRelations({ ...harness, tasks, say: async () => {} });
  const audit = createAudit({ database, clock, key: 'seal of the calendars' });
  /** What was carried, and how many times a mail server refuses next. */
  const mails = { sent: [] as (TenantMessage & { tenantId: string })[], refuse: 0, carries: true };
  const post = {
    carries: () => mails.carries,
    async send(tenantId: string, message: TenantMessage) {
      mails.refuse -= 1;
      if (mails.refuse >= 0) throw new Error('The mail server is away');
      mails.sent.push({ ...message, tenantId });
    },
  };
  const dependencies = {
    database,
    people,
    post,
    homeOf: async () => 'http://clinic.example',
    memberOfAction: actions.memberOf,
    mostBookings: async () => 3,
    config,
    log,
    say,
  };
  const calendar = createCalendar(dependencies);
  /** Another process on the same database. */
  const other = createCalendar(dependencies);
  const { keepHours, bellDays, bufferBytes } = { keepHours: 24, bellDays: 30, bufferBytes: 1_000_000 };
  const noMessages = { unread: async () => [], markRead: async () => 0 };
  const notification = createNotification({
    ...{ database, audit, log, keepHours, bellDays, bufferBytes },
    calendar: calendar.bell,
    messages: noMessages,
  });
  const server = await startHttp(harness, {
    routes: [...(calendar.routes ?? []), ...notification.routes],
    owners: actions.owners ?? {},
    assignments: relations.assignments,
    verifyToken: async (token) => ({ kind: 'person', subject: token, userId: token, verifiedEmail: null, tokenUse: 'access' }),
    audit,
  });

  /** `by` null: without signing in. */
  async function call<Body = unknown>(method: Method, url: string, by: Pick<TestUser, 'id'> | null, payload?: unknown) {
    const answer = await server.http.inject({
      method,
      url,
      headers: {
        ...(by && { authorization: `Bearer ${by.id}` }),
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
    });
    const isJson = String(answer.headers['content-type']).includes('json');
    return { status: answer.statusCode, body: (isJson ? answer.json() : answer.body) as Body & Failure, text: answer.body };
  }

  const base = '/calendar/api/v1';
  const staff = (tenant: TestTenant, role: Role, over: UserOverrides = {}) =>
    harness.createUser(tenant, { roles: [role], givenName: `Given${role}`, familyName: 'Staff', ...over });
  /** So many minutes from now, to the minute. Milliseconds. */
  const inMinutes = (minutes: number) => Math.floor(Date.now() / 60_000) * 60_000 + minutes * 60_000;
  const eventBy = (owner: TestUser, over: object = {}) => ({
    ...{ ownerId: owner.id, tenantId: owner.tenantId, date: inMinutes(120), durationMinutes: 30, title: 'Ward round', type: 'REGULAR' },
    ...{ timeZone: 'UTC', participants: [] },
    ...over,
  });
  const post_ = (owner: TestUser, over: object = {}) => call<CalendarEvent>('POST', `${base}/event`, owner, eventBy(owner, over));
  async function make(owner: TestUser, over: object = {}) {
    const { status, body } = await post_(owner, over);
    if (status !== 200) throw new Error(`The event was not made: ${JSON.stringify(body)}`);
    return body as CalendarEvent;
  }
  /** What an event is changed to: as it is, but for some of it. */
  const put = (owner: TestUser, event: CalendarEvent, over: object = {}) => {
    const { date, durationMinutes, title, description, type, notifyBefore, actionId, participants, patientId, timeZone, version } = event;
    const sent = { date, durationMinutes, title, description, type, notifyBefore, actionId, participants, patientId, timeZone, version };
    return call<CalendarEvent>('PUT', `${base}/users/${owner.id}/events/${event.id}`, owner, { ...sent, ...over });
  };
  const remove = (by: TestUser, eventId: string, scope = 'this') =>
    call<{ deleted: string[] }>('DELETE', `${base}/users/${by.id}/events/${eventId}?scope=${scope}`, by);
  const restore = (by: TestUser, eventId: string) =>
    call<{ restored: string[] }>('POST', `${base}/users/${by.id}/events/${eventId}/restore`, by);
  const spanOf = ({ from = Date.now() - 40 * 86_400_000, until = Date.now() + 300 * 86_400_000 } = {}) =>
    `startDate=${from}&endDate=${until}`;
  const list = (by: TestUser, of: TestUser = by, more = '', span?: { from?: number; until?: number }) =>
    call<CalendarEvent[]>('GET', `${base}/users/${of.id}/events?${spanOf(span)}${more}`, by);
  const get = (by: TestUser, eventId: string) => call<CalendarEvent>('GET', `${base}/users/${by.id}/events/${eventId}`, by);
  const slots = (by: TestUser, member: TestUser) => call<OpenSlot[]>('GET', `${base}/users/${member.id}/slots?${spanOf()}`, by);
  const book = (by: TestUser, slotId: string, member: TestUser = by) =>
    call<CalendarEvent>('POST', `${base}/event/${slotId}/booking`, by, { patientId: member.id });
  async function bell(of: TestUser) {
    const { body } = await call<{ asOf: number; items: BellItem[]; badges: { calendar: number } }>(
      'GET',
      `/notification/api/v1/users/${of.id}/items`,
      of,
    );
    return { asOf: body.asOf, badge: body.badges.calendar, items: body.items.filter(({ type }) => type === 'calendar') };
  }
  const markBell = (of: TestUser, body: object) =>
    call<{ read: number }>('PUT', `/notification/api/v1/users/${of.id}/items/read`, of, { type: 'calendar', ...body });
  /** An open action of a member's; its id. */
  const actionAbout = async (member: TestUser) => {
    const opening = { userId: member.id, category: 'BIOMETRICS', title: 'Call' } as const;
    return (await database.tenant(member.tenantId, (sql) => actions.open(sql, member.tenantId, opening))).actionId;
  };
  /** Somebody looks after a member. */
  const lookAfter = (clinician: TestUser, member: TestUser) =>
    harness.asOwner(
      `insert into vigil.care_relations (tenant_id, patient_id, clinician_id, team_type, assignment_type, assigned_at)
       values ($1, $2, $3, 'PRIMARY', 'DIRECT_ASSIGNMENT', now())`,
      [member.tenantId, member.id, clinician.id],
    );
  /** The time of an event's reminders has come. */
  const makeDue = (eventId: string) =>
    harness.asOwner(
      `update vigil.calendar_participants set remind_at = now() - interval '1 second' where event_id = $1 and remind_at is not null`,
      [eventId],
    );
  async function stop() {
    await server.stop();
    await Promise.all([calendar.stop?.(), other.stop?.(), notification.stop(), actions.stop?.()]);
  }
  return {
    said,
    ...{
      harness,
      actionAbout,
      calendar,
      other,
      mails,
      server,
      call,
      base,
      staff,
      inMinutes,
      eventBy,
      post: post_,
      make,
      put,
      remove,
      restore,
      list,
      get,
    },
    ...{ slots, book, bell, markBell, lookAfter, makeDue, stop },
  };
}
