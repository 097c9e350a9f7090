import type { EmergencyContact } from '@vigil/contract/registry.forms';
import type { Database, Sql } from '#platform/postgres/database.ts';
import { emergencyContactsOf } from './emergency-contacts.ts';
import type { DemoMember, DemoTenant, DemoUser } from './people.ts';
import { tenantId } from './people.ts';

const time = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));
const hourMs = 3_600_000;

/** What a row of vigil.users takes; absent columns keep their defaults. */
export interface UserRow {
  readonly id: string;
  readonly roles: readonly string[];
  readonly given_name: string;
  readonly family_name: string;
  readonly title?: string | null;
  readonly email: string | null;
  readonly phone_number?: string | null;
  /** Null: nobody. */
  readonly emergency_contacts?: readonly EmergencyContact[] | null;
  readonly birth_date?: string | null;
  readonly sex?: string | null;
  readonly height_m?: number | null;
  readonly weight_kg?: number | null;
  readonly mrn?: string | null;
  readonly time_zone?: string | null;
  readonly is_in_the_tenant?: boolean;
  readonly is_on_hold?: boolean;
  readonly created_at: Date;
  readonly onboarded_at?: Date | null;
  readonly first_band_sync_at?: Date | null;
  readonly last_status_at?: Date | null;
  readonly removed_at?: Date | null;
  readonly deactivated_at?: Date | null;
  readonly data_origin: 'synthetic' | 'public-dataset';
  readonly data_attribution?: string | null;
}

/** Makes the tenants. Answers those that are the demonstration's: a code that somebody else's tenant has is left alone. */
export async function insertTenants(database: Database, tenants: readonly DemoTenant[], nowMs: number): Promise<DemoTenant[]> {
  return database.global(async (sql) => {
    for (const tenant of tenants)
      await sql.query('insert into vigil.tenants (id, code, display_name, created_at) values ($1, $2, $3, $4) on conflict do nothing', [
        tenantId(tenant),
        tenant.code,
        tenant.displayName,
        new Date(nowMs - 200 * 24 * hourMs),
      ]);
    const known = await sql.query<{ id: string }>('select id from vigil.tenants where id = any($1::uuid[])', [tenants.map(tenantId)]);
    return tenants.filter((tenant) => known.some((row) => row.id === tenantId(tenant)));
  });
}

/** Users who exist already, or whose e-mail address is taken in the tenant, are left as they are. */
export async function insertUsers(sql: Sql, tenant: string, users: readonly UserRow[]): Promise<void> {
  await sql.query(
    `insert into vigil.users (tenant_id, id, roles, given_name, family_name, title, email, phone_number, emergency_contacts,
       birth_date, sex, height_m, weight_kg, mrn, time_zone, is_in_the_tenant, is_on_hold, created_at, onboarded_at, first_band_sync_at, last_status_at,
       removed_at, deactivated_at, data_origin, data_attribution)
     select $1, id, roles, given_name, family_name, title, email, phone_number, emergency_contacts, birth_date, sex, height_m, weight_kg,
       mrn, time_zone, coalesce(is_in_the_tenant, true), coalesce(is_on_hold, false), created_at, onboarded_at, first_band_sync_at, last_status_at,
       removed_at, deactivated_at, data_origin, data_attribution
     from jsonb_to_recordset($2) as u (id uuid, roles text[], given_name text, family_name text, title text, email text, phone_number text,
       emergency_contacts jsonb, birth_date date, sex text, height_m float8, weight_kg float8, mrn text, time_zone text, is_in_the_tenant boolean, is_on_hold boolean,
       created_at timestamptz, onboarded_at timestamptz, first_band_sync_at timestamptz, last_status_at timestamptz,
       removed_at timestamptz, deactivated_at timestamptz, data_origin text, data_attribution text)
     on conflict do nothing`,
    [tenant, JSON.stringify(users)],
  );
}

export function staffRow(user: DemoUser, nowMs: number): UserRow {
  return {
    id: user.id,
    roles: user.roles,
    given_name: user.givenName,
    family_name: user.familyName,
    title: user.title,
    email: user.email,
    created_at: new Date(nowMs - 180 * 24 * hourMs),
    data_origin: 'synthetic',
  };
}

