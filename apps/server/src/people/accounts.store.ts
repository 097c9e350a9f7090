import type { QueryOf } from '@vigil/contract';
import type { listUsers, UserAccount } from '@vigil/contract/registry.contract';
import type { Role } from '@vigil/domain/roles';
import type { Database, Sql } from '#platform/postgres/database.ts';
import { searchPatterns } from '#platform/postgres/search-patterns.ts';

type PortalSettings = UserAccount['portalSettings'];

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
  readonly photoUrl: string | null;
  readonly signUrl: string | null;
  readonly birthDate: string | null;
  readonly sex: UserAccount['personalInfo']['sex'];
  readonly gender: string | null;
  readonly heightM: number | null;
  readonly weightKg: number | null;
  readonly mrn: string | null;
  readonly employeeId: string | null;
  readonly timeZone: string | null;
  readonly isInTheTenant: boolean | null;
  readonly isOnHold: boolean;
  readonly createdAt: number;
  readonly onboardedAt: number | null;
  readonly firstBandSyncAt: number | null;
  readonly lastStatusAt: number | null;
  readonly portalSettings: Partial<PortalSettings>;
  readonly preferences: Record<string, unknown>;
  readonly dataOrigin: UserAccount['dataOrigin'];
  readonly dataAttribution: string | null;
}

const epochMs = (column: string) => `round(extract(epoch from u.${column}) * 1000)::float8 as ${column}`;
const columns = `u.id, u.tenant_id, u.roles, u.given_name, u.middle_names, u.family_name, u.title, u.email, u.phone_number, u.photo_url, u.sign_url,
  u.birth_date::text as birth_date, u.sex, u.gender, u.height_m, u.weight_kg, u.mrn, u.employee_id, u.time_zone, u.is_in_the_tenant, u.is_on_hold,
  ${['created_at', 'onboarded_at', 'first_band_sync_at', 'last_status_at'].map(epochMs).join(', ')},
  u.portal_settings, u.preferences, u.data_origin, u.data_attribution`;

export type UsersQuestion = QueryOf<typeof listUsers> & {
  readonly tenantId: string;
  /** Members who may stand in the list: all of the tenant, or only these. Staff may always. */
  readonly scope: 'tenant' | readonly string[];
};

const isMember = "u.roles @> '{patient}'";
const status = `vigil.account_status(u.is_in_the_tenant, u.is_on_hold,
  not ${isMember} or vigil.member_since(u.created_at, u.onboarded_at, u.first_band_sync_at) is not null)`;

/** Fields are a closed list, so they may stand in the statement. Names are compared without regard to case. */
const orders: Readonly<Record<UsersQuestion['sortingField'], readonly string[]>> = {
  lastName: ['lower(u.family_name)', 'lower(u.given_name)'],
  firstName: ['lower(u.given_name)', 'lower(u.family_name)'],
  createdAt: ['u.created_at'],
  email: ['lower(u.email)'],
};

export interface AccountsStore {
  /** One account of the tenant; undefined when there is none, also when it is another tenant's. */
  user(tenantId: string, userId: string): Promise<UserRow | undefined>;
  users(question: UsersQuestion): Promise<{ rows: UserRow[]; total: number }>;
  /** Changes the settings in one step: of two changes at once, neither is lost. Undefined when there is no such account. */
  changeSettings(
    tenantId: string,
    userId: string,
    change: (settings: Partial<PortalSettings>) => PortalSettings,
  ): Promise<UserRow | undefined>;
}

export function createAccountsStore(database: Database): AccountsStore {
  return {
    user: (tenantId, userId) => database.tenant(tenantId, (sql) => readUser(sql, tenantId, userId)),
    users: (question) => database.tenant(question.tenantId, (sql) => readUsers(sql, question)),
    changeSettings: (tenantId, userId, change) =>
      database.tenant(tenantId, async (sql) => {
        const user = await readUser(sql, tenantId, userId, 'for update');
        if (!user) return undefined;
        const settings = change(user.portalSettings);
        await sql.query('update vigil.users set portal_settings = portal_settings || $3::jsonb where tenant_id = $1 and id = $2', [
          tenantId,
          userId,
          JSON.stringify(settings),
        ]);
        return { ...user, portalSettings: settings };
      }),
  };
}

async function readUser(sql: Sql, tenantId: string, userId: string, lock: '' | 'for update' = ''): Promise<UserRow | undefined> {
  const rows = await sql.query<UserRow>(`select ${columns} from vigil.users u where u.tenant_id = $1 and u.id = $2 ${lock}`, [
    tenantId,
    userId,
  ]);
  return rows[0];
}

/** Which accounts does the tenant have? A page in order, and how many match in all, in one statement. */
async function readUsers(sql: Sql, question: UsersQuestion): Promise<{ rows: UserRow[]; total: number }> {
  const values: unknown[] = [question.tenantId, question.size, question.page * question.size];
  const conditions = conditionsOf(question, (value) => `$${values.push(value)}`);
  const where = conditions.join(' and ');
  const direction = question.sortOrder === 'DESC' ? 'desc' : 'asc';
  const order = [...orders[question.sortingField], 'u.id'].map((key) => `${key} ${direction} nulls last`).join(', ');
  const rows = await sql.query<UserRow & { id: string | null; total: number }>(
    `select counted.total, page.*
     from (select count(*)::int as total from vigil.users u where ${where}) counted
     left join (
       select ${columns}, row_number() over (order by ${order}) as place from vigil.users u where ${where} order by ${order} limit $2 offset $3
     ) page on true
     order by page.place`,
    values,
  );
  return { rows: rows.filter((row) => row.id !== null), total: rows[0]?.total ?? 0 };
}

function conditionsOf(question: UsersQuestion, parameter: (value: unknown) => string): string[] {
  const { teamType, scope, userIds, roles, userStatus, partOfName } = question;
  const conditions = ['u.tenant_id = $1'];
  if (teamType === 'PATIENT') conditions.push(isMember);
  if (teamType === 'CLINICIAN') conditions.push("not u.roles <@ '{patient}'");
  if (scope !== 'tenant') conditions.push(`(not ${isMember} or u.id = any(${parameter([...scope])}::uuid[]))`);
  if (userIds) conditions.push(`u.id = any(${parameter(userIds)}::uuid[])`);
  if (roles) conditions.push(`u.roles && ${parameter(roles)}::text[]`);
  if (userStatus) conditions.push(`${status} = any(${parameter(userStatus)}::text[])`);
  for (const pattern of searchPatterns(partOfName)) conditions.push(`u.search_text like ${parameter(pattern)}`);
  return conditions;
}
