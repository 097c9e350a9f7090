import { randomUUID } from 'node:crypto';
import { type Endpoint, endpoints } from '@vigil/contract';
import { VigilError } from '@vigil/contract/errors';
import { deniedRoles, type Role } from '@vigil/domain/roles';
import { afterAll, describe, expect, test } from 'vitest';
import { createAudit } from '#platform/audit/audit.ts';
import { verifyAudit } from '#platform/audit/verify-audit.ts';
import { makeCallers } from '#testing/access-matrix/callers.ts';
import { expected, type MatrixCaller, type MatrixCase, roleInPath } from '#testing/access-matrix/decision-table.ts';
import { addressOf, sampleOf } from '#testing/access-matrix/samples.ts';
import { whoMayCall } from '#testing/access-matrix/who-may-call.ts';
import { useHarness } from '#testing/harness.ts';
import { directoryOn } from '#testing/start-http.ts';
import { startIdentity } from '#testing/start-identity.ts';
import { createAccess } from './access.ts';
import { createHttpServer, mount } from './mount.ts';
import { isOnRecord } from './request-state.ts';
import { route } from './route.ts';

/*
 * Every endpoint of the contract × every kind of caller × the tenants that a request can name × the members it can be about,
 * over HTTP, with the real identity module, the real access rules and the real PostgreSQL. Only the handlers are stand-ins: they
 * say that they were reached. What is expected comes from testing/access-matrix/decision-table.ts, a table written from the
 * specification. A new endpoint is in the matrix as soon as it is in the contract. Every caller goes to one endpoint of each
 * kind of rule; to the others of that kind goes one caller of each role and each way of proving who calls.
 */
const harness = await useHarness();
const started = await startIdentity(harness);
const { database, clock, log } = harness;

const tenants = {
  own: await harness.createTenant(),
  foreign: await harness.createTenant(),
  assigned: await harness.createTenant({ settings: { access: { patients: 'assigned' } } }),
};
const memberOf = async (tenant: { id: string; code: string }) => (await harness.createUser(tenant)).id;
const members = {
  own: await memberOf(tenants.own),
  neighbour: await memberOf(tenants.own),
  foreign: await memberOf(tenants.foreign),
  assigned: await memberOf(tenants.assigned),
};
/** Somebody of the staff who makes no call. */
const colleague = (await harness.createUser(tenants.own, { roles: ['coach'] })).id;
const callers = await makeCallers(harness, started, tenants, members);
const assignedTo = (staff: string) =>
  callers.find((caller) => caller.person?.userId === staff)?.person?.tenants.flatMap((one) => one.assigned ?? []) ?? [];

const auditKey = 'seal of the matrix';
const directory = directoryOn(harness, { tenantOfHost: started.identity.hosts.tenantOfHost });
const app = createHttpServer({ log, publicUrl: started.config.publicUrl });
mount(
  app,
  endpoints.map((endpoint) =>
    route(endpoint, async (_input, context) => {
      const named = context.request.headers['x-matrix-member'];
      // What the contract says of the places in a body is checked without the handler’s doing.
      if ('found' in endpoint.access && endpoint.access.found !== undefined) await context.requireMember(String(named));
      throw new VigilError('locked', 'The handler was reached.');
    }),
  ),
  {
    access: createAccess({
      // A resource that has its owner's id.
      owners: Object.fromEntries(
        endpoints.flatMap(({ access: rule }) =>
          'owner' in rule && rule.owner !== undefined
            ? [[rule.owner, async (tenantId: string, id: string) => ((await directory.isMember(tenantId, id)) ? id : null)]]
            : [],
        ),
      ),
      verifyToken: started.identity.verifyToken,
      directory,
      assignments: {
        isAssigned: async (_tenant, staff, member) => assignedTo(staff).includes(member),
        membersOf: async (_tenant, staff) => assignedTo(staff),
      },
    }),
    audit: createAudit({ database, clock, key: auditKey }),
    log,
  },
);
await app.ready();
afterAll(async () => {
  await app.close();
  directory.close();
  await started.stop();
});

