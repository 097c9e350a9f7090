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

export const demoTenants = ['demo', 'lakeside'] as const;
const names = ['admin', 'md', 'nurse', 'coach', 'specialist', 'support', 'observer', 'member'] as const;

export const demoAccounts: readonly DemoAccount[] = [
  ...demoTenants.flatMap((tenant) => names.map((role) => ({ email: `${role}@${tenant}.example`, role, tenant }))),
  { email: 'both@demo.example', role: 'nurse in both tenants', tenant: 'demo' },
  { email: 'system@demo.example', role: 'system_admin (refused)', tenant: 'demo' },
  { email: 'new@demo.example', role: 'open invitation', tenant: 'demo' },
];
