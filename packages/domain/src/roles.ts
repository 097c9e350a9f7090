/**
 * The roles of the specification, and the named groups that access rules are written in.
 * A user holds roles per tenant; nothing here looks across tenants.
 */
export const roles = [
  'clinician',
  'md',
  'nurse',
  'coach',
  'specialist',
  'support',
  'tenant_admin',
  'observer',
  'patient',
  'system_admin',
  'aristotle',
] as const;
export type Role = (typeof roles)[number];

/** Held by people whom the portal refuses altogether. */
export const deniedRoles = ['system_admin', 'aristotle'] as const satisfies readonly Role[];

/** The care team: they look after members. */
export const careTeamRoles = ['clinician', 'md', 'nurse', 'coach', 'specialist', 'support'] as const satisfies readonly Role[];

/** Clinical staff: any role other than tenant_admin and patient. They may read members' data. */
export const clinicalStaffRoles = [...careTeamRoles, 'observer'] as const satisfies readonly Role[];

/** Everyone who works for the tenant. */
export const staffRoles = [...clinicalStaffRoles, 'tenant_admin'] as const satisfies readonly Role[];

const labels: Record<Role, string> = {
  clinician: 'Clinician',
  md: 'Provider',
  nurse: 'Nurse',
  coach: 'Coach',
  specialist: 'Specialist',
  support: 'Support',
  tenant_admin: 'Tenant Admin',
  observer: 'Observer',
  patient: 'Patient',
  system_admin: 'System Admin',
  aristotle: 'Aristotle',
};

/** The word a person reads for a role. */
export function roleLabel(role: Role): string {
  return labels[role];
}

/** The care-team role shown for a user: the first that is neither clinician nor tenant_admin, else md (Provider). */
export function careTeamRole(held: readonly Role[]): Role {
  return held.find((role) => role !== 'clinician' && role !== 'tenant_admin') ?? 'md';
}

/**
 * The roles that a list shows of somebody: the generic clinician is hidden, and whoever holds only that one is shown as md
 * (Provider). An administrator without another role stays an administrator.
 */
export function shownRoles(held: readonly Role[]): readonly Role[] {
  const shown = held.filter((role) => role !== 'clinician');
  return shown.length === 0 && held.length > 0 ? ['md'] : shown;
}

export function isDenied(held: readonly Role[]): boolean {
  return held.some((role) => (deniedRoles as readonly Role[]).includes(role));
}
