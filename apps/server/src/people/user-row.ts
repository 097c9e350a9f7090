import type { PortalSettings, UserAccount } from '@vigil/contract/registry.contract';
import type { EmergencyContact } from '@vigil/contract/registry.forms';
import type { Role } from '@vigil/domain/roles';
import type { Sql } from '#platform/postgres/database.ts';

/** A row of vigil.users; times in milliseconds since 1970. */
export interface UserRow {
  readonly id: string;
  readonly tenantId: string;
  readonly roles: Role[];
  readonly givenName: string;
  readonly middleNames: string | null;
  readonly familyName: string;
  readonly title: string | null;
  readonly email: string | null;
  readonly phoneNumber: string | null;
  readonly emergencyContacts: readonly EmergencyContact[];
  readonly photoUrl: string | null;
  readonly signUrl: string | null;
  readonly birthDate: string | null;
  readonly sex: UserAccount['personalInfo']['sex'];
  readonly gender: string | null;
  readonly heightM: number | null;
  readonly weightKg: number | null;
  readonly mrn: string | null;
  readonly employeeId: string | null;
  /** Of the address: ISO 3166-1 alpha-2. */
  readonly countryCode: string | null;
  readonly timeZone: string | null;
  readonly isInTheTenant: boolean | null;
  readonly isOnHold: boolean;
  readonly createdAt: number;
  readonly onboardedAt: number | null;
  readonly firstBandSyncAt: number | null;
  readonly lastStatusAt: number | null;
  readonly removedAt: number | null;
  readonly deactivatedAt: number | null;
  readonly version: number;
  readonly portalSettings: Partial<PortalSettings>;
  readonly preferences: Record<string, unknown>;
  readonly dataOrigin: UserAccount['dataOrigin'];
  readonly dataAttribution: string | null;
}

const epochMs = (column: string) => `round(extract(epoch from u.${column}) * 1000)::float8 as ${column}`;
export const userColumns = `u.id, u.tenant_id, u.roles, u.given_name, u.middle_names, u.family_name, u.title, u.email, u.phone_number, coalesce(u.emergency_contacts, '[]') as emergency_contacts, u.photo_url, u.sign_url,
  u.birth_date::text as birth_date, u.sex, u.gender, u.height_m, u.weight_kg, u.mrn, u.employee_id, u.country_code, u.time_zone, u.is_in_the_tenant, u.is_on_hold,
  ${['created_at', 'onboarded_at', 'first_band_sync_at', 'last_status_at', 'removed_at', 'deactivated_at'].map(epochMs).join(', ')},
  u.version, u.portal_settings, u.preferences, u.data_origin, u.data_attribution`;

/** One account of the tenant as the transaction sees it. */
export async function readUser(sql: Sql, tenantId: string, userId: string): Promise<UserRow | undefined> {
  const rows = await sql.query<UserRow>(`select ${userColumns} from vigil.users u where u.tenant_id = $1 and u.id = $2`, [
    tenantId,
    userId,
  ]);
  return rows[0];
}
