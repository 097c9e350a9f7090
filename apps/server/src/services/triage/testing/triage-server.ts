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
import type { StandingAlarm } from '../../alerts/index.ts';
import { createActions } from '../../factuary/actions/index.ts';
import { createTriage } from '../index.ts';
import type { StandingGap } from '../today/standing.ts';

/** Triage over real actions, relations and ticks, behind the real HTTP server; a token is the user's id, taken at its word. */
export async function startTriage(harness: Harness, clock: Clock) {
  const { database, people } = harness;
  const writer = createTickWriter({ ...harness, clock });
  const ticks = createTicksStoreReads({ ...harness, rolledUpUntilMs: writer.rolledUpUntilMs });
  const actions = createActions({ ...harness, maySee: async () => true });
  const tasks = createTasks({ ...harness, actions });
  const relations = createRelations({ ...harness, tasks, actions });
  const eventsProcessor = createEventsProcessor({
    ...{ ...harness, ticks, clock, normalRanges: async () => ({}), loggedAt: async () => [] },
    deviceTypes: async () => new Map(),
    cohortOf: async () => ({ conditions: [] }),
  });
  /** What other modules would tell, and of which tenant. */
  const told = {
    alarms: new Map<StandingAlarm, string>(),
    gaps: new Map<StandingGap, string>(),
    cohort: [] as string[],
    said: [] as string[],
  };
  const of = async <One extends { readonly userId: string }>(
    all: ReadonlyMap<One, string>,
    tenantId: string,
    userIds?: readonly string[],
  ) => [...all].filter(([{ userId }, where]) => where === tenantId && (userIds?.includes(userId) ?? true)).map(([one]) => one);
  const triage = createTriage({
    ...{
      database,
      people,
      ticks,
      clock,
      bus: harness.bus,
      log: harness.log,
      onSaid: async (_sql, _tenantId, userId) => void told.said.push(userId),
    },
    today: {
      ...{ actions, people, members: eventsProcessor, ticks, publish, withdraw, assignments: relations.assignments },
      cohorts: { membersFor: async () => told.cohort },
      timeZoneOf: async () => 'UTC',
      alarmsOf: (tenantId, userIds) => of(told.alarms, tenantId, userIds),
      gapsOf: (tenantId, userIds) => of(told.gaps, tenantId, userIds),
    },
  });
  const server = await startHttp(harness, {
    routes: [triage, actions, relations].flatMap(({ routes }) => routes ?? []),
    owners: actions.owners ?? {},
    assignments: relations.assignments,
    verifyToken: async (token) => ({ kind: 'person', subject: token, userId: token, verifiedEmail: null, tokenUse: 'access' }),
    audit: createAudit({ database, clock: harness.clock, key: 'seal of triage' }),
  });
  afterAll(async () => {
    await server.stop();
    await Promise.all([actions.stop?.(), triage.stop?.(), eventsProcessor.stop?.()]);
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
  const alarm = (member: TestUser, over: Partial<StandingAlarm> = {}): StandingAlarm => {
    const one: StandingAlarm = {
      ...{ id: randomUUID(), userId: member.id, actionIds: [], title: 'Pulse high', state: 'raised', severity: 'HIGH', level: 0 },
      ...{ isJudged: true, by: null, raisedAt: clock.now() - 60_000, dueAt: null },
      ...{ ruleIds: [], changedAt: clock.now(), measured: null, subject: { kind: 'metric', metric: 'heart_rate' }, version: 1 },
      ...over,
    };
    told.alarms.set(one, member.tenantId);
    return one;
  };
  const gap = (member: TestUser, over: Partial<StandingGap> = {}): StandingGap => {
    const one: StandingGap = { userId: member.id, kind: 'band_off', metric: null, since: Math.floor(clock.now() / 1000), ...over };
    told.gaps.set(one, member.tenantId);
    return one;
  };
  return { server, writer, triage, told, call, staff, opened, alarm, gap };
}

/** What a rule about a metric saw. */
export const alertAbout = (metric: string, value: number, baseline: number | null, over: Partial<Alert> = {}): Alert => ({
  ...{ severity: 'HIGH', triggered_at: 1_790_000_000, timeframe: '1h', baseline: '28d' },
  triggered_values: [{ metric, value, unit: 'bpm' }],
  evidence: [{ metric, order: 'primary', timeframe_average: value, timeframe_baseline: baseline }],
  rule: { id: '00000000-0000-4000-8000-00000000000a', version: 3, name: 'Example' },
  ...over,
});
