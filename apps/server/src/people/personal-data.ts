import { isoTime, jsonFile } from '#platform/personal-data/exported-files.ts';
import type { PersonalData, PersonInTenant } from '#platform/personal-data/personal-data.ts';
import type { Database } from '#platform/postgres/database.ts';
import type { PersonName } from './people.store.ts';

/** Who a kept record is about. */
export interface KeptIdentity {
  readonly givenName: string;
  readonly middleNames: string | null;
  readonly familyName: string;
  /** yyyy-MM-dd. */
  readonly birthDate: string | null;
  readonly sex: string | null;
  readonly mrn: string | null;
}

export interface PeoplePrivacy {
  /** How people of the tenant are called who are known in it; erased ones and strangers are left out. */
  knownNames(tenantId: string, userIds: readonly string[]): Promise<ReadonlyMap<string, PersonName>>;
  /** What tells whom a record is about; undefined where there is no such person any more. */
  identityOf(person: PersonInTenant): Promise<KeptIdentity | undefined>;
  /** Whether anybody but this tenant knows the person still: then the sign-in is not this tenant's to erase. */
  isElsewhere(person: PersonInTenant): Promise<boolean>;
  /** E-mail address and phone number, in lower case; none where there is no such person any more. */
  addressesOf(person: PersonInTenant): Promise<readonly string[]>;
  /** Whether the tenant has only invited the person, who has not accepted: how they sign in is none of its business. */
  isAwaited(person: PersonInTenant): Promise<boolean>;
  readonly personalData: PersonalData;
}

const times = ['createdAt', 'onboardedAt', 'firstBandSyncAt', 'lastStatusAt', 'removedAt', 'deactivatedAt'];

export function createPeoplePrivacy(database: Database): PeoplePrivacy {
  return {
    async knownNames(tenantId, userIds) {
      const rows = await database.tenant(tenantId, (sql) =>
        sql.query<PersonName & { id: string }>(
          'select id, given_name, family_name, title, roles from vigil.users where tenant_id = $1 and id = any($2::uuid[])',
          [tenantId, [...userIds]],
        ),
      );
      return new Map(rows.map(({ id, ...name }) => [id, name]));
    },

    async identityOf({ tenantId, userId }) {
      const [row] = await database.tenant(tenantId, (sql) =>
        sql.query<KeptIdentity>(
          `select given_name, middle_names, family_name, birth_date::text as birth_date, sex, mrn
           from vigil.users where tenant_id = $1 and id = $2`,
          [tenantId, userId],
        ),
      );
      return row;
    },

    async isElsewhere({ tenantId, userId }) {
      const rows = await database.global((sql) =>
        sql.query('select 1 from vigil.memberships_of($1) where tenant_id <> $2 and is_in_the_tenant is not false', [userId, tenantId]),
      );
      return rows.length > 0;
    },

    async addressesOf({ tenantId, userId }) {
      const rows = await database.tenant(tenantId, (sql) =>
        sql.query<{ address: string }>(
          `select lower(a.address) as address from vigil.users u cross join unnest(array[u.email, u.phone_number]) as a (address)
           where u.tenant_id = $1 and u.id = $2 and a.address is not null`,
          [tenantId, userId],
        ),
      );
      return rows.map(({ address }) => address);
    },

    async isAwaited({ tenantId, userId }) {
      const rows = await database.global((sql) => sql.query('select 1 from vigil.awaited_in($1) where tenant_id = $2', [userId, tenantId]));
      return rows.length > 0;
    },

    personalData: {
      tables: {
        users: { exported: ['account.json'], erased: 'contact' },
        account_changes: {
          exported: ['account-changes.json'],
          erased: { kept: 'names of fields and ids only, no value: it shows who changed what, as the audit log does' },
        },
      },
      exportOf: (person) => [
        jsonFile(
          {
            name: 'account.json',
            about:
              'who you are to this clinic: names, contact, emergency contacts, birth date, height in metres, weight in kilograms, settings.',
          },
          () => readAccount(database, person),
        ),
        jsonFile({ name: 'account-changes.json', about: 'which fields of your account were changed, when and by whom.' }, () =>
          readChanges(database, person),
        ),
      ],
      async erase(person, step) {
        if (step === 'contact') await pseudonymise(database, person);
      },
    },
  };
}

async function readAccount(database: Database, { tenantId, userId }: PersonInTenant): Promise<object | null> {
  const [row] = await database.tenant(tenantId, (sql) =>
    sql.query<{ birthDate: unknown } & Record<string, unknown>>(
      `select u.*, u.birth_date::text as birth_day from vigil.users u where u.tenant_id = $1 and u.id = $2`,
      [tenantId, userId],
    ),
  );
  if (!row) return null;
  const { searchText: _, erasedAt: __, birthDate: ___, birthDay, ...account } = row;
  const told = times.map((name) => [name, isoTime((account[name] as number | null) ?? null)]);
  return { ...account, birthDate: birthDay, ...Object.fromEntries(told) };
}

async function readChanges(database: Database, { tenantId, userId }: PersonInTenant): Promise<object[]> {
  const rows = await database.tenant(tenantId, (sql) =>
    sql.query<{ at: number }>(
      'select version, field, at, actor_id from vigil.account_changes where tenant_id = $1 and user_id = $2 order by version, field',
      [tenantId, userId],
    ),
  );
  return rows.map((row) => ({ ...row, at: isoTime(row.at) }));
}

/** Only the id stays, so that what names it (the audit log, a kept record) still names one and the same person. */
async function pseudonymise(database: Database, { tenantId, userId }: PersonInTenant): Promise<void> {
  await database.tenant(tenantId, async (sql) => {
    await sql.query("select set_config('vigil.erased_people', 'shown', true)");
    await sql.query(
      `update vigil.users set given_name = 'Erased', middle_names = null, family_name = 'member', title = null, email = null,
         phone_number = null, emergency_contacts = null, photo_url = null, sign_url = null, birth_date = null, sex = null, gender = null, height_m = null,
         weight_kg = null, height_display_units = null, weight_display_units = null, street_address = null, city = null, state = null,
         zip = null, country_code = null, country_name = null, qhcp = false, order_source = null, mrn = null, employee_id = null, time_zone = null, is_in_the_tenant = false, is_on_hold = false,
         removed_at = null, deactivated_at = null,
         portal_settings = '{}', preferences = '{}', data_attribution = null, erased_at = now(), last_status_at = now()
       where tenant_id = $1 and id = $2 and erased_at is null`,
      [tenantId, userId],
    );
  });
}
