import { randomUUID } from 'node:crypto';
import type { Action, ActionWithHistory, Alert } from '@vigil/contract/factuary-actions.contract';
import type { ActionRole } from '@vigil/contract/factuary-actions.values';
import type { BellItem } from '@vigil/contract/notification.contract';
import type { Role } from '@vigil/domain/roles';
import { createAudit } from '#platform/audit/audit.ts';
import { createNotification } from '#services/notification/index.ts';
import { createRelations } from '#services/registry/relations/index.ts';
import { createTasks } from '#services/registry/tasks/index.ts';
import { type TestTenant, type TestUser, useHarness } from '#testing/harness.ts';
import { startHttp } from '#testing/start-http.ts';
import { timelineOver } from '#testing/timeline-over.ts';
import { createFactuaryReports } from '../../reports/index.ts';
import { createActions } from '../index.ts';

type Method = 'GET' | 'POST' | 'PUT';
type Person = Pick<TestUser, 'id'>;

/** Actions, their reports and what stands on them, behind the real HTTP server; a token is the user's id, taken at its word. */
export async function startActions(openHarness = useHarness) {
  const harness = await openHarness();
  const { database, clock, people } = harness;
  /** Who may not see whom, as `staff member`: everybody may see everybody else. */
  const hidden = new Set<string>();
  const actions = createActions({ ...harness, maySee: async (_tenantId, staffId, memberId) => !hidden.has(`${staffId} ${memberId}`) });
  const tasks = createTasks({ ...harness, actions });
  const relations = createRelations({ ...harness, tasks, say: async () => {} });
  const reports = createFactuaryReports({
    ...{ actions, people },
    programs: { progressIn: async () => [], doneIn: async () => [] },
    surveys: { completedIn: async () => [] },
    cohorts: { sharedTitlesOf: async () => new Map() },
  });
  const notification = createNotification({
    calendar: { unread: async () => [], markRead: async () => 0 },
    ...{ database, log: harness.log, audit: { record: async () => {} }, keepHours: 24, bellDays: 14, bufferBytes: 65_536 },
    messages: { unread: async () => [], markRead: async () => 0 },
  });
  const server = await startHttp(harness, {
    routes: [actions, reports, relations, tasks, notification, timelineOver({ ...harness, relations, tasks, actions })].flatMap(
      ({ routes }) => routes ?? [],
    ),
    owners: actions.owners ?? {},
    assignments: relations.assignments,
    verifyToken: async (token) => ({ kind: 'person', subject: token, userId: token, verifiedEmail: null, tokenUse: 'access' }),
    audit: createAudit({ database, clock, key: 'seal of the actions' }),
  });

  async function call<Body = never>(method: Method, path: string, by: Person, payload?: unknown) {
    const answer = await server.http.inject({
      method,
      url: path.startsWith('/') ? path : `/factuary/api/v2/${path}`,
      headers: { authorization: `Bearer ${by.id}`, ...(payload === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
    });
    return { status: answer.statusCode, body: answer.json() as Body };
  }

  const staff = async (tenant: TestTenant, ...roles: Role[]) =>
    harness.createUser(tenant, { roles, givenName: roles[0] ?? '', familyName: 'Staff' });
  /** One of each role that actions wait for, an observer and an administrator. */
  async function staffOf(tenant: TestTenant) {
    const [md, nurse, coach, specialist, support] = [
      await staff(tenant, 'md'),
      await staff(tenant, 'nurse'),
      await staff(tenant, 'coach'),
      await staff(tenant, 'specialist'),
      await staff(tenant, 'support'),
    ];
    return { md, nurse, coach, specialist, support } satisfies Record<ActionRole, TestUser>;
  }

  /** Opens an action as the server's own modules do. */
  const opened = (tenant: TestTenant, member: Person, over: Partial<Parameters<typeof actions.open>[2]> = {}) =>
    database.tenant(tenant.id, async (sql) => {
      const { actionId } = await actions.open(sql, tenant.id, { userId: member.id, category: 'BIOMETRICS', title: 'Pulse high', ...over });
      return actionId;
    });
  const read = async (actionId: string, by: Person) => (await call<ActionWithHistory>('GET', `users/actions/${actionId}`, by)).body;
  const list = async (query: string, by: Person) =>
    (await call<{ content: Action[]; totalElements: number }>('GET', `users/actions${query}`, by)).body;
  const assign = (actionId: string, by: Person, body: object) => call<Action>('POST', `clinicians/actions/${actionId}/assign`, by, body);
  interface Results {
    readonly results: { action_id: string; action: Action | null; follow_up_id: string | null; error: { code: string } | null }[];
  }
  const intervene = (actionIds: readonly string[], by: Person, over: object = {}) =>
    call<Results>('POST', 'clinicians/actions/intervenes', by, {
      ...{ request_id: randomUUID(), action_ids: actionIds, type: 'CALL', outcome: 'RESOLVED' },
      ...over,
    });

  /** What stands in somebody's bell. */
  const bellOf = async (by: Person) =>
    (await call<{ asOf: number; items: BellItem[]; badges: { actions: number } }>('GET', `/notification/api/v1/users/${by.id}/items`, by))
      .body;

  return { bellOf, harness, server, actions, hidden, call, staff, staffOf, opened, read, list, assign, intervene };
}

export type Failure = { readonly error: { readonly code: string; readonly message: string; readonly fields?: { field: string }[] } };

export const sampleAlert: Alert = {
  severity: 'HIGH',
  triggered_at: 1_790_000_000,
  triggered_values: [{ metric: 'heart_rate', value: 128, unit: 'bpm' }],
  timeframe: '24h',
  baseline: '7d',
  evidence: [
    { metric: 'heart_rate', order: 'primary', timeframe_average: 118.5, timeframe_baseline: 74 },
    { metric: 'spo2', order: 'secondary', timeframe_average: null, timeframe_baseline: 96 },
  ],
  rule: { id: '00000000-0000-4000-8000-00000000000a', version: 3, name: 'Pulse high' },
};
