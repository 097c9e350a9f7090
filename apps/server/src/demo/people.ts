import { createHash } from 'node:crypto';
import type { Role } from '@vigil/domain/roles';
import { type StoryId, type SyntheticMember, syntheticMembers } from '@vigil/simulator';

/** Of the simulator: changing it makes other people. */
const seed = 20_261;

export interface DemoTenant {
  readonly code: string;
  readonly displayName: string;
  readonly members: number;
  /** Readings reach back this far before the first start. */
  readonly historyDays: number;
  /** Told by the first members; undefined: all there are. */
  readonly stories: readonly StoryId[] | undefined;
  /** Family names of the staff, so that nobody has a namesake in the other tenant. */
  readonly staffFamilyNames: readonly string[];
}

export const demoTenants: readonly DemoTenant[] = [
  {
    code: 'demo',
    displayName: 'Demo Health',
    members: 60,
    historyDays: 90,
    stories: undefined,
    staffFamilyNames: ['Larchfield', 'Stonebridge', 'Fairbank', 'Brightwell', 'Greenhaven', 'Oakridge', 'Watermead'],
  },
  {
    code: 'lakeside',
    displayName: 'Lakeside Clinic',
    members: 15,
    historyDays: 90,
    stories: ['hypertension', 'heart-failure', 'flat-battery', 'never-worn'],
    staffFamilyNames: ['Harbourne', 'Lakewell', 'Shoreditch', 'Pierpoint', 'Reedham', 'Marlow', 'Tarnside'],
  },
];

/** The staff of each tenant: name of the account before the @, given name, title and role. */
const staff = [
  ['admin', 'Ada', null, 'tenant_admin'],
  ['md', 'Marcus', 'Dr.', 'md'],
  ['nurse', 'Nadia', null, 'nurse'],
  ['coach', 'Cora', null, 'coach'],
  ['specialist', 'Silas', 'Dr.', 'specialist'],
  ['support', 'Sam', null, 'support'],
  ['observer', 'Olive', null, 'observer'],
] as const satisfies readonly (readonly [string, string, string | null, Role])[];

export interface DemoUser {
  readonly id: string;
  readonly roles: readonly Role[];
  readonly givenName: string;
  readonly familyName: string;
  readonly title: string | null;
  readonly email: string;
}

/** An id that is the same on every demonstration server, so that links and scripts work on each. UUID version 8 (RFC 9562). */
export function demoId(name: string): string {
  const hex = createHash('sha256').update(`vigil demonstration ${name}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

export const tenantId = (tenant: DemoTenant): string => demoId(`tenant ${tenant.code}`);

/**
 * Staff of each tenant, with sign-in accounts of the same e-mail addresses. The first tenant is also home to a nurse of
 * all tenants and to a system administrator, whom the portal refuses.
 */
export function staffOf(tenant: DemoTenant, tenants: readonly DemoTenant[]): DemoUser[] {
  const home = tenants[0] ?? tenant;
  const person = (
    name: string,
    of: DemoTenant,
    role: Role,
    givenName: string,
    familyName: string,
    title: string | null = null,
  ): DemoUser => ({
    id: demoId(`${of.code}/${name}`),
    roles: [role],
    givenName,
    familyName,
    title,
    email: `${name}@${of.code}.example`,
  });
  return [
    ...staff.map(([name, givenName, title, role], index) =>
      person(name, tenant, role, givenName, tenant.staffFamilyNames[index] ?? 'Fieldstone', title),
    ),
    person('both', home, 'nurse', 'Blair', 'Twinbrook'),
    ...(tenant === home ? [person('system', home, 'system_admin', 'Sydney', 'Rootwell')] : []),
  ];
}

/** Has an open invitation to the first tenant and no user. */
export const invitedTo = (home: DemoTenant) =>
  ({ email: `new@${home.code}.example`, roles: ['nurse'], givenName: 'Nell', familyName: 'Newland' }) as const;

const inTouch = { syncEveryMinutes: 1, clockSkewMs: 0, forgetsChargeShare: 0, offNightShare: 0, offDayShare: 0 } as const;

export interface DemoMember {
  readonly tenantId: string;
  readonly userId: string;
  readonly email: string;
  readonly phoneNumber: string;
  readonly profile: SyntheticMember;
}

/** Synthetic members of a tenant. The first without a story is the one who signs in as member@…. */
export function membersOf(tenant: DemoTenant, epochMs: number): DemoMember[] {
  const profiles = syntheticMembers({
    seed,
    count: tenant.members,
    tenantCode: tenant.code,
    epochMs,
    historyDays: tenant.historyDays,
    stories: tenant.stories,
  });
  const signsIn = profiles.findIndex((profile) => !profile.story);
  return profiles.map((profile, index) => ({
    tenantId: tenantId(tenant),
    userId: demoId(profile.key),
    email:
      index === signsIn
        ? `member@${tenant.code}.example`
        : `${profile.givenName}.${profile.familyName}@${tenant.code}.example`.toLowerCase(),
    // Numbers that are kept free for fiction (North American Numbering Plan, 555-0100 to 555-0199).
    phoneNumber: `+1${tenant.members > 50 ? '202' : '415'}55501${String(index).padStart(2, '0')}`,
    // Whoever signs in as a member sees readings arrive, so this band is in touch all the time.
    profile: index === signsIn ? { ...profile, habits: { ...profile.habits, ...inTouch } } : profile,
  }));
}
