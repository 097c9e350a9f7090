import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { useHarness } from '#testing/harness.ts';
import { type Actor, createRegistryService } from './registry.service.ts';

const harness = await useHarness();
const tenant = await harness.createTenant();
const team = randomUUID();
const service = createRegistryService({
  ...harness,
  removalUndoMs: harness.config.removalUndoMs,
  primaryCliniciansOf: async () => new Map(),
  inCareTeams: async (tenantId, teamIds) => (tenantId === tenant.id && teamIds.includes(team) ? [baker.id, clark.id] : []),
});
/** Somebody who looks at, or changes, the own account unless told otherwise. */
const actor = (userId: string, over: Partial<Actor> = {}): Actor => ({
  tenantId: tenant.id,
  userId,
  roles: ['nurse'],
  onHold: false,
  ...over,
});
const adams = await harness.createUser(tenant, { familyName: 'Adams', givenName: 'Zoe', onboardedAt: new Date('2026-01-01T00:00:00Z') });
const baker = await harness.createUser(tenant, { familyName: 'baker', givenName: 'Yan', isOnHold: true, timeZone: null });
const clark = await harness.createUser(tenant, { familyName: 'Clark', givenName: 'Xia', roles: ['clinician', 'nurse'] });
const davis = await harness.createUser(tenant, {
  familyName: 'Davis',
  givenName: 'Wim',
  roles: ['tenant_admin', 'md'],
  isInTheTenant: false,
});
const other = await harness.createTenant();
const foreign = await harness.createUser(other, { familyName: 'Adams' });

type ListQuestion = Parameters<typeof service.listUsers>[0];
const list = (overrides: Partial<ListQuestion> = {}) =>
  service.listUsers({ tenantId: tenant.id, scope: 'tenant', page: 0, size: 20, sortingField: 'lastName', sortOrder: 'ASC', ...overrides });
const names = async (overrides: Partial<ListQuestion>) => (await list(overrides)).content.map((user) => user.lastName);

describe('list of users', () => {
  it.each<[string, Partial<ListQuestion>, string[]]>([
    ['everybody of the tenant, by name', {}, ['Adams', 'baker', 'Clark', 'Davis']],
    ['members', { teamType: 'PATIENT' }, ['Adams', 'baker']],
    ['staff', { teamType: 'CLINICIAN' }, ['Clark', 'Davis']],
    ['by first name', { sortingField: 'firstName' }, ['Davis', 'Clark', 'baker', 'Adams']],
    ['by name backwards', { sortOrder: 'DESC' }, ['Davis', 'Clark', 'baker', 'Adams']],
    ['by part of a name', { partOfName: 'yan BAK' }, ['baker']],
    ['with a role', { roles: ['md', 'coach'] }, ['Davis']],
    ['with a status, staff by their own rule', { userStatus: ['ACTIVE'] }, ['Adams', 'Clark']],
    ['with one of several statuses', { userStatus: ['HOLDING', 'DISCHARGED'] }, ['baker', 'Davis']],
    ['by id, another tenant’s never', { userIds: [adams.id, foreign.id] }, ['Adams']],
    ['in one of several teams', { careTeams: [randomUUID(), team] }, ['baker', 'Clark']],
    ['in a team that nobody is in', { careTeams: [randomUUID()] }, []],
    ['mistyped', { partOfName: 'Claark' }, ['Clark']],
    ['mistyped, of the members only', { partOfName: 'Claark', teamType: 'PATIENT' }, []],
    ['nothing like anybody', { partOfName: 'Okonkwo' }, []],
    ['members out of scope left out, staff kept', { scope: [baker.id] }, ['baker', 'Clark', 'Davis']],
    ['the second page', { size: 3, page: 1 }, ['Davis']],
  ])('%s', async (_, overrides, expected) => expect(await names(overrides)).toEqual(expected));

  it('finds names with accents that were typed without them, and the other way round', async () => {
    const of = await harness.createTenant();
    for (const familyName of ['Öztürk', 'Ångström', 'Şahin', 'Garcia']) await harness.createUser(of, { familyName, givenName: 'Ivy' });
    const found = async (partOfName: string) => (await list({ tenantId: of.id, partOfName })).content.map(({ lastName }) => lastName);
    expect([await found('ozturk'), await found('ANGSTROM'), await found('sahin ivy'), await found('García')]).toEqual([
      ['Öztürk'],
      ['Ångström'],
      ['Şahin'],
      ['Garcia'],
    ]);
  });

  it('counts all that match, also beyond the last page', async () => {
    expect(await list({ page: 9 })).toEqual({ content: [], totalElements: 4 });
  });

  it('gives a member’s status and member-since, and staff none of the latter', async () => {
    const [member, , staff] = (await list()).content;
    expect(member).toMatchObject({
      id: adams.id,
      accountStatus: 'ACTIVE',
      memberSince: Date.parse('2026-01-01T00:00:00Z'),
      contactInfo: { email: adams.email },
    });
    expect(staff).toMatchObject({ id: clark.id, accountStatus: 'ACTIVE', memberSince: null, roles: ['clinician', 'nurse'] });
  });
});

