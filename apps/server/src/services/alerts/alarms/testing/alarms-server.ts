import { randomUUID } from 'node:crypto';
import type { AlarmAnswer } from '@vigil/contract/alerts-alarms.contract';
import type { Alert } from '@vigil/contract/factuary-actions.contract';
import type { AlertRule } from '@vigil/domain/alerts/rule';
import type { Role } from '@vigil/domain/roles';
import { createAudit } from '#platform/audit/audit.ts';
import type { TenantMessage } from '#platform/outbox/outbox.ts';
import { createActions } from '#services/factuary/actions/index.ts';
import { createRelations } from '#services/registry/relations/index.ts';
import { createTasks } from '#services/registry/tasks/index.ts';
import { type TestTenant, type TestUser, useHarness } from '#testing/harness.ts';
import { startHttp } from '#testing/start-http.ts';
import type { RuleReport, StandingAlarm } from '../../index.ts';
import { alertsOver } from '../../testing/alerts-over.ts';
import { shippedRule } from './shipped-rule.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

interface Failure {
  readonly error: { readonly code: string; readonly message: string; readonly fields?: readonly { readonly field: string }[] };
}

/** One rule for a member as an engine reports it, with the action that its firing opened. */
export interface Firing extends Omit<RuleReport, 'event' | 'measured' | 'atSeconds'> {
  readonly tenantId: string;
}

/** Timers that find nothing. */
export const silentTimers = {
  tenantsWithDue: async (): Promise<readonly string[]> => [],
  goOn: async (_tenantId: string) => 0,
  tenantsWithMessages: async (): Promise<readonly string[]> => [],
  send: async () => 0,
};

/** As the engine writes it on the action that it opens. */
const alertOf = ({ ruleId, title, severity }: { ruleId: string; title: string; severity: Alert['severity'] }): Alert => ({
  ...{ severity, triggered_at: 0, triggered_values: [], timeframe: '1h', baseline: '28d', evidence: [] },
  rule: { id: ruleId, version: 1, name: title },
});

