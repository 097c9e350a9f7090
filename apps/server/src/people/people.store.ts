import { randomUUID } from 'node:crypto';
import { roles as knownRoles, type Role } from '@vigil/domain/roles';
import { isTimeZone, memberTimeZone } from '@vigil/domain/timeframe/zone';
import type { Database, Sql } from '#platform/postgres/database.ts';
import { nameKey } from '#platform/postgres/name-order.ts';
import { prepared } from '#platform/postgres/prepared.ts';
import type { BecameActive } from './activation.ts';
import { erasedAmong } from './erased.store.ts';

/** What a person is in one tenant. */
export interface Membership {
  readonly tenantId: string;
  /** Short name of the tenant. */
  readonly code: string;
  readonly displayName: string | null;
  /** None where the person was invited and has not accepted yet. */
  readonly roles: readonly Role[];
  /** False after a discharge or a removal, and while the account is switched off; null where nobody has said. */
  readonly isInTheTenant: boolean | null;
  readonly isOnHold: boolean;
}

/** A person as somebody with the right to do so described them. */
export interface NewPerson {
  /** E-mail address in lower case. */
  readonly email: string;
  readonly roles: readonly string[];
  readonly givenName: string;
  readonly familyName: string;
  readonly middleNames?: string | null;
  readonly title?: string | null;
  /** E.164. */
  readonly phoneNumber?: string | null;
  /** yyyy-MM-dd. */
  readonly birthDate?: string | null;
  readonly sex?: string | null;
  readonly gender?: string | null;
  readonly heightM?: number | null;
  readonly weightKg?: number | null;
  readonly mrn?: string | null;
  readonly employeeId?: string | null;
  readonly timeZone?: string | null;
  readonly dataOrigin?: string;
  readonly createdAtMs: number;
  readonly onboardedAtMs?: number | null;
}

/** What may be set about a member later. What is absent stays as it is. */
export interface MemberDetails {
  /** IANA name. */
  readonly timeZone?: string;
  readonly sex?: string;
  /** yyyy-MM-dd. */
  readonly birthDate?: string;
  readonly mrn?: string;
}

export interface MemberIdentifiers {
  readonly mrn: string | null;
  readonly employeeId: string | null;
  /** yyyy-MM-dd. */
  readonly birthDate: string | null;
}

/** What members may be known by in files, in lower case and without spaces around it. */
export interface KnownBy {
  /** Ids of ours. */
  readonly ids: readonly string[];
  /** Medical record numbers, and employee numbers. */
  readonly numbers: readonly string[];
  /** Names, the given one first or last. A name that the member has too says nothing. */
  readonly names: readonly string[];
}

export interface NamedUser {
  readonly id: string;
  readonly roles: readonly Role[];
  readonly email: string | null;
  readonly givenName: string;
  readonly familyName: string;
}

/** How somebody signs, staff and members alike. */
export interface PersonName {
  readonly givenName: string;
  readonly familyName: string;
  readonly title: string | null;
  readonly roles: readonly Role[];
}

