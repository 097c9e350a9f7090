import { type Role, roleLabel } from '@vigil/domain/roles';

/**
 * Accounts of a demonstration server (DEMO=1): synthetic people, one per role and tenant, with a password that everybody
 * knows. The seed creates them; the sign-in page and the configuration list them. They exist nowhere else.
 */
export const demoPassword = 'vigil-demo';

export interface DemoAccount {
  readonly email: string;
  /** What the account is for, as shown in the list. */
  readonly role: string;
  /** Code of the tenant that the account signs in to. */
  readonly tenant: string;
}

const demoTenants = ['demo', 'lakeside'] as const;
/** The part before the @ says the role. */
const roleOfName = {
  admin: 'tenant_admin',
  md: 'md',
  nurse: 'nurse',
  coach: 'coach',
  specialist: 'specialist',
  support: 'support',
  observer: 'observer',
  member: 'patient',
} as const satisfies Record<string, Role>;

export const demoAccounts: readonly DemoAccount[] = [
  ...demoTenants.flatMap((tenant) =>
    Object.entries(roleOfName).map(([name, role]) => ({ email: `${name}@${tenant}.example`, role: roleLabel(role), tenant })),
  ),
  { email: 'both@demo.example', role: 'Nurse in both tenants', tenant: 'demo' },
  { email: 'system@demo.example', role: 'System Admin, refused', tenant: 'demo' },
  { email: 'new@demo.example', role: 'New, with an open invitation', tenant: 'demo' },
];
