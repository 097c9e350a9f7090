import { type AccessRule, access } from '@vigil/contract/access';
import type { Role } from '@vigil/domain/roles';
import { describe, expect, test } from 'vitest';
import { type StubWorld, stubAccess } from '#testing/stub-access.ts';
import type { AccessRequest, AccessTrace } from './admission.ts';
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
  isOnHold: false,
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
    { authorization: 'Bearer token', params: () => ({ userId: member }), host: 'localhost:3000', writes: false, ...request },
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

describe('a rule about something of a member’s', () => {
  const [note, others] = ['00000000-0000-4000-8000-0000000000f1', '00000000-0000-4000-8000-0000000000f2'];
  const rule = access.resource({ param: 'noteId', owner: 'note' });
  const owners = {
    note: async (tenantId: string, id: string) => (tenantId === demo.id ? ({ [note]: member, [others]: person }[id] ?? null) : null),
  };
  const about = (id: string, held: Membership[], change: Partial<AccessRule> = {}, more: Partial<StubWorld> = {}) =>
    outcome(admit(world(held, { owners, ...more }), { params: () => ({ noteId: id }) }, { ...rule, ...change } as AccessRule));

  test.each<[string, string, Membership[], string]>([
    ['opens for staff who may see the member', note, [membership(demo, ['nurse'])], 'demo'],
    ['opens for the member whose it is', others, [membership(demo, ['patient'])], 'demo'],
    ['does not open for another member', note, [membership(demo, ['patient'])], 'no_access_to_user'],
    ['does not open for a role that it does not name', note, [membership(demo, ['tenant_admin'])], 'forbidden'],
    ['is not there in another tenant', note, [membership(lakeside, ['nurse'])], 'not_found'],
    ['is not there at all', person, [membership(demo, ['nurse'])], 'not_found'],
    ['is not there where its owner is no member any more', others, [membership(demo, ['nurse'])], 'not_found'],
  ])('%s', async (_, id, held, expected) => {
    expect(await about(id, held)).toBe(expected);
  });

  test('goes by the assignments of the member, and names the member to the audit log', async () => {
    const everywhere = { note: async () => member };
    const nurse = [membership(lakeside, ['nurse'])];
    expect(await about(note, nurse, {}, { owners: everywhere })).toBe('no_access_to_user');
    expect(await about(note, nurse, {}, { owners: everywhere, assigned: [member] })).toBe('lakeside');
    const { trace } = await admit(world([membership(demo, ['nurse'])], { owners }), { params: () => ({ noteId: note }) }, rule);
    expect([...trace.members]).toEqual([member]);
  });

  test('is written by the care team only', async () => {
    const write = access.resource({ param: 'noteId', owner: 'note', write: true });
    expect(await about(note, [membership(demo, ['coach'])], write)).toBe('demo');
    expect(await about(note, [membership(demo, ['observer'])], write)).toBe('forbidden');
    expect(await about(others, [membership(demo, ['patient'])], write)).toBe('forbidden');
  });

  test('never opens for a device', async () => {
    const tokens = { token: { kind: 'device', deviceId: note, userId: member, tenantId: demo.id } as const };
    expect(await about(note, [], {}, { tokens })).toBe('forbidden');
    const written = admit(world([], { tokens }), {}, access.writeAboutMember('userId'));
    expect(await outcome(written)).toBe('forbidden');
  });
});

describe('a rule about an account of the tenant', () => {
  const colleague = '00000000-0000-4000-8000-000000000003';
  const rule = access.administerAccount('userId');
  const about = (userId: string, held: Membership[]) => {
    const it = world(held);
    const accounts = { ...it.memberships, [colleague]: [membership(lakeside, ['coach'])], [member]: [membership(demo, ['patient'])] };
    return admit({ ...it, memberships: accounts }, { params: () => ({ userId }) }, rule);
  };
  test.each<[string, string, Membership[], string]>([
    ['opens a member’s for an administrator', member, [membership(demo, ['tenant_admin'])], 'demo'],
    ['opens a colleague’s for an administrator', colleague.toUpperCase(), [membership(lakeside, ['tenant_admin'])], 'lakeside'],
    ['does not open for anybody else', member, [membership(demo, ['md', 'nurse'])], 'forbidden'],
    ['has no account of another tenant', colleague, [membership(demo, ['tenant_admin'])], 'not_found'],
    ['has no account that does not exist', demo.id, [membership(demo, ['tenant_admin'])], 'not_found'],
  ])('%s', async (_, userId, held, expected) => {
    expect(await outcome(about(userId, held))).toBe(expected);
  });
  test('names whose it is to the audit log, staff as well: that an administrator looked at or changed an account stays known', async () => {
    const admin = [membership(demo, ['tenant_admin']), membership(lakeside, ['tenant_admin'])];
    expect([...(await about(member, [admin[0] as Membership])).trace.members]).toEqual([member]);
    expect([...(await about(colleague, [admin[1] as Membership])).trace.members]).toEqual([colleague]);
  });
});

describe('a tenant in the path', () => {
  const rule = access.inTenant('tenantId', access.readMember('userId'));
  const ask = (tenantId: string, held: Membership[], request: Partial<AccessRequest> = {}) =>
    outcome(admit(world(held), { params: () => ({ tenantId, userId: member }), ...request }, rule));
  test.each<[string, string, Membership[], Partial<AccessRequest>, string]>([
    ['has to be the caller’s', demo.id.toUpperCase(), [membership(demo, ['nurse'])], {}, 'demo'],
    ['is not there when it is somebody else’s', lakeside.id, [membership(demo, ['nurse'])], {}, 'not_found'],
    [
      'has to be the one that the request is for, of a caller who has several',
      lakeside.id,
      [membership(demo, ['nurse']), membership(lakeside, ['nurse'])],
      { tenantCode: 'demo' },
      'not_found',
    ],
    ['is looked at after the role', lakeside.id, [membership(demo, ['tenant_admin'])], {}, 'forbidden'],
  ])('%s', async (_, tenantId, held, request, expected) => {
    expect(await ask(tenantId, held, request)).toBe(expected);
  });
});