describe('one account', () => {
  it('of a member has the default zone and unit system where none was chosen', async () => {
    expect(await service.getUser(actor(davis.id, { roles: ['tenant_admin'] }), baker.id)).toMatchObject({
      languageRegion: { timezone: 'America/Los_Angeles', timezoneIsAssumed: true },
      portalSettings: { unitSystem: 'IMPERIAL', unitSystemIsAssumed: true, glucoseUnit: null, language: null, colorMode: null },
      accountStatus: 'HOLDING',
      memberSince: null,
    });
  });

  it('of another tenant is not found', async () => {
    await expect(service.getUser(actor(davis.id, { roles: ['tenant_admin'] }), foreign.id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(
      service.patchUser(actor(foreign.id), foreign.id, [{ op: 'add', path: '/portalSettings/colorMode', value: 'DARK' }], null),
    ).rejects.toMatchObject({ code: 'not_found' });
  });

  it('keeps changed settings, and changes nothing when one operation is refused', async () => {
    const dark = { op: 'replace', path: '/portalSettings/colorMode', value: 'DARK' } as const;
    expect((await service.patchUser(actor(clark.id), clark.id, [dark], null)).portalSettings).toEqual({
      ...{ unitSystem: null, unitSystemIsAssumed: true, glucoseUnit: null, language: null },
      ...{ colorMode: 'DARK', chartAxes: null },
    });
    const refused = service.patchUser(
      actor(clark.id),
      clark.id,
      [
        { ...dark, value: 'LIGHT' },
        { op: 'replace', path: '/roles', value: ['tenant_admin'] },
      ],
      null,
    );
    await expect(refused).rejects.toMatchObject({ code: 'invalid_input' });
    expect(await service.getUser(actor(davis.id, { roles: ['tenant_admin'] }), clark.id)).toMatchObject({
      roles: ['clinician', 'nurse'],
      portalSettings: { colorMode: 'DARK' },
    });
  });

  it('loses neither of two changes made at once', async () => {
    await Promise.all([
      service.patchUser(actor(davis.id), davis.id, [{ op: 'replace', path: '/portalSettings/colorMode', value: 'LIGHT' }], null),
      service.patchUser(actor(davis.id), davis.id, [{ op: 'replace', path: '/portalSettings/unitSystem', value: 'METRIC' }], null),
    ]);
    expect((await service.getUser(actor(davis.id, { roles: ['tenant_admin'] }), davis.id)).portalSettings).toEqual({
      ...{ unitSystem: 'METRIC', unitSystemIsAssumed: false, glucoseUnit: null, language: null },
      colorMode: 'LIGHT',
      chartAxes: null,
    });
  });
});
