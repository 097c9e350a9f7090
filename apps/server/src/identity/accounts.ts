import { VigilError } from '@vigil/contract/errors';
import type { People } from '#people/index.ts';
import type { Clock } from '#platform/clock.ts';
import { phoneNumberIn } from '#platform/phone-number.ts';
import type { Database, Sql } from '#platform/postgres/database.ts';
import { type Prepared, prepared } from '#platform/postgres/prepared.ts';
import { hashPassword } from './passwords.ts';
import type { Account, NewAccount } from './types.ts';

interface AccountRow {
  readonly id: string;
  readonly email: string | null;
  readonly phoneNumber: string | null;
  readonly emailVerified: boolean;
  readonly passwordHash: string | null;
  readonly userId: string | null;
  readonly sessionsEndedMs: number | null;
  readonly isDemonstration: boolean;
  readonly passwordChangedMs: number | null;
  readonly pinSetMs: number | null;
}

/** An account with what only this module may see. */
export interface StoredAccount extends Account {
  readonly passwordHash: string | null;
  /** Milliseconds; sessions and tokens from before are worth nothing. Null: never ended. */
  readonly sessionsEndedMs: number | null;
  /** Off unless the demonstration runs. */
  readonly isDemonstration: boolean;
  /** Milliseconds; null: there is no password. */
  readonly passwordChangedMs: number | null;
  /** Milliseconds; null: a locked session cannot be opened by a PIN. */
  readonly pinSetMs: number | null;
}

const columns = `id, email, phone_number, email_verified, password_hash, user_id, extract(epoch from sessions_ended_at) * 1000 as sessions_ended_ms, is_demonstration,
  extract(epoch from password_changed_at) * 1000 as password_changed_ms, extract(epoch from pin_set_at) * 1000 as pin_set_ms`;

/** No password given, or one chosen by somebody who has not shown to have the mailbox, while there is one already. */
const keepsPassword = `(excluded.password_hash is null or (vigil.accounts.password_hash is not null and not excluded.email_verified))`;

/** Within a transaction: makes an account, or brings the one with its name up to date. Throws conflict when the one with this name is off. */
export type WriteAccount = (sql: Sql) => Promise<Account>;

export interface AccountsOptions {
  readonly database: Database;
  readonly people: Pick<People, 'rolesOf'>;
  readonly clock: Clock;
  /** Whether the demonstration runs. Its accounts are off without it. */
  readonly demonstration: boolean;
}

