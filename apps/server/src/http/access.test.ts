import { type AccessRule, access } from '@vigil/contract/access';
import type { Role } from '@vigil/domain/roles';
import { describe, expect, test } from 'vitest';
import { type StubWorld, stubAccess } from '#testing/stub-access.ts';
import type { AccessRequest, AccessTrace } from './access.ts';
import type { Membership } from './directory.ts';
import type { PersonPrincipal } from './principal.ts';

const demo = { id: '00000000-0000-4000-8000-0000000000aa', code: 'demo', patients: 'tenant' as const };
const lakeside = { id: '00000000-0000-4000-8000-0000000000bb', code: 'lakeside', patients: 'assigned' as const };
const person = '00000000-0000-4000-8000-000000000001';
const member = '00000000-0000-4000-8000-000000000002';

const principal = (change: Partial<PersonPrincipal> = {}): PersonPrincipal => ({
  kind: 'person',
  subject: 's',
  userId: person,
  verifiedEmail: null,
  tokenUse: 'access',
  ...change,
});
const membership = (tenant: { id: string; code: string }, roles: Role[], isInTheTenant: boolean | null = true): Membership => ({
  tenantId: tenant.id,
  code: tenant.code,
  roles,
  isInTheTenant,
});

function world(held: Membership[], change: Partial<StubWorld> = {}): StubWorld {
  return {
    tokens: { token: principal(), forLakeside: principal({ tenantId: lakeside.id }) },
    memberships: { [person]: held },
    tenants: [demo, lakeside],
    members: { [demo.id]: [member], [lakeside.id]: [member] },
    hosts: { 'demo.localhost:3000': demo.id, 'lakeside.localhost:3000': lakeside.id },
    ...change,
  };
}

async function admit(it: StubWorld, request: Partial<AccessRequest> = {}, rule: AccessRule = access.staff()) {
  const trace: AccessTrace = { caller: { kind: 'anyone' }, tenant: null, members: new Set() };
  const admission = await stubAccess(it).admit(
    rule,
    { authorization: 'Bearer token', params: () => ({ userId: member }), host: 'localhost:3000', ...request },
    trace,
  );
  return { ...admission, trace };
}

const outcome = (work: Promise<{ tenant: { code: string } | null }>) =>
  work.then(
    ({ tenant }) => tenant?.code ?? 'no tenant',
    (error: { code?: string }) => error.code ?? String(error),
  );

describe('the tenant of a request', () => {
  const both = [membership(demo, ['nurse']), membership(lakeside, ['md'])];
  test.each<[string, Membership[], Partial<AccessRequest>, string]>([
    ['is the one of the id header', both, { tenantId: lakeside.id }, 'lakeside'],
    ['is the one of the code header, in any case', both, { tenantCode: 'Lakeside' }, 'lakeside'],
    ['needs id and code to mean the same', both, { tenantId: lakeside.id, tenantCode: 'demo' }, 'forbidden'],
    ['comes from the header before the token', both, { tenantCode: 'demo', authorization: 'Bearer forLakeside' }, 'demo'],
    ['comes from the token before the host', both, { authorization: 'Bearer forLakeside', host: 'demo.localhost:3000' }, 'lakeside'],
    ['comes from the host', both, { host: 'demo.localhost:3000' }, 'demo'],
    ['is the only one of the caller where nothing names one', [membership(demo, ['nurse'])], {}, 'demo'],
    ['is not guessed among several', both, {}, 'forbidden'],
    ['is refused where the host belongs to somebody else', [membership(demo, ['nurse'])], { host: 'lakeside.localhost:3000' }, 'forbidden'],
    [
      'is refused where the token names one that the person has left',
      [membership(demo, ['nurse'])],
      { authorization: 'Bearer forLakeside' },
      'forbidden',
    ],
    ['is refused where nobody knows it', [membership(demo, ['nurse'])], { tenantCode: 'nowhere' }, 'forbidden'],
    ['does not count after a discharge', [membership(demo, ['nurse'], false)], {}, 'forbidden'],
    ['after a discharge elsewhere is the other one', [membership(demo, ['nurse'], false), membership(lakeside, ['md'])], {}, 'lakeside'],
    ['counts where nothing is known of a discharge', [membership(demo, ['nurse'], null)], {}, 'demo'],
  ])('%s', async (_, held, request, expected) => {
    expect(await outcome(admit(world(held), request))).toBe(expected);
  });
});

describe('the authorization header', () => {
  test.each([
    ['none', undefined],
    ['another scheme', 'Basic dG9rZW46'],
    ['no token', 'Bearer '],
    ['two tokens', 'Bearer token token'],
    ['an unknown token', 'Bearer other'],
  ])('%s: unauthenticated', async (_, authorization) => {
    expect(await outcome(admit(world([membership(demo, ['nurse'])]), { authorization }))).toBe('unauthenticated');
  });

  test('is not looked at on calls for anyone', async () => {
    expect(await outcome(admit(world([]), { authorization: 'Bearer other' }, access.anyone('It is a test.')))).toBe('no tenant');
  });
});

describe('members in scope', () => {
  const scopeOf = async (held: Membership[], change: Partial<StubWorld> = {}) => (await admit(world(held, change))).membersInScope();
  test('are all of a tenant that shows them to its staff', async () => {
    expect(await scopeOf([membership(demo, ['nurse'])])).toBe('tenant');
  });
  test('are the assigned ones where the tenant says so, and none without assignments', async () => {
    expect(await scopeOf([membership(lakeside, ['nurse'])], { assigned: [member] })).toEqual([member]);
    expect(await scopeOf([membership(lakeside, ['nurse'])])).toEqual([]);
  });
  test('are all for administrators, who assign', async () => {
    expect(await scopeOf([membership(lakeside, ['tenant_admin', 'nurse'])])).toBe('tenant');
  });
});

describe('requireMember', () => {
  test('takes ids in either case, and notes whom the call is about', async () => {
    const { trace } = await admit(
      world([membership(demo, ['patient'])]),
      { params: () => ({ userId: person.toUpperCase() }) },
      access.readMember('userId'),
    );
    expect([...trace.members]).toEqual([person.toUpperCase()]);
  });

  test('a role that the rule does not name opens nothing, although another of the same person does elsewhere', async () => {
    // An administrator who is a patient too reads the own vital signs, and nobody else's.
    const held = [membership(demo, ['tenant_admin', 'patient'])];
    const own = admit(world(held), { params: () => ({ userId: person }) }, access.readMember('userId'));
    expect(await outcome(own)).toBe('demo');
    expect(await outcome(admit(world(held), {}, access.readMember('userId')))).toBe('no_access_to_user');
  });
});
