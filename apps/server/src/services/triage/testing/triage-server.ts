import { randomUUID } from 'node:crypto';
import type { Alert } from '@vigil/contract/factuary-actions.contract';
import type { Role } from '@vigil/domain/roles';
import { afterAll } from 'vitest';
import { createAudit } from '#platform/audit/audit.ts';
import type { Clock } from '#platform/clock.ts';
import { createEventsProcessor } from '#services/events-processor/index.ts';
import { publish, withdraw } from '#services/notification/index.ts';
import { createRelations } from '#services/registry/relations/index.ts';
import { createTasks } from '#services/registry/tasks/index.ts';
import { createTicksStoreReads, createTickWriter } from '#services/ticks-store/index.ts';
import type { Harness, TestTenant, TestUser } from '#testing/harness.ts';
import { startHttp } from '#testing/start-http.ts';
import { createGaps } from '../../alerts/gaps/index.ts';
import type { StandingAlarm } from '../../alerts/index.ts';
import { alertsOver } from '../../alerts/testing/alerts-over.ts';
import { createActions } from '../../factuary/actions/index.ts';
import { createTriage } from '../index.ts';
import { gatherStanding, type StandingGap } from '../today/standing.ts';

/** Triage and the list of members over real actions, relations and ticks, behind the real HTTP server; a token is the user's id, taken at its word. */
export async function startTriage(harness: Harness, clock: Clock, tenantZone = 'UTC') {
  const { database, people } = harness;
  const writer = createTickWriter({ ...harness, clock });
  const ticks = createTicksStoreReads({ ...harness, rolledUpUntilMs: writer.rolledUpUntilMs });
  const actions = createActions({ ...harness, maySee: async () => true });
  const tasks = createTasks({ ...harness, actions });
  const relations = createRelations({ ...harness, tasks, say: async () => {} });
  const eventsProcessor = createEventsProcessor({
    ...{ ...harness, ticks, clock, limits: (tenantId) => alerts.limits(tenantId), loggedAt: async () => [] },
    deviceTypes: async () => new Map(),
    cohortOf: async () => ({ conditions: [] }),
  });
  const gaps = createGaps({ ...harness, takesReadings: () => harness.engine.ping(), ticks });
  const alerts = alertsOver(harness, { actions });
  /** Whom every cohort has. */
  const cohort: string[] = [];
  /** About whom something was said that NEWS2 is made of. */
  const saidOf: string[] = [];
  const triage = createTriage({
    ...{ database, people, ticks, clock, onSaid: async (_sql, _tenantId, userId) => void saidOf.push(userId) },
    today: {
      ...{ actions, people, members: eventsProcessor, ticks, publish, assignments: relations.assignments },
      cohorts: { membersFor: async () => cohort },
      timeZoneOf: async () => tenantZone,
      ...{
        alarmsOf: alerts.alarms.standing,
        gapsOf: gaps.standing,
        notEvaluated: alerts.live.notEvaluated,
        notificationsOf: alerts.notificationsOf,
        criticalFor: alerts.criticalFor,
      },
    },
    handoffs: {
      ...{ actions, people, shiftsOf: alerts.onCall.shiftsOf, withdrawPushes: withdraw, visibleTo: async () => 'tenant' },
      ...{ notesSince: async () => [], callsOfMembers: async () => [], unanswered: async () => [], appointments: async () => [] },
    },
  });
  const server = await startHttp(harness, {
    routes: [triage, actions, relations, eventsProcessor].flatMap(({ routes }) => routes ?? []),
    owners: actions.owners ?? {},
    assignments: relations.assignments,
    verifyToken: async (token) => ({ kind: 'person', subject: token, userId: token, verifiedEmail: null, tokenUse: 'access' }),
    audit: createAudit({ database, clock: harness.clock, key: 'seal of triage' }),
  });
  afterAll(async () => {
    await server.stop();
    await Promise.all([actions, triage, eventsProcessor, alerts, gaps].map((module) => module.stop?.()));
    await writer.stop();
  });

  async function call<Body = never>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, by: { id: string }, payload?: unknown) {
    const answer = await server.http.inject({
      method,
      url,
      headers: { authorization: `Bearer ${by.id}`, ...(payload === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
    });
    return { status: answer.statusCode, body: answer.json() as Body };
  }
  const staff = (tenant: TestTenant, role: Role) => harness.createUser(tenant, { roles: [role], givenName: role, familyName: 'Staff' });
  /** Opens an action as the server's own modules do. */
  const opened = (member: TestUser, over: Partial<Parameters<typeof actions.open>[2]> = {}) =>
    database.tenant(member.tenantId, async (sql) => {
      const { actionId } = await actions.open(sql, member.tenantId, {
        ...{ userId: member.id, category: 'BIOMETRICS', title: 'Pulse high', priority: 'MEDIUM' },
        ...over,
      });
      return actionId;
    });
  /** An alarm as the alerts store it, with a rule for each of its actions; given the id of one, it becomes as it is said. */
  const alarm = async (member: TestUser, over: Partial<TestAlarm> = {}): Promise<string> => {
    const one: TestAlarm = {
      ...{ id: randomUUID(), actionIds: [randomUUID()], state: 'raised', severity: 'HIGH', level: 0, by: null, dueAt: null },
      ...{ raisedAt: clock.now() - 60_000, ended: [], ...over },
    };
    await database.tenant(member.tenantId, async (sql) => {
      await sql.query(
        `insert into vigil.alarms (tenant_id, id, user_id, topic, state, severity, level, is_judged, by_id, due_at, raised_at, changed_at, version)
         values ($1, $2::uuid, $3, $2::uuid::text, $4, $5, $6, true, $7, $8, $9, now(), 1)
         on conflict (tenant_id, id) do update set state = $4, severity = $5, level = $6, by_id = $7, due_at = $8, raised_at = $9`,
        [
          ...[member.tenantId, one.id, member.id, one.state, one.severity, one.level, one.by],
          ...[one.dueAt === null ? null : new Date(one.dueAt), new Date(one.raisedAt)],
        ],
      );
      await sql.query(
        `insert into vigil.alarm_parts (tenant_id, alarm_id, rule_id, version, firing_id, action_id, title, severity, subject, direction, role,
           judged_at, ended)
         select $1, $2, action, 1, gen_random_uuid(), action, 'Pulse high', $3, '{"kind": "metric", "metric": "heart_rate"}', 'above', 'nurse',
           now(), action = any($5::uuid[])
         from unnest($4::uuid[]) as action on conflict do nothing`,
        [member.tenantId, one.id, one.severity, [...one.actionIds, ...one.ended], one.ended],
      );
    });
    return one.id;
  };
  const gap = (member: TestUser, over: Partial<Omit<StandingGap, 'userId'>> = {}) => {
    const { kind, metric, since }: Omit<StandingGap, 'userId'> = {
      kind: 'band_off',
      metric: null,
      since: Math.floor(clock.now() / 1000),
      ...over,
    };
    return database.tenant(member.tenantId, (sql) =>
      sql.query('insert into vigil.gaps (tenant_id, user_id, kind, metric, since) values ($1, $2, $3, $4, $5)', [
        ...[member.tenantId, member.id, kind, metric ?? '', new Date(since * 1000)],
      ]),
    );
  };
  const endGaps = (member: TestUser) =>
    database.tenant(member.tenantId, (sql) => sql.query('update vigil.gaps set ended_at = now() where user_id = $1', [member.id]));
  const standing = (tenantId: string) =>
    gatherStanding({ actions, alarmsOf: alerts.alarms.standing, gapsOf: gaps.standing }, tenantId, 'tenant');
  return { server, writer, alerts, triage, cohort, saidOf, call, staff, opened, alarm, gap, endGaps, standing };
}

/** An alarm, its actions and those of them that are done with. Times in milliseconds. */
interface TestAlarm extends Pick<StandingAlarm, 'id' | 'actionIds' | 'state' | 'severity' | 'level' | 'by' | 'dueAt' | 'raisedAt'> {
  readonly ended: readonly string[];
}

/** What a rule about a metric saw. */
export const alertAbout = (metric: string, value: number, baseline: number | null, over: Partial<Alert> = {}): Alert => ({
  ...{ severity: 'HIGH', triggered_at: 1_790_000_000, timeframe: '1h', baseline: '28d' },
  triggered_values: [{ metric, value, unit: 'bpm' }],
  evidence: [{ metric, order: 'primary', timeframe_average: value, timeframe_baseline: baseline }],
  rule: { id: '00000000-0000-4000-8000-00000000000a', version: 3, name: 'Example' },
  ...over,
});
