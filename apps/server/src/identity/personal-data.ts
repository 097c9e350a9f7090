import { isoTime, jsonFile } from '#platform/personal-data/exported-files.ts';
import type { PersonalData, PersonInTenant } from '#platform/personal-data/personal-data.ts';
import type { Database } from '#platform/postgres/database.ts';

export interface IdentityPersonalDataOptions {
  readonly database: Database;
  /** Whether another tenant knows the person still: one account signs in to all of them. */
  readonly isElsewhere: (person: PersonInTenant) => Promise<boolean>;
  /** Whether the tenant has only invited the person: anybody's address can be invited. */
  readonly isAwaited: (person: PersonInTenant) => Promise<boolean>;
  /** Ends sessions, so that nothing believes earlier tokens. */
  readonly endSessions: (userId: string) => Promise<void>;
}

/** How a person signs in: accounts, sessions, what they allowed other applications, invitations. */
export function identityPersonalData({ database, isAwaited, isElsewhere, endSessions }: IdentityPersonalDataOptions): PersonalData {
  return {
    tables: {
      accounts: { exported: ['sign-in.json'], erased: 'contact' },
      identity_links: { exported: ['sign-in.json'], erased: 'contact' },
      oidc_records: { exported: ['sign-in.json'], erased: 'contact' },
      second_factors: { exported: ['sign-in.json'], erased: 'contact' },
      recovery_codes: { exported: ['sign-in.json'], erased: 'contact' },
      session_locks: { exported: { not: 'when a page was locked says nothing that the sessions do not' }, erased: 'contact' },
      sign_in_links: { exported: { not: 'one-time links live for minutes and hold a digest only' }, erased: 'contact' },
      sign_in_events: { exported: ['sign-in.json'], erased: 'contact' },
      invitations: { exported: ['invitations.json'], erased: 'contact' },
    },
    exportOf: (person) => [
      jsonFile(
        {
          name: 'sign-in.json',
          about:
            'your sign-in accounts, authenticators, what is signed in now, applications that you allowed, and the trail of sign-ins. Never a password.',
        },
        async () => ((await isAwaited(person)) ? nothingOfSignIn : signInOf(database, person.userId)),
      ),
      jsonFile({ name: 'invitations.json', about: 'invitations that this clinic sent to you.' }, () => invitationsOf(database, person)),
    ],
    async erase(person, step) {
      if (step !== 'contact') return;
      // Asked before the invitations go, which say so.
      const isOthers = (await isAwaited(person)) || (await isElsewhere(person));
      await eraseInvitations(database, person);
      if (isOthers) return;
      await endSessions(person.userId);
      await eraseAccounts(database, person.userId);
    },
  };
}

const nothingOfSignIn = { accounts: [], outsideIdentities: [], sessionsAndConsents: [], newestSignIns: [] };

async function signInOf(database: Database, userId: string): Promise<object> {
  return database.global(async (sql) => {
    const accounts = await sql.query<{ id: string; createdAt: number; passwordChangedAt: number | null; pinSetAt: number | null }>(
      'select id, email, phone_number, email_verified, created_at, password_changed_at, pin_set_at from vigil.accounts where user_id = $1 order by created_at',
      [userId],
    );
    const ids = accounts.map(({ id }) => id);
    const links = await sql.query<{ createdAt: number }>(
      'select issuer, subject, created_at from vigil.identity_links where user_id = $1',
      [userId],
    );
    const factors = await sql.query<{ addedAt: number }>(
      `select f.account_id, f.added_at,
         (select count(*)::int from vigil.recovery_codes c where c.account_id = f.account_id and c.used_at is null) as recovery_codes_left
       from vigil.second_factors f where f.account_id = any($1::uuid[])`,
      [ids],
    );
    const sessions = await sql.query<{ expiresAt: number | null }>(
      `select kind, payload ->> 'clientId' as application, browser, system, expires_at from vigil.oidc_records
       where account_id = any($1::text[]) and kind in ('Session', 'Grant', 'RefreshToken') order by kind, expires_at`,
      [ids],
    );
    const events = await sql.query<{ at: number }>(
      'select at, event, outcome, host(ip) as ip from vigil.sign_in_events where account_id = any($1::uuid[]) order by at desc limit 10000',
      [ids],
    );
    return {
      accounts: accounts.map((one) => ({
        ...one,
        createdAt: isoTime(one.createdAt),
        passwordChangedAt: isoTime(one.passwordChangedAt),
        pinSetAt: isoTime(one.pinSetAt),
      })),
      outsideIdentities: links.map((one) => ({ ...one, createdAt: isoTime(one.createdAt) })),
      authenticators: factors.map((one) => ({ ...one, addedAt: isoTime(one.addedAt) })),
      sessionsAndConsents: sessions.map((one) => ({ ...one, expiresAt: isoTime(one.expiresAt) })),
      newestSignIns: events.map((one) => ({ ...one, at: isoTime(one.at) })),
    };
  });
}

/** An invitation belongs to whoever accepted it, or to the address that it was sent to. */
const ofPerson = `i.tenant_id = $1 and (i.user_id = $2
  or i.address in (select a.sign_in_name from vigil.accounts a where a.user_id = $2))`;

async function invitationsOf(database: Database, { tenantId, userId }: PersonInTenant): Promise<object[]> {
  const rows = await database.tenant(tenantId, (sql) =>
    sql.query<{ createdAt: number; expiresAt: number; usedAt: number | null }>(
      `select i.email, i.roles, i.given_name, i.middle_names, i.family_name, i.title, i.phone_number, i.birth_date::text as born, i.sex,
         i.gender, i.height_m, i.weight_kg, i.mrn, i.employee_id, i.time_zone, i.created_at, i.expires_at, i.used_at
       from vigil.invitations i where ${ofPerson} order by i.created_at`,
      [tenantId, userId],
    ),
  );
  return rows.map((one) => ({
    ...one,
    createdAt: isoTime(one.createdAt),
    expiresAt: isoTime(one.expiresAt),
    usedAt: isoTime(one.usedAt),
  }));
}

async function eraseInvitations(database: Database, { tenantId, userId }: PersonInTenant): Promise<void> {
  await database.tenant(tenantId, (sql) => sql.query(`delete from vigil.invitations i where ${ofPerson}`, [tenantId, userId]));
}

async function eraseAccounts(database: Database, userId: string): Promise<void> {
  await database.global(async (sql) => {
    await sql.query('delete from vigil.identity_links where user_id = $1', [userId]);
    // Authenticators and their recovery codes go with the account (on delete cascade).
    const gone = await sql.query<{ id: string }>('delete from vigil.accounts where user_id = $1 returning id', [userId]);
    const ids = gone.map(({ id }) => id);
    await sql.query('delete from vigil.oidc_records where account_id = any($1::text[])', [ids]);
    for (const id of ids) await sql.query('select vigil.forget_sign_ins($1)', [id]);
  });
}