/** Alarms behind the real HTTP server with real actions, care teams and pushes; a token is the user's id, taken at its word. */
export async function startAlarms() {
  const harness = await useHarness();
  const { database, clock } = harness;
  const actions = createActions({ ...harness, maySee: async () => true });
  const tasks = createTasks({ ...harness, actions });
  const relations = createRelations({ ...harness, tasks, say: async () => {} });
  /** What was carried. */
  const posted: (TenantMessage & { tenantId: string })[] = [];
  const post = {
    send: async (tenantId: string, message: TenantMessage) => {
      posted.push({ ...message, tenantId });
    },
  };
  const alerts = alertsOver(harness, { actions, post });
  const { alarms } = alerts;
  const server = await startHttp(harness, {
    routes: [...(alerts.routes ?? []), ...(actions.routes ?? []), ...(relations.routes ?? [])],
    owners: { ...actions.owners, ...alerts.owners },
    assignments: relations.assignments,
    verifyToken: async (token) => ({ kind: 'person', subject: token, userId: token, verifiedEmail: null, tokenUse: 'access' }),
    audit: createAudit({ database, clock, key: 'seal of the alarms' }),
  });

  async function call<Body = never>(method: Method, url: string, by: Pick<TestUser, 'id'>, payload?: unknown) {
    const answer = await server.http.inject({
      method,
      url,
      headers: { authorization: `Bearer ${by.id}`, ...(payload === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
    });
    return { status: answer.statusCode, body: answer.json() as Body };
  }

  const staff = (tenant: TestTenant, role: Role, over: object = {}) =>
    harness.createUser(tenant, { roles: [role], givenName: role, familyName: 'Staff', ...over });

  /** A rule fires for a member: its action is open, as the engine leaves it, and nothing has been reported yet. */
  async function firing(
    tenant: TestTenant,
    member: TestUser,
    { id = 'spo2-low', ruleId = randomUUID() as string, rule: over = {} as Partial<AlertRule>, assigneeId = null as string | null } = {},
  ): Promise<Firing> {
    const { rule, title } = shippedRule(id);
    const effective = { ...rule, ...over };
    const { actionId } = await database.tenant(tenant.id, (sql) =>
      actions.open(sql, tenant.id, {
        ...{ userId: member.id, category: 'BIOMETRICS', title, priority: effective.severity, role: effective.role as 'nurse', assigneeId },
        openKey: `rule:${ruleId}`,
        alert: alertOf({ ruleId, title, severity: effective.severity }),
      }),
    );
    return { tenantId: tenant.id, userId: member.id, ruleId, version: 1, firingId: randomUUID(), actionId, rule: effective, title };
  }
  const reportOf = ({ tenantId: _, ...of }: Firing, event: RuleReport['event'], measured: number | null = null): RuleReport => ({
    ...{ ...of, event, measured, atSeconds: Math.floor(Date.now() / 1000) },
  });
  const report = (of: Firing, event: RuleReport['event'], measured: number | null = null) =>
    database.tenant(of.tenantId, (sql) => alarms.report(sql, of.tenantId, [reportOf(of, event, measured)]));
  const standing = async (of: Pick<Firing, 'tenantId' | 'userId'>) => alarms.standing(of.tenantId, [of.userId]);
  /** Whom pushes about a member, or about a storm, have told, the oldest first; those that only have screens ask again tell nobody. */
  const pushes = (tenant: Pick<TestTenant, 'id'>, member: Pick<TestUser, 'id'> | null) =>
    harness.asOwner<{ user_ids: string[]; description: string }>(
      `select user_ids, description from vigil.pushes where tenant_id = $1 and patient_id is not distinct from $2 and user_ids <> '{}'
       order by created_at, id`,
      [tenant.id, member?.id ?? null],
    );
  /** Somebody looks after a member. */
  const lookAfter = (clinician: TestUser, member: TestUser, teamType: 'PRIMARY' | 'SUPPORT' = 'PRIMARY') =>
    harness.asOwner(
      `insert into vigil.care_relations (tenant_id, patient_id, clinician_id, team_type, assignment_type, assigned_at)
       values ($1, $2, $3, $4, 'DIRECT_ASSIGNMENT', now())`,
      [member.tenantId, member.id, clinician.id, teamType],
    );
  /** Somebody is on call for a role, for the next hour. */
  const onCall = (person: TestUser, role: string) =>
    harness.asOwner(
      `insert into vigil.on_call_covers (tenant_id, id, role, kind, user_id, from_at, until_at, said_by)
       values ($1, gen_random_uuid(), $2, 'override', $3, now() - interval '1 minute', now() + interval '1 hour', $3)`,
      [person.tenantId, role, person.id],
    );
  /** The time of a member's alarms has come, so long ago. */
  const makeDue = (member: Pick<TestUser, 'id'>, seconds = 1) =>
    harness.asOwner('update vigil.alarms set due_at = now() - make_interval(secs => $2) where user_id = $1 and due_at is not null', [
      member.id,
      seconds,
    ]);
  const acknowledge = (alarm: Pick<StandingAlarm, 'id' | 'version'>, by: TestUser, over: object = {}) =>
    call<AlarmAnswer & Failure>('POST', `/alerts/api/v1/alarms/${alarm.id}/acknowledge`, by, {
      ...{ request_id: randomUUID(), version: alarm.version },
      ...over,
    });
  const snooze = (alarm: Pick<StandingAlarm, 'id' | 'version'>, by: TestUser, seconds: number, over: object = {}) =>
    call<AlarmAnswer & Failure>('POST', `/alerts/api/v1/alarms/${alarm.id}/snooze`, by, {
      ...{ request_id: randomUUID(), version: alarm.version, seconds },
      ...over,
    });
  const acknowledgeAll = (
    shown: readonly Pick<StandingAlarm, 'id' | 'version'>[],
    of: { readonly id: string },
    by: TestUser,
    over: object = {},
  ) =>
    call<{ results: { id: string; outcome: string }[]; alarms: AlarmAnswer[] } & Failure>(
      'POST',
      `/alerts/api/v1/users/${of.id}/alarms/acknowledge`,
      by,
      {
        ...{ request_id: randomUUID(), alarms: shown.map(({ id, version }) => ({ id, version })) },
        ...over,
      },
    );
  const undo = (undoes: string, of: { readonly id: string }, by: TestUser, request_id: string = randomUUID()) =>
    call<{ results: { id: string; outcome: string }[]; alarms: AlarmAnswer[] } & Failure>(
      'POST',
      `/alerts/api/v1/users/${of.id}/alarms/undo`,
      by,
      {
        ...{ request_id, undoes },
      },
    );
  async function stop() {
    await server.stop();
    await Promise.all([alerts.stop?.(), actions.stop?.()]);
  }
  return {
    harness,
    posted,
    server,
    actions,
    relations,
    alerts,
    alarms,
    call,
    staff,
    firing,
    reportOf,
    report,
    standing,
    pushes,
    lookAfter,
    onCall,
    makeDue,
    acknowledge,
    snooze,
    acknowledgeAll,
    undo,
    stop,
  };
}