export interface PeopleStore {
  /** Every tenant that the person is or was in, in the order of their codes. */
  membershipsOf(userId: string): Promise<readonly Membership[]>;
  /** Roles over all tenants, without those of tenants that have discharged the person. */
  rolesOf(userId: string): Promise<Role[]>;
  /** Whether the user is a member (role patient) of the tenant, discharged ones included. */
  isMember(tenantId: string, userId: string): Promise<boolean>;
  /** What tells a member from others in files and messages. Null where it was never given. */
  identifiersOf(tenantId: string, userId: string): Promise<MemberIdentifiers>;
  /** Members with that medical record number, two at most; case and spaces around it do not tell numbers apart. */
  membersByMrn(tenantId: string, mrn: string): Promise<readonly string[]>;
  /** Which of these, all in lower case, other members than this one are known by: an index into what files say, and nothing about whom. */
  otherMembersKnownBy(tenantId: string, userId: string, asked: KnownBy): Promise<KnownBy>;
  /** Which of these are members who are cared for now: neither discharged nor removed, switched off or on hold. */
  caredFor(tenantId: string, userIds: readonly string[]): Promise<ReadonlySet<string>>;
  /**
   * When each of these members gave the first sign of life (onboarded, or the band synced), in Unix seconds; whoever has given none is
   * absent. Nobody was watched before, however long the account had been there.
   */
  signsOfLifeSince(tenantId: string, userIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** The IANA zone in which the member's days are counted; the default zone where there is none that the system knows. */
  timeZoneOf(tenantId: string, userId: string): Promise<string>;
  timeZonesOf(tenantId: string, userIds: readonly string[]): Promise<(userId: string) => string>;
  /** Birth dates as yyyy-MM-dd; whose is unknown is absent. */
  birthDatesOf(tenantId: string, userIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** How people of the tenant sign, discharged ones included. The function that is answered throws for anybody else. */
  namesOf(tenantId: string, userIds: readonly string[]): Promise<(userId: string) => PersonName>;
  /** Roles of these people, of those who are or were in the tenant, by their ids. */
  rolesInTenant(tenantId: string, userIds: readonly string[]): Promise<readonly { readonly id: string; readonly roles: readonly Role[] }[]>;
  /** Everybody in the tenant, by name. */
  listUsers(tenantId: string): Promise<readonly NamedUser[]>;
  /** The member with this id or e-mail address; null when there is none. */
  findMember(tenantId: string, idOrEmail: string): Promise<string | null>;
  /** Makes a user. Answers the id. */
  create(tenantId: string, person: NewPerson): Promise<string>;
  /** Sets what is given; whoever asks has checked it. */
  changeDetails(tenantId: string, userId: string, details: MemberDetails): Promise<void>;
  /**
   * Within a transaction of the tenant: the user with this id or e-mail address is back in the tenant and holds the roles as
   * well; where there is none, one is made. Answers the id; null, and changes nothing, where the person was discharged,
   * removed or switched off after `invitedAtMs`: an older invitation does not undo what an administrator did since. Null as well
   * for somebody who was erased in the tenant, whenever they were invited.
   */
  join(sql: Sql, tenantId: string, person: NewPerson & { readonly invitedAtMs: number }, userId: string | null): Promise<string | null>;
  /** Within a transaction of the tenant: notes when the first readings of a member's band arrived. An earlier note stays. */
  noteFirstBandSyncs(sql: Sql, tenantId: string, syncs: readonly { readonly userId: string; readonly atMs: number }[]): Promise<void>;
}

const memberships = prepared(
  `select tenant_id, code, display_name, is_in_the_tenant, is_on_hold,
     case when tenant_id in (select tenant_id from vigil.awaited_in($1)) then '{}' else roles end as roles
   from vigil.memberships_of($1) order by code`,
);

export function createPeopleStore(database: Database, becameActive: BecameActive): PeopleStore {
  async function timeZonesOf(tenantId: string, userIds: readonly string[]): Promise<(userId: string) => string> {
    const rows = await database.tenant(tenantId, (sql) =>
      sql.query<{ id: string; timeZone: string }>(
        'select id, time_zone from vigil.users where tenant_id = $1 and id = any($2) and time_zone is not null',
        [tenantId, userIds],
      ),
    );
    const zones = new Map(rows.filter((row) => isTimeZone(row.timeZone)).map((row) => [row.id, row.timeZone]));
    return (userId) => memberTimeZone(zones.get(userId.toLowerCase()));
  }

  async function membershipsOf(userId: string): Promise<Membership[]> {
    const rows = await database.ask<Omit<Membership, 'roles'> & { readonly roles: string[] }>(memberships, [userId]);
    return rows.map((row) => ({ ...row, roles: knownRoles.filter((role) => row.roles.includes(role)) }));
  }

  return {
    timeZonesOf,
    timeZoneOf: async (tenantId, userId) => (await timeZonesOf(tenantId, [userId]))(userId),
    membershipsOf,

    async rolesOf(userId) {
      const held = new Set((await membershipsOf(userId)).filter(isActive).flatMap(({ roles }) => roles));
      return knownRoles.filter((role) => held.has(role));
    },

    async isMember(tenantId, userId) {
      const rows = await database.tenant(tenantId, (sql) =>
        sql.query("select 1 from vigil.users where tenant_id = $1 and id = $2 and 'patient' = any (roles)", [tenantId, userId]),
      );
      return rows.length > 0;
    },

    async signsOfLifeSince(tenantId, userIds) {
      const rows = await database.tenant(tenantId, (sql) =>
        sql.query<{ id: string; since: number }>(
          `select u.id, least(u.onboarded_at, u.first_band_sync_at) as since from vigil.users u
           where u.tenant_id = $1 and u.id = any($2::uuid[]) and 'patient' = any (u.roles)
             and coalesce(u.onboarded_at, u.first_band_sync_at) is not null`,
          [tenantId, userIds],
        ),
      );
      return new Map(rows.map(({ id, since }) => [id, since / 1000]));
    },

    async caredFor(tenantId, userIds) {
      const rows = await database.tenant(tenantId, (sql) =>
        sql.query<{ id: string }>(
          `select id from vigil.users where tenant_id = $1 and id = any($2::uuid[]) and 'patient' = any (roles)
             and is_in_the_tenant is not false and not is_on_hold and removed_at is null and deactivated_at is null`,
          [tenantId, userIds],
        ),
      );
      return new Set(rows.map(({ id }) => id));
    },

    async birthDatesOf(tenantId, userIds) {
      const rows = await database.tenant(tenantId, (sql) =>
        sql.query<{ id: string; birthDate: string }>(
          'select id, birth_date::text as birth_date from vigil.users where tenant_id = $1 and id = any($2::uuid[]) and birth_date is not null',
          [tenantId, userIds],
        ),
      );
      return new Map(rows.map(({ id, birthDate }) => [id, birthDate]));
    },

    async identifiersOf(tenantId, userId) {
      const [row] = await database.tenant(tenantId, (sql) =>
        sql.query<MemberIdentifiers>(
          'select mrn, employee_id, birth_date::text as birth_date from vigil.users where tenant_id = $1 and id = $2',
          [tenantId, userId],
        ),
      );
      return row ?? { mrn: null, employeeId: null, birthDate: null };
    },

    async membersByMrn(tenantId, mrn) {
      const rows = await database.tenant(tenantId, (sql) =>
        sql.query<{ id: string }>(
          `select id from vigil.users where tenant_id = $1 and lower(trim(mrn)) = lower(trim($2)) and 'patient' = any (roles) limit 2`,
          [tenantId, mrn],
        ),
      );
      return rows.map(({ id }) => id);
    },

    async otherMembersKnownBy(tenantId, userId, { ids, numbers, names }) {
      const rows = await database.tenant(tenantId, (sql) =>
        sql.query<{ kind: keyof KnownBy; value: string }>(
          `select distinct kind, value from (
             select 'ids' as kind, u.id::text as value, u.id, u.roles from vigil.users u where u.tenant_id = $1 and u.id = any ($3::uuid[])
             union all
             select 'numbers', lower(trim(u.mrn)), u.id, u.roles from vigil.users u
             where u.tenant_id = $1 and u.mrn is not null and lower(trim(u.mrn)) = any ($4::text[])
             union all
             select 'numbers', lower(trim(u.employee_id)), u.id, u.roles from vigil.users u
             where u.tenant_id = $1 and cardinality($4::text[]) > 0 and lower(trim(u.employee_id)) = any ($4::text[])
             union all
             select 'names', one.name, u.id, u.roles from vigil.users u, ${namesInFiles('u')} one
             where u.tenant_id = $1 and cardinality($5::text[]) > 0 and one.name = any ($5::text[])
               and one.name not in (select own.name from vigil.users me, ${namesInFiles('me')} own where me.tenant_id = $1 and me.id = $2)
           ) known
           where id <> $2 and 'patient' = any (roles)`,
          [tenantId, userId, ids, numbers, names],
        ),
      );
      const of = (asked: keyof KnownBy) => rows.filter(({ kind }) => kind === asked).map(({ value }) => value);
      return { ids: of('ids'), numbers: of('numbers'), names: of('names') };
    },

    async namesOf(tenantId, userIds) {
      const rows = await database.tenant(tenantId, (sql) =>
        sql.query<PersonName & { id: string }>(
          'select id, given_name, family_name, title, roles from vigil.users where tenant_id = $1 and id = any($2)',
          [tenantId, userIds],
        ),
      );
      const names = new Map(rows.map(({ id, ...name }) => [id, name]));
      return (userId) => {
        const name = names.get(userId);
        if (!name) throw new Error('A name was asked for of somebody who is not in the tenant');
        return name;
      };
    },

    rolesInTenant: (tenantId, userIds) =>
      database.tenant(tenantId, (sql) =>
        sql.query<{ id: string; roles: Role[] }>('select id, roles from vigil.users where tenant_id = $1 and id = any($2) order by id', [
          tenantId,
          userIds,
        ]),
      ),

    listUsers: (tenantId) =>
      database.tenant(tenantId, (sql) =>
        sql.query<NamedUser>(
          `select id, roles, email, given_name, family_name
           from vigil.users where tenant_id = $1 order by ${nameKey('family_name')}, ${nameKey('given_name')}, id`,
          [tenantId],
        ),
      ),

    async findMember(tenantId, idOrEmail) {
      const [member] = await database.tenant(tenantId, (sql) =>
        sql.query<{ id: string }>(
          `select id from vigil.users
           where tenant_id = $1 and 'patient' = any (roles) and (id::text = lower($2) or lower(email) = lower($2))`,
          [tenantId, idOrEmail],
        ),
      );
      return member?.id ?? null;
    },

    create: (tenantId, person) =>
      database.tenant(tenantId, async (sql) => {
        const id = await insert(sql, tenantId, randomUUID(), person);
        const isActive = typeof person.onboardedAtMs === 'number' && person.roles.includes('patient');
        await becameActive(sql, tenantId, isActive ? [id] : []);
        return id;
      }),

    async changeDetails(tenantId, userId, { timeZone, sex, birthDate, mrn }) {
      await database.tenant(tenantId, (sql) =>
        sql.query(
          `update vigil.users set time_zone = coalesce($3, time_zone), sex = coalesce($4, sex), birth_date = coalesce($5::date, birth_date), mrn = coalesce($6, mrn)
           where tenant_id = $1 and id = $2`,
          [tenantId, userId, timeZone ?? null, sex ?? null, birthDate ?? null, mrn ?? null],
        ),
      );
    },

    async join(sql, tenantId, person, userId) {
      const [known] = await sql.query<{ id: string; leftAt: number | null }>(
        'select id, case when not is_in_the_tenant or removed_at is not null or deactivated_at is not null then last_status_at end as left_at from vigil.users where tenant_id = $1 and (id = $2 or lower(email) = $3) order by (id = $2) desc limit 1',
        [tenantId, userId, person.email],
      );
      if (!known) {
        const id = userId ?? randomUUID();
        return (await erasedAmong(sql, tenantId, [id])).has(id) ? null : insert(sql, tenantId, id, person);
      }
      if (known.leftAt !== null && known.leftAt > person.invitedAtMs) return null;
      await sql.query(
        `update vigil.users set roles = array(select distinct role from unnest(roles || $3::text[]) role order by role),
           is_in_the_tenant = true, removed_at = null, deactivated_at = null
         where tenant_id = $1 and id = $2`,
        [tenantId, known.id, person.roles],
      );
      return known.id;
    },

    async noteFirstBandSyncs(sql, tenantId, syncs) {
      const first = await sql.query<{ id: string; isFirstSign: boolean }>(
        `update vigil.users as member set first_band_sync_at = sync.at
         from unnest($2::uuid[], $3::timestamptz[]) as sync (id, at)
         where member.tenant_id = $1 and member.id = sync.id and member.first_band_sync_at is null
         returning member.id, member.onboarded_at is null and member.roles @> '{patient}' and member.removed_at is null
           and member.is_in_the_tenant is distinct from false as is_first_sign`,
        [tenantId, syncs.map(({ userId }) => userId), syncs.map(({ atMs }) => new Date(atMs))],
      );
      const active = first.filter(({ isFirstSign }) => isFirstSign).map(({ id }) => id);
      await becameActive(sql, tenantId, active);
    },
  };
}

/** Whether the person has not been discharged from the tenant. */
export const isActive = ({ isInTheTenant }: Pick<Membership, 'isInTheTenant'>): boolean => isInTheTenant !== false;

/** The same of whoever is not only invited: whose invitation is still open holds no roles. */
export const takesPart = ({ isInTheTenant, roles }: Pick<Membership, 'isInTheTenant' | 'roles'>): boolean =>
  isActive({ isInTheTenant }) && roles.length > 0;

async function insert(sql: Sql, tenantId: string, id: string, person: NewPerson): Promise<string> {
  await sql.query(
    `insert into vigil.users (tenant_id, id, roles, given_name, middle_names, family_name, title, email, phone_number, birth_date, sex,
       gender, height_m, weight_kg, mrn, employee_id, time_zone, data_origin, created_at, onboarded_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)`,
    [
      ...[tenantId, id, person.roles, person.givenName, person.middleNames ?? null, person.familyName, person.title ?? null],
      ...[person.email, person.phoneNumber ?? null, person.birthDate ?? null, person.sex ?? null, person.gender ?? null],
      ...[person.heightM ?? null, person.weightKg ?? null, person.mrn ?? null, person.employeeId ?? null, person.timeZone ?? null],
      ...[person.dataOrigin ?? 'person', new Date(person.createdAtMs), dateOf(person.onboardedAtMs)],
    ],
  );
  return id;
}

const dateOf = (ms: number | null | undefined) => (ms === null || ms === undefined ? null : new Date(ms));

/** The ways in which a file writes the name of a user, as a table with the column `name`. */
function namesInFiles(user: string): string {
  const given = `lower(trim(${user}.given_name))`;
  const family = `lower(trim(${user}.family_name))`;
  return `lateral (select w.name from (values (${given} || ' ' || ${family}), (${family} || ' ' || ${given}), (${family} || ', ' || ${given})) as w (name))`;
}