/** The path parameter that says whom a call is about; `body` where the body does; null where nobody is named. */
function namedIn({ access: rule }: Endpoint): string | null {
  if (rule.kind === 'member') return rule.member;
  if (rule.kind === 'resource') return rule.id;
  if (rule.kind === 'account') return rule.account;
  if (rule.kind === 'members-in-body') return 'body';
  return 'self' in rule && rule.self !== undefined ? rule.self : null;
}

/** Whether it is the first endpoint of the contract with such a rule. */
function isFirstOfItsKind(endpoint: Endpoint): boolean {
  const kindOf = (one: Endpoint) => JSON.stringify(whoMayCall(one));
  return endpoints.find((one) => kindOf(one) === kindOf(endpoint)) === endpoint;
}

/** The first caller of each role, and of each other way of proving who calls. */
const oneOfEach = callers.filter((caller, index) => callers.findIndex((one) => sortOf(one) === sortOf(caller)) === index);

function sortOf({ credential, person, device }: MatrixCaller): string {
  const roles = person?.tenants.map((one) => [one.roles, one.discharged ?? false, one.onHold ?? false, one.tenant === tenants.assigned.id]);
  return JSON.stringify([credential, credential === 'access-token' ? roles : null, device && (device.memberHasLeft ?? false)]);
}

function targetsOf(endpoint: Endpoint, ownId: string | null): MatrixCase['target'][] {
  if (namedIn(endpoint) === null) return [null];
  const list = [
    { id: members.own, memberOf: tenants.own.id },
    { id: members.foreign, memberOf: tenants.foreign.id },
    { id: members.assigned, memberOf: tenants.assigned.id },
    { id: randomUUID(), memberOf: null },
    ...(isAboutAccounts(endpoint) ? [{ id: colleague, memberOf: null, staffOf: tenants.own.id }] : []),
  ];
  return ownId === null || ownId === members.own ? list : [...list, { id: ownId, memberOf: membershipOfPatient(ownId) }];
}

function isAboutAccounts({ access: rule }: Endpoint): boolean {
  return rule.kind === 'account' || (rule.kind === 'signed-in' && rule.others?.kind === 'account');
}

/** Staff are no members; a caller with the role patient is one of the own tenant. */
function membershipOfPatient(userId: string): string | null {
  const held = callers.find((caller) => caller.person?.userId === userId)?.person?.tenants.find((one) => one.roles.includes('patient'));
  return held?.tenant ?? null;
}

const cases: MatrixCase[] = endpoints.flatMap((endpoint) => {
  const isFirst = isFirstOfItsKind(endpoint);
  return (isFirst ? callers : oneOfEach).flatMap((caller) => {
    const home = caller.person?.tenants[0]?.tenant ?? caller.device?.tenant ?? tenants.own.id;
    const abroad = home === tenants.foreign.id ? tenants.own.id : tenants.foreign.id;
    return (isFirst ? [home, abroad, null] : [home, abroad]).flatMap((tenantHeader) =>
      targetsOf(endpoint, caller.person?.userId ?? null).map((target) => ({
        endpoint,
        caller,
        tenantHeader,
        target,
        assignedTenants: new Set([tenants.assigned.id]),
      })),
    );
  });
});

/** A path that names a tenant names the one of the request, and one that names a role the same for everybody. What becomes of another is tested beside the access rules. */
function tenantInPath({ endpoint: { access: rule }, caller, tenantHeader }: MatrixCase): Record<string, string> {
  const own = caller.person?.tenants.find((held) => !held.discharged)?.tenant ?? tenants.own.id;
  return {
    ...('tenant' in rule && rule.tenant !== undefined && { [rule.tenant]: tenantHeader ?? own }),
    ...('holds' in rule && rule.holds !== undefined && { [rule.holds]: roleInPath.toUpperCase() }),
  };
}

