import { clinicalStaffRoles, type Role } from '@vigil/domain/roles';

/** The three flags that open the three parts of the portal. */
export interface Gates {
  readonly patient: boolean;
  readonly clinician: boolean;
  readonly admin: boolean;
}

export function gatesOf(roles: readonly Role[]): Gates {
  return {
    patient: roles.includes('patient'),
    clinician: roles.some((role) => (clinicalStaffRoles as readonly Role[]).includes(role)),
    admin: roles.includes('tenant_admin'),
  };
}

/** Whether the portal is nothing but the person's own pages. */
export const hasOwnPagesOnly = ({ patient, clinician, admin }: Gates): boolean => patient && !clinician && !admin;

/** Where `/` leads: a patient to the own data, an administrator to /admin, anyone else to /dashboard. */
export function homeOf(gates: Gates, userId: string): string {
  if (hasOwnPagesOnly(gates)) return `/patient/${userId}/data`;
  return gates.admin ? '/admin' : '/dashboard';
}

/** Whether a member's page may be opened: by clinical staff any, by a patient the own. The server decides about the rest. */
export function mayOpenMember(gates: Gates, userId: string, memberId: string): boolean {
  return gates.clinician || (gates.patient && memberId === userId);
}