/** A member whose band was never worn has given no sign of life: neither onboarded nor synced. */
export function memberRow({ userId, email, phoneNumber, profile }: DemoMember): UserRow {
  const contacts = emergencyContactsOf(profile);
  const alive = profile.status !== 'CREATED';
  const joinedMs = alive ? profile.fromMs : profile.epochMs - (3 + (profile.seed % 9)) * 24 * hourMs;
  return {
    id: userId,
    roles: ['patient'],
    given_name: profile.givenName,
    family_name: profile.familyName,
    email,
    phone_number: phoneNumber,
    emergency_contacts: contacts.length > 0 ? contacts : null,
    birth_date: profile.birthDate,
    sex: profile.sex,
    height_m: profile.heightM,
    weight_kg: profile.weightKg,
    mrn: profile.mrn,
    time_zone: profile.timeZone,
    is_in_the_tenant: profile.status !== 'DISCHARGED',
    is_on_hold: profile.status === 'HOLDING',
    created_at: new Date(alive ? joinedMs - (1 + (profile.seed % 14)) * 24 * hourMs : joinedMs),
    onboarded_at: time(alive ? joinedMs - 2 * hourMs : null),
    first_band_sync_at: time(alive ? joinedMs + (5 + (profile.seed % 40)) * 60_000 : null),
    last_status_at: time(profile.toMs !== null && alive ? profile.toMs : joinedMs),
    data_origin: 'synthetic',
  };
}

/** The present of the stories of a tenant, milliseconds; undefined before its first seeding. */
export async function readEpoch(database: Database, tenant: string): Promise<number | undefined> {
  const rows = await database.tenant(tenant, (sql) =>
    sql.query<{ epoch: number }>('select epoch from vigil.demo_members where tenant_id = $1 order by epoch limit 1', [tenant]),
  );
  return rows[0]?.epoch;
}

export async function insertProgress(sql: Sql, tenant: string, userIds: readonly string[], epochMs: number): Promise<void> {
  await sql.query(
    `insert into vigil.demo_members (tenant_id, user_id, epoch)
     select $1, id, $3 from vigil.users where tenant_id = $1 and id = any($2::uuid[]) on conflict do nothing`,
    [tenant, userIds, new Date(epochMs)],
  );
}

/** Members of the tenant that the demonstration made and that are still there, by user id. Whoever was erased is in no row of people. */
export async function seededIds(sql: Sql, tenant: string): Promise<Set<string>> {
  const rows = await sql.query<{ userId: string }>(
    `select d.user_id from vigil.demo_members d join vigil.users u on u.tenant_id = d.tenant_id and u.id = d.user_id where d.tenant_id = $1`,
    [tenant],
  );
  return new Set(rows.map((row) => row.userId));
}

/** Up to which stamp (milliseconds, exclusive) each member's readings are stored; null for none. Members who were not seeded are absent. */
export async function readStoredUntil(database: Database, tenant: string): Promise<Map<string, number | null>> {
  const rows = await database.tenant(tenant, (sql) =>
    sql.query<{ userId: string; storedUntil: number | null }>('select user_id, stored_until from vigil.demo_members where tenant_id = $1', [
      tenant,
    ]),
  );
  return new Map(rows.map((row) => [row.userId, row.storedUntil]));
}

/** Notes what has been stored; never goes back. */
export async function writeStoredUntil(database: Database, tenant: string, untilMs: ReadonlyMap<string, number>): Promise<void> {
  if (untilMs.size === 0) return;
  await database.tenant(tenant, (sql) =>
    sql.query(
      `update vigil.demo_members as known set stored_until = greatest(known.stored_until, news.at)
       from unnest($2::uuid[], $3::timestamptz[]) as news (id, at) where known.tenant_id = $1 and known.user_id = news.id`,
      [tenant, [...untilMs.keys()], [...untilMs.values()].map((ms) => new Date(ms))],
    ),
  );
}

/**
 * The history of a demonstration arrives at once, so every band seems to have synced just now, the flat ones too. A band
 * without a reading for over an hour is taken to have synced with its last one. Written here against the rule that
 * a table has one owner, because only a demonstration has to pretend that time has passed.
 */
export async function backdateSyncs(database: Database, tenant: string): Promise<void> {
  await database.tenant(tenant, (sql) =>
    sql.query(
      `update vigil.band_syncs as sync set last_received_at = newest.at
       from (select tick.user_id, max(tick.ts) as at from vigil.latest_ticks tick join vigil.demo_members using (tenant_id, user_id)
             where tick.tenant_id = $1 and tick.source = 'device' group by tick.user_id) as newest
       where sync.tenant_id = $1 and sync.user_id = newest.user_id and sync.last_received_at > newest.at + interval '1 hour'`,
      [tenant],
    ),
  );
}