async function outcomeOf(one: MatrixCase): Promise<string> {
  const { endpoint, caller, tenantHeader, target } = one;
  const parameter = namedIn(endpoint);
  const rule = endpoint.access;
  const named = (places: readonly string[] = []) => Object.fromEntries(target ? places.map((place) => [place, target.id]) : []);
  const body = sampleOf(endpoint.body, named(rule.kind === 'members-in-body' ? rule.at : undefined));
  const response = await app.inject({
    method: endpoint.method,
    url: addressOf(
      endpoint,
      { ...tenantInPath(one), ...(parameter && target ? { [parameter]: target.id } : {}) },
      // One of them is enough, and a call may want no more.
      named(rule.kind === 'members-in-body' ? rule.inQuery?.slice(0, 1) : undefined),
    ),
    headers: {
      host: 'localhost:3000',
      ...(caller.token === null ? {} : { authorization: `Bearer ${caller.token}` }),
      ...(tenantHeader === null ? {} : { 'x-tenant-id': tenantHeader }),
      ...(target ? { 'x-matrix-member': target.id } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
  const code = codeIn(response.json());
  // Input is looked at only after the caller was let in; what a made-up body lacks is not the question here.
  return code === 'locked' || code === 'invalid_input' ? 'let in' : `${response.statusCode} ${code}`;
}

function codeIn(answer: { error?: { code: string }; issue?: { details: { coding: { code: string }[] } }[] }): string {
  return answer.error?.code ?? answer.issue?.[0]?.details.coding[0]?.code ?? 'none';
}

describe(`access matrix: ${endpoints.length} endpoints × ${callers.length} callers, ${cases.length} calls`, () => {
  const seen = { 'let in': 0, refused: 0 };
  const recordable = { calls: 0 };

  test.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
    '%s lets in whom the specification lets in, and refuses everybody else',
    async (_, endpoint) => {
      const wrong: string[] = [];
      let reached = 0;
      for (const group of inGroups(
        cases.filter((one) => one.endpoint === endpoint),
        // As many bodies as one address may have in work: calls that are open to anyone count as its own.
        32,
      )) {
        const outcomes = await Promise.all(group.map(outcomeOf));
        group.forEach((one, index) => {
          const { because, verdict } = expected(one);
          const outcome = outcomes[index] ?? '';
          if (outcome === 'let in') reached += 1;
          seen[outcome === 'let in' ? 'let in' : 'refused'] += 1;
          if (isRecorded(one)) recordable.calls += 1;
          const told = `${one.caller.name}, tenant header ${nameOf(one.tenantHeader)}, about ${nameOf(one.target?.id ?? null)}`;
          if (outcome !== verdict) wrong.push(`${told}: ${outcome} instead of ${verdict} (${because})`);
        });
      }
      expect(wrong).toEqual([]);
      expect(reached).toBeGreaterThan(0);
    },
  );

  test.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
    '%s answers with a slash at its end as well',
    async (_, endpoint) => {
      const [path, query] = addressOf(endpoint, {}).split('?');
      const response = await app.inject({
        method: endpoint.method,
        url: `${path}/${query ? `?${query}` : ''}`,
        headers: { host: 'localhost' },
      });
      // Without its body a call that takes one is let in and found wanting.
      const wanted = whoMayCall(endpoint).about !== 'anyone' ? 'unauthenticated' : endpoint.body ? 'invalid_input' : 'locked';
      expect(codeIn(response.json())).toBe(wanted);
    },
  );

  test('every call about a member by somebody of a tenant, refused or not, stands in the unbroken audit log', async () => {
    const ids = Object.values(tenants).map((tenant) => tenant.id);
    const [row] = await harness.asOwner<{ count: number }>('select count(*)::int as count from vigil.audit_log where tenant_id = any($1)', [
      ids,
    ]);
    expect(row?.count).toBe(recordable.calls);
    const { broken } = await verifyAudit(database, auditKey);
    expect(broken.filter((finding) => ids.includes(finding.tenant ?? ''))).toEqual([]);
    process.stdout.write(
      `access matrix: ${cases.length} calls, ${seen['let in']} let in, ${seen.refused} refused, ${recordable.calls} on record\n`,
    );
  });
});

describe('access rules of the contract', () => {
  const rolesOf = ({ access: rule }: Endpoint): readonly Role[] => ('roles' in rule ? rule.roles : []);
  const table = endpoints.map((endpoint) => [endpoint.id, endpoint] as const);

  test.each(table)('%s: no rule names a role that is refused everywhere', (_, endpoint) => {
    expect(rolesOf(endpoint).filter((role) => (deniedRoles as readonly Role[]).includes(role))).toEqual([]);
  });

  test.each(table.filter(([, { access: rule }]) => rule.kind === 'member' || rule.kind === 'members-in-body'))(
    '%s: observers look and never write, administrators administer and read no vital signs',
    (_, endpoint) => {
      const clinical = endpoint.service === 'ticks-store' || endpoint.service === 'events-processor';
      // A question may stand in the body of a POST: it says itself that it writes nothing into a record.
      const asks = endpoint.method === 'GET' || endpoint.whileOnHold === true;
      if (!asks) expect(rolesOf(endpoint)).not.toContain('observer');
      if (asks && clinical) expect(rolesOf(endpoint)).not.toContain('tenant_admin');
    },
  );

  const isOfWholeTenant = ({ access: rule }: Endpoint) => rule.kind === 'tenant' && rule.self === undefined;
  const tellsOfTenant = (endpoint: Endpoint) =>
    (endpoint.access.kind === 'members-list' && !endpoint.access.own) ||
    (isOfWholeTenant(endpoint) && !('ownDoings' in endpoint.access && endpoint.access.ownDoings && endpoint.method === 'POST'));
  test.each(table.filter(([, endpoint]) => tellsOfTenant(endpoint)))('%s: members are in no list of a whole tenant', (_, endpoint) => {
    expect(rolesOf(endpoint)).not.toContain('patient');
  });

  test.each(table.filter(([, { access: rule }]) => 'device' in rule && rule.device))('%s: a device only sends', (_, endpoint) => {
    expect(endpoint.method).toBe('POST');
  });

  /** Whoever has forgotten the password cannot sign in. It changes nothing: a link goes to the owner of the address. */
  const openToWrite = ['login.resetPassword'];
  test.each(table.filter(([, { access: rule }]) => rule.kind === 'anyone'))(
    '%s: open to anyone only to read, and names no member',
    (_, endpoint) => {
      if (!openToWrite.includes(endpoint.id)) expect(endpoint.method).toBe('GET');
      expect(endpoint.path).not.toMatch(/\{(userId|id)\}/);
    },
  );
});

/** Calls about members and those that change a tenant, made by somebody who proved who they are and belongs to some tenant. */
function isRecorded({ endpoint, caller, target }: MatrixCase): boolean {
  const rule = endpoint.access;
  const isForOthers = rule.kind === 'signed-in' && rule.others !== undefined && caller.person !== undefined;
  const about =
    endpoint.figures !== undefined || isOnRecord(isForOthers && target?.id !== caller.person?.userId ? (rule.others ?? rule) : rule);
  const known = caller.credential === 'access-token' && (caller.device !== undefined || (caller.person?.tenants.length ?? 0) > 0);
  return about && known;
}

function nameOf(id: string | null): string {
  if (id === null) return 'none';
  const named = Object.entries({
    ...Object.fromEntries(Object.entries(members).map(([name, value]) => [`member ${name}`, value])),
    ...Object.fromEntries(Object.entries(tenants).map(([name, value]) => [`tenant ${name}`, value.id])),
  });
  return named.find(([, value]) => value === id)?.[0] ?? 'the caller or nobody';
}

function inGroups<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, index) => list.slice(index * size, (index + 1) * size));
}
