import { createAudit } from '#platform/audit/audit.ts';
import { type TestTenant, useHarness } from '#testing/harness.ts';
import { startHttp } from '#testing/start-http.ts';
import { timelineOver } from '#testing/timeline-over.ts';
import { createActions } from '../../../factuary/actions/index.ts';
import { createTasks } from '../../tasks/index.ts';
import { createRelations } from '../index.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Relations and tasks behind the real HTTP server, contract, access rules and audit log; a token is the user's id, taken at its word. */
export async function startRelations() {
  const harness = await useHarness();
  const { database, clock } = harness;
  const actions = createActions({ ...harness, maySee: async () => true });
  const tasks = createTasks({ ...harness, actions });
  const relations = createRelations({ ...harness, tasks, say: async () => {} });
  const server = await startHttp(harness, {
    routes: [relations, tasks, timelineOver({ ...harness, relations, tasks })].flatMap(({ routes }) => routes ?? []),
    assignments: relations.assignments,
    verifyToken: async (token) => ({ kind: 'person', subject: token, userId: token, verifiedEmail: null, tokenUse: 'access' }),
    audit: createAudit({ database, clock, key: 'seal of the relations' }),
  });

  async function call(method: Method, url: string, by: { id: string }, payload?: unknown) {
    const answer = await server.http.inject({
      method,
      url: `/registry/api/${url}`,
      headers: { authorization: `Bearer ${by.id}`, ...(payload === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
    });
    return { status: answer.statusCode, body: answer.json() };
  }

  /** An administrator, a provider, a nurse, a coach and an observer of a tenant. */
  async function staffOf(tenant: TestTenant) {
    return {
      admin: await harness.createUser(tenant, { roles: ['tenant_admin'], givenName: 'Ada', familyName: 'Admin' }),
      md: await harness.createUser(tenant, { roles: ['md'], givenName: 'Mara', familyName: 'Provider' }),
      nurse: await harness.createUser(tenant, { roles: ['nurse'], givenName: 'Nora', familyName: 'Nurse' }),
      coach: await harness.createUser(tenant, { roles: ['coach', 'clinician'], givenName: 'Cora', familyName: 'Coach' }),
      observer: await harness.createUser(tenant, { roles: ['observer'], givenName: 'Olga', familyName: 'Observer' }),
    };
  }

  const member = (tenant: TestTenant, familyName = 'Member') => harness.createUser(tenant, { familyName });
  return { harness, server, relations, call, staffOf, member };
}
