import type { MailLanguage } from '@vigil/contract/configurator.values';
import type { Role } from '@vigil/domain/roles';
import type { Database, Sql } from '#platform/postgres/database.ts';
import type { BecameActive } from './activation.ts';
import { erasedAmong } from './erased.store.ts';

/** Somebody who was invited, as the invitation describes them. Absent and null are the same. */
export interface Newcomer {
  readonly id: string;
  readonly roles: readonly Role[];
  /** In lower case; null for a member who signs in with the phone number. */
  readonly email: string | null;
  readonly givenName: string;
  readonly familyName: string;
  readonly middleNames?: string | null | undefined;
  readonly title?: string | null | undefined;
  /** E.164. */
  readonly phoneNumber?: string | null | undefined;
  /** yyyy-MM-dd. */
  readonly birthDate?: string | null | undefined;
  readonly sex?: string | null | undefined;
  readonly gender?: string | null | undefined;
  readonly heightM?: number | null | undefined;
  readonly heightDisplayUnits?: string | null | undefined;
  readonly weightKg?: number | null | undefined;
  readonly weightDisplayUnits?: string | null | undefined;
  readonly streetAddress?: string | null | undefined;
  readonly city?: string | null | undefined;
  readonly state?: string | null | undefined;
  readonly zip?: string | null | undefined;
  readonly countryCode?: string | null | undefined;
  readonly countryName?: string | null | undefined;
  readonly qhcp: boolean;
  readonly orderSource?: string | null | undefined;
  readonly mrn?: string | null | undefined;
  readonly employeeId?: string | null | undefined;
  /** IANA name. */
  readonly timeZone?: string | null | undefined;
  /** In which the person is written to; null: the tenant's. */
  readonly language?: MailLanguage | null | undefined;
}

/** How to write to somebody. */
export interface Addressee {
  readonly id: string;
  readonly roles: readonly Role[];
  readonly email: string | null;
  readonly phoneNumber: string | null;
  readonly givenName: string;
  readonly familyName: string;
  readonly isInTheTenant: boolean | null;
}