/** Accounts of the embedded provider. A disabled account, and a demonstration's without the demonstration, is as good as absent. */
export function createAccounts({ database, people, clock, demonstration }: AccountsOptions) {
  const isOn = `disabled_at is null and (not is_demonstration or ${demonstration})`;
  const accountWhere = (where: string) => prepared(`select ${columns} from vigil.accounts where ${where}`);
  const [byId, byName] = [accountWhere('id = $1'), accountWhere('sign_in_name = $1')];
  const [byIdAndOn, byNameAndOn] = [accountWhere(`id = $1 and ${isOn}`), accountWhere(`sign_in_name = $1 and ${isOn}`)];
  const one = async (statement: Prepared, value: string): Promise<StoredAccount | null> => {
    const [row] = await database.ask<AccountRow>(statement, [value]);
    return row ? present(row) : null;
  };

  /** Hashed before the transaction begins, which holds locks. */
  async function writing(account: NewAccount): Promise<WriteAccount> {
    const passwordHash = account.password ? await hashPassword(account.password) : null;
    return async (sql) => {
      const rows = await sql.query<AccountRow>(
        `insert into vigil.accounts (email, phone_number, email_verified, password_hash, password_changed_at, user_id, created_at, is_demonstration)
         values ($1, $7, $2, $3, case when $3::text is null then null else ${at(5)} end, $4, ${at(5)}, $6)
         on conflict (sign_in_name) do update set email_verified = vigil.accounts.email_verified or excluded.email_verified,
           password_hash = case when ${keepsPassword} then vigil.accounts.password_hash else excluded.password_hash end,
           password_changed_at = case when ${keepsPassword} then vigil.accounts.password_changed_at else excluded.password_changed_at end,
           user_id = coalesce(excluded.user_id, vigil.accounts.user_id)
         where accounts.disabled_at is null and (not accounts.is_demonstration or ${demonstration})
         returning ${columns}`,
        [
          account.email === null ? null : canonicalEmail(account.email),
          account.emailVerified ?? false,
          passwordHash,
          account.userId ?? null,
          clock.now(),
          account.isDemonstration ?? false,
          account.email === null ? account.phoneNumber : null,
        ],
      );
      const [made] = rows;
      if (!made) throw new VigilError('conflict', 'The account with this e-mail address or phone number is off. Nothing was changed.');
      return present(made);
    };
  }

  return {
    writing,
    findById: (id: string) => (isUuid(id) ? one(byIdAndOn, id) : Promise.resolve(null)),
    /** By the e-mail address or the phone number that it signs in with. */
    findByName: (name: string) => one(byNameAndOn, canonicalName(name)),
    /** Whether there is one, which may be off. */
    exists: async (id: string) => isUuid(id) && (await one(byId, id)) !== null,
    /** Also one that is off. */
    knownByName: (name: string) => one(byName, canonicalName(name)),

    /**
     * Makes an account, or brings the one with this name up to date with what is given (so that seeding again changes
     * nothing). Throws conflict when the one with this name is off.
     */
    create: async (account: NewAccount): Promise<Account> => database.global(await writing(account)),

    /** Ids of those that a demonstration has made. */
    async ofDemonstration(): Promise<string[]> {
      const rows = await database.global((sql) => sql.query<{ id: string }>('select id from vigil.accounts where is_demonstration'));
      return rows.map(({ id }) => id);
    },

    /** Those of a user of ours that are on. */
    async ofUser(userId: string): Promise<StoredAccount[]> {
      const rows = await database.global((sql) =>
        sql.query<AccountRow>(`select ${columns} from vigil.accounts where user_id = $1 and ${isOn} order by created_at`, [userId]),
      );
      return rows.map(present);
    },

    /** Replaces the password. The caller decides whether sessions end. */
    async setPassword(accountId: string, password: string): Promise<void> {
      const passwordHash = await hashPassword(password);
      await database.global((sql) =>
        sql.query(`update vigil.accounts set password_hash = $2, password_changed_at = ${at(3)} where id = $1`, [
          accountId,
          passwordHash,
          clock.now(),
        ]),
      );
    },

    /** The person proved the address, or the phone number, by opening a link that was sent to it. */
    async verifyEmail(accountId: string): Promise<void> {
      await database.global((sql) => sql.query('update vigil.accounts set email_verified = true where id = $1', [accountId]));
    },

    /** Roles over all tenants, without those of tenants that the person has been discharged from. */
    rolesOf: (userId: string | null) => (userId === null ? Promise.resolve([]) : people.rolesOf(userId)),
  };
}
export type Accounts = ReturnType<typeof createAccounts>;

/** Addresses are compared in lower case, as every mail provider of note does. */
export function canonicalEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** An e-mail address or a phone number as people type it, in the form that accounts are found by. */
export function canonicalName(name: string): string {
  return (name.includes('@') ? null : phoneNumberIn(name)) ?? canonicalEmail(name);
}

/** What somebody signs in with. */
export const signInNameOf = ({ email, phoneNumber }: Pick<Account, 'email' | 'phoneNumber'>): string => email ?? phoneNumber ?? '';

export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}

/** SQL of the time in parameter `$n`, which is in milliseconds. */
export function at(parameter: number): string {
  return `to_timestamp($${parameter}::double precision / 1000)`;
}

function present(row: AccountRow): StoredAccount {
  return {
    id: row.id,
    email: row.email,
    phoneNumber: row.phoneNumber,
    emailVerified: row.emailVerified,
    userId: row.userId,
    hasPassword: row.passwordHash !== null,
    passwordHash: row.passwordHash,
    sessionsEndedMs: row.sessionsEndedMs,
    isDemonstration: row.isDemonstration,
    passwordChangedMs: row.passwordChangedMs,
    pinSetMs: row.pinSetMs,
  };
}
