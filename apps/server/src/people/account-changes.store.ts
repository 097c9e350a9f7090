import { VigilError } from '@vigil/contract/errors';
import type { Database, Sql } from '#platform/postgres/database.ts';
import type { Holds } from './holds.ts';
import { readUser, type UserRow } from './user-row.ts';

/** The columns that can be changed of an account, with the names that its editors know them by. */
const changeable = {
  givenName: { column: 'given_name', name: 'firstName' },
  middleNames: { column: 'middle_names', name: 'middleName' },
  familyName: { column: 'family_name', name: 'lastName' },
  title: { column: 'title', name: 'title' },
  photoUrl: { column: 'photo_url', name: 'photoUrl' },
  signUrl: { column: 'sign_url', name: 'signUrl' },
  birthDate: { column: 'birth_date', name: 'birthday' },
  sex: { column: 'sex', name: 'sex' },
  gender: { column: 'gender', name: 'gender' },
  mrn: { column: 'mrn', name: 'mrn' },
  employeeId: { column: 'employee_id', name: 'employeeId' },
  email: { column: 'email', name: 'email' },
  phoneNumber: { column: 'phone_number', name: 'phoneNumber' },
  emergencyContacts: { column: 'emergency_contacts', name: 'emergencyContacts' },
  timeZone: { column: 'time_zone', name: 'timezone' },
  heightM: { column: 'height_m', name: 'heightInMeters' },
  weightKg: { column: 'weight_kg', name: 'weightInKilograms' },
  roles: { column: 'roles', name: 'roles' },
  isInTheTenant: { column: 'is_in_the_tenant', name: 'isInTheTenant' },
  isOnHold: { column: 'is_on_hold', name: 'isOnHold' },
  removedAt: { column: 'removed_at', name: 'isRemoved' },
  deactivatedAt: { column: 'deactivated_at', name: 'isDeactivated' },
  lastStatusAt: { column: 'last_status_at', name: 'lastStatusDate' },
  portalSettings: { column: 'portal_settings', name: 'portalSettings' },
} as const satisfies Partial<Record<keyof UserRow, { readonly column: string; readonly name: string }>>;

export type ChangeableField = keyof typeof changeable;
/** New values; what is absent stays as it is. */
export type AccountChange = { readonly [Field in ChangeableField]?: UserRow[Field] };

/** The name of a field as the editors of an account know it. */
export const editorsNameOf = (field: ChangeableField): string => changeable[field].name;

const moments: ReadonlySet<string> = new Set<ChangeableField>(['removedAt', 'deactivatedAt', 'lastStatusAt']);
const nameOfColumn = new Map(Object.values(changeable).map(({ column, name }) => [column as string, name as string]));

/** That a field was changed by somebody. */
export interface FieldChange {
  /** As the editors of an account know it. */
  readonly field: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** First and last name; null: the server or an operator. */
  readonly by: string | null;
}

/** What stands beside the account while it is decided what becomes of it. Nobody else changes any of it meanwhile. */
export interface AccountSurroundings {
  /** Others who can administer the tenant at present. */
  readonly otherAdministrators: number;
  /** Fields that were changed after the version that the caller has read; none where the caller names no version. */
  readonly changedSince: readonly FieldChange[];
}

export interface AccountChangeRequest {
  readonly tenantId: string;
  readonly userId: string;
  /** Who changes it. */
  readonly actorId: string;
  /** The version that the caller has read; null: any. */
  readonly sinceVersion: number | null;
  /** What becomes of the account as it is now; whatever it throws leaves everything as it is. */
  readonly decide: (user: UserRow, surroundings: AccountSurroundings) => AccountChange;
}

/**
 * Changes an account in one transaction. The tenant's administrators are locked with it, so that of two who take the rights
 * of each other at once, the second decides knowing what the first has done. Undefined when there is no such account; throws
 * conflict when the e-mail address is somebody else's.
 */
export async function changeAccount(
  database: Database,
  followChange: Holds['followChange'],
  request: AccountChangeRequest,
): Promise<UserRow | undefined> {
  const { tenantId, userId, actorId, sinceVersion, decide } = request;
  try {
    return await database.tenant(tenantId, async (sql) => {
      // Not against whoever only names an administrator in what they write: an alarm that rings one may wait for this very change.
      await sql.query(`select id from vigil.users where tenant_id = $1 and roles @> '{tenant_admin}' order by id for no key update`, [
        tenantId,
      ]);
      await sql.query('select id from vigil.users where tenant_id = $1 and id = $2 for update', [tenantId, userId]);
      const user = await readUser(sql, tenantId, userId);
      if (!user) return undefined;
      const change = decide(user, {
        otherAdministrators: await countOtherAdministrators(sql, tenantId, userId),
        changedSince: sinceVersion === null ? [] : await changesSince(sql, tenantId, userId, sinceVersion),
      });
      if (!(await write(sql, user, change, actorId))) return user;
      const changed = await readUser(sql, tenantId, userId);
      if (changed) await followChange(sql, user, changed);
      return changed;
    });
  } catch (error) {
    if ((error as { constraint?: string }).constraint !== 'users_by_email') throw error;
    const message = 'Somebody else of the tenant has this e-mail address.';
    throw new VigilError('conflict', message, { fields: [{ field: 'contactInfo.email', message }], cause: error });
  }
}

/** Whether anything was to be written. */
async function write(sql: Sql, { tenantId, id }: UserRow, change: AccountChange, actorId: string): Promise<boolean> {
  const fields = (Object.keys(change) as ChangeableField[]).filter((field) => change[field] !== undefined);
  if (fields.length === 0) return false;
  const values: unknown[] = [tenantId, id];
  const sets = fields.map((field) => {
    const value = change[field];
    if (field === 'portalSettings') return `portal_settings = portal_settings || $${values.push(JSON.stringify(value))}::jsonb`;
    return `${changeable[field].column} = $${values.push(storedValue(field, value))}`;
  });
  await sql.query("select set_config('vigil.actor_id', $1, true)", [actorId]);
  await sql.query(`update vigil.users set ${sets.join(', ')} where tenant_id = $1 and id = $2`, values);
  return true;
}

function storedValue(field: ChangeableField, value: unknown): unknown {
  if (moments.has(field) && typeof value === 'number') return new Date(value);
  if (field === 'emergencyContacts' && Array.isArray(value)) return value.length === 0 ? null : JSON.stringify(value);
  return value;
}

async function countOtherAdministrators(sql: Sql, tenantId: string, userId: string): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    `select count(*)::int as count from vigil.users u
     where u.tenant_id = $1 and u.id <> $2 and u.roles @> '{tenant_admin}' and vigil.account_status_of(u) = 'ACTIVE'`,
    [tenantId, userId],
  );
  return row?.count ?? 0;
}

/** Which fields have been changed after a version, each by whom last. */
async function changesSince(sql: Sql, tenantId: string, userId: string, version: number): Promise<FieldChange[]> {
  const rows = await sql.query<{ field: string; at: number; by: string | null }>(
    `select distinct on (change.field) change.field, change.at, actor.given_name || ' ' || actor.family_name as by
     from vigil.account_changes change
     left join vigil.users actor on actor.tenant_id = change.tenant_id and actor.id = change.actor_id
     where change.tenant_id = $1 and change.user_id = $2 and change.version > $3
     order by change.field, change.version desc`,
    [tenantId, userId, version],
  );
  return rows.map(({ field, ...rest }) => ({ field: nameOfColumn.get(field) ?? field, ...rest }));
}