export interface NewcomersStore {
  /** Who in the tenant has which of these e-mail addresses (lower case) and phone numbers (E.164), and members’ record numbers (lower case, trimmed). */
  taken(sql: Sql, tenantId: string, sought: Sought): Promise<Taken>;
  /** Within a transaction of the tenant: which of these people were erased there. They cannot be added again. */
  erased(sql: Sql, tenantId: string, userIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Within a transaction of the tenant: makes users. Whoever is there already, by id or e-mail address, stays as they are and is not among the answered ids. */
  add(sql: Sql, tenantId: string, newcomers: readonly Newcomer[], createdAtMs: number): Promise<ReadonlySet<string>>;
  /**
   * Within a transaction of the tenant: the person has made their account. The zone is kept where none was known. False where
   * the person has left the tenant, or was never there.
   */
  onboard(sql: Sql, tenantId: string, userId: string, at: { readonly nowMs: number; readonly timeZone: string | null }): Promise<boolean>;
  /** Undefined where the tenant has nobody with this id. */
  addressee(tenantId: string, userId: string): Promise<Addressee | undefined>;
  /** Which of these people have chosen a language, or were given one by whoever invited them. */
  languagesOf(tenantId: string, userIds: readonly string[]): Promise<ReadonlyMap<string, MailLanguage>>;
}

/** Somebody in the tenant who has what is looked for. */
export interface Holder {
  readonly userId: string;
  readonly givenName: string;
  readonly familyName: string;
  /** yyyy-MM-dd. */
  readonly birthDate: string | null;
  /** Not so of a phone number beside an e-mail address, which may be a family’s. */
  readonly signsInWithIt: boolean;
}

/** By what they have; whatever nobody has is absent. */
export interface Taken {
  readonly addresses: ReadonlyMap<string, readonly Holder[]>;
  readonly mrns: ReadonlyMap<string, readonly Holder[]>;
}

interface Sought {
  readonly addresses: readonly string[];
  readonly mrns: readonly string[];
}

export function createNewcomersStore(database: Database, becameActive: BecameActive): NewcomersStore {
  return {
    async taken(sql, tenantId, { addresses, mrns }) {
      const holder = 'id as user_id, given_name, family_name, birth_date::text as birth_date';
      const rows = await sql.query<Holder & { kind: 'address' | 'mrn'; value: string }>(
        `select 'address' as kind, lower(email) as value, true as signs_in_with_it, ${holder} from vigil.users
         where tenant_id = $1 and lower(email) = any($2)
         union all
         select 'address', phone_number, email is null, ${holder} from vigil.users where tenant_id = $1 and phone_number = any($2)
         union all
         select 'mrn', lower(trim(mrn)), false, ${holder} from vigil.users
         where tenant_id = $1 and lower(trim(mrn)) = any($3) and mrn is not null and 'patient' = any(roles)
         order by kind, user_id`,
        [tenantId, addresses, mrns],
      );
      const holders = (sought: 'address' | 'mrn') =>
        Map.groupBy(
          rows.filter(({ kind }) => kind === sought),
          ({ value }) => value,
        );
      return { addresses: holders('address'), mrns: holders('mrn') };
    },

    erased: erasedAmong,
    add: insert,

    async onboard(sql, tenantId, userId, { nowMs, timeZone }) {
      const [row] = await sql.query<{ isFirstSign: boolean }>(
        `update vigil.users u
         set onboarded_at = coalesce(u.onboarded_at, $3), time_zone = coalesce(u.time_zone, $4)
         from (select tenant_id, id, onboarded_at, first_band_sync_at from vigil.users where tenant_id = $1 and id = $2 for update) was
         where u.tenant_id = was.tenant_id and u.id = was.id and u.is_in_the_tenant is distinct from false and u.removed_at is null
           and u.deactivated_at is null
         returning u.roles @> '{patient}' and was.onboarded_at is null and was.first_band_sync_at is null as is_first_sign`,
        [tenantId, userId, new Date(nowMs), timeZone],
      );
      if (row?.isFirstSign) await becameActive(sql, tenantId, [userId]);
      return row !== undefined;
    },

    async addressee(tenantId, userId) {
      const [found] = await database.tenant(tenantId, (sql) =>
        sql.query<Addressee>(
          `select id, roles, email, phone_number, given_name, family_name,
             is_in_the_tenant and removed_at is null and deactivated_at is null as is_in_the_tenant
           from vigil.users where tenant_id = $1 and id = $2`,
          [tenantId, userId],
        ),
      );
      return found;
    },

    async languagesOf(tenantId, userIds) {
      const rows = await database.tenant(tenantId, (sql) =>
        sql.query<{ id: string; language: MailLanguage }>(
          `select id, lower(portal_settings ->> 'language') as language from vigil.users
           where tenant_id = $1 and id = any($2::uuid[]) and portal_settings ? 'language'`,
          [tenantId, userIds],
        ),
      );
      return new Map(rows.map(({ id, language }) => [id, language]));
    },
  };
}

/** In one statement, however many they are. */
const insert: NewcomersStore['add'] = async (sql, tenantId, newcomers, createdAtMs) => {
  const rows = await sql.query<{ id: string }>(
    `insert into vigil.users (tenant_id, id, roles, email, given_name, family_name, middle_names, title, phone_number, birth_date, sex, gender,
       height_m, height_display_units, weight_kg, weight_display_units, street_address, city, state, zip, country_code, country_name, qhcp,
       order_source, mrn, employee_id, time_zone, portal_settings, created_at)
     select $1, one.id, one.roles, one.email, one."givenName", one."familyName", one."middleNames", one.title, one."phoneNumber", one."birthDate",
       one.sex, one.gender, one."heightM", one."heightDisplayUnits", one."weightKg", one."weightDisplayUnits", one."streetAddress", one.city,
       one.state, one.zip, one."countryCode", one."countryName", one.qhcp, one."orderSource", one.mrn, one."employeeId", one."timeZone",
       case when one.language is null then '{}'::jsonb else jsonb_build_object('language', upper(one.language)) end, $3
     from jsonb_to_recordset($2) as one (id uuid, roles text[], email text, "givenName" text, "familyName" text, "middleNames" text, title text,
       "phoneNumber" text, "birthDate" date, sex text, gender text, "heightM" float8, "heightDisplayUnits" text, "weightKg" float8,
       "weightDisplayUnits" text, "streetAddress" text, city text, state text, zip text, "countryCode" text, "countryName" text, qhcp boolean,
       "orderSource" text, mrn text, "employeeId" text, "timeZone" text, language text)
     on conflict do nothing
     returning id`,
    [tenantId, JSON.stringify(newcomers), new Date(createdAtMs)],
  );
  return new Set(rows.map(({ id }) => id));
};
