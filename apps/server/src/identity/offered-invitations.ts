import { randomBytes } from 'node:crypto';
import type { Role } from '@vigil/domain/roles';
import type { Clock } from '#platform/clock.ts';
import { forgetLinks } from '#platform/outbox/outbox.ts';
import type { Sql } from '#platform/postgres/database.ts';
import { at } from './accounts.ts';
import { sha256 } from './sealing.ts';

/** An invitation of somebody who stands in the tenant's lists already. */
export interface OfferedInvitation {
  readonly userId: string;
  /** In lower case; null for somebody who signs in with the phone number. */
  readonly email: string | null;
  /** E.164; of whoever has no e-mail address. */
  readonly phoneNumber: string | null;
  readonly roles: readonly Role[];
  readonly givenName: string;
  readonly familyName: string;
  /** Of the request, so that sending it again finds this one. */
  readonly requestId: string | null;
  readonly triggerInvitation: boolean;
  /** The user was made for it, and takes no part in the tenant before it is accepted. */
  readonly makesUser: boolean;
}

export interface InvitationOfRequest {
  readonly userId: string;
  /** E-mail address or phone number. */
  readonly address: string;
  readonly expiresAt: number;
  readonly sentAt: number | null;
}

export interface NewestInvitation {
  readonly usedAt: number | null;
  readonly sentAt: number | null;
}

/** Who gets a new link: the address, and the phone number of whoever has none. */
type Renewed = Pick<OfferedInvitation, 'email' | 'phoneNumber' | 'userId'>;

const dayMs = 24 * 3600 * 1000;
/** How long an e-mailed link opens an account. */
const invitationDays = 14;
/** Taken while people are given ids, so that two tenants that invite the same address at once find the same person. */
const idsLock = 4_711_017;

/** Invitations within a transaction of the tenant that somebody else has begun. */
export function createOfferedInvitations(clock: Clock) {
  const expiresAtMs = () => clock.now() + invitationDays * dayMs;
  return {
    /** Whose these e-mail addresses (lower case) and phone numbers (E.164) are, in whichever tenant; nobody else is given an id until the transaction ends. */
    async peopleOf(sql: Sql, addresses: readonly string[]): Promise<ReadonlyMap<string, string>> {
      await sql.query('select pg_advisory_xact_lock($1)', [idsLock]);
      const rows = await sql.query<{ address: string; userId: string }>('select address, user_id from vigil.people_of_addresses($1)', [
        addresses,
      ]);
      return new Map(rows.map(({ address, userId }) => [address, userId]));
    },

    /** Keeps invitations. None has a link yet. */
    async offer(sql: Sql, tenantId: string, offered: readonly OfferedInvitation[]): Promise<{ expiresAtMs: number }> {
      const until = expiresAtMs();
      await sql.query(
        `insert into vigil.invitations (tenant_id, user_id, email, phone_number, roles, given_name, family_name, request_id, trigger_invitation, makes_user, created_at, expires_at)
         select $1, one."userId", one.email, case when one.email is null then one."phoneNumber" end, one.roles, one."givenName", one."familyName", one."requestId", one."triggerInvitation", one."makesUser", ${at(3)}, ${at(4)}
         from jsonb_to_recordset($2) as one ("userId" uuid, email text, "phoneNumber" text, roles text[], "givenName" text, "familyName" text, "requestId" uuid,
           "triggerInvitation" boolean, "makesUser" boolean)`,
        [tenantId, JSON.stringify(offered), clock.now(), until],
      );
      return { expiresAtMs: until };
    },

    async ofRequest(sql: Sql, tenantId: string, requestId: string): Promise<InvitationOfRequest | undefined> {
      const [found] = await sql.query<InvitationOfRequest>(
        'select user_id, address, expires_at, sent_at from vigil.invitations where tenant_id = $1 and request_id = $2',
        [tenantId, requestId],
      );
      return found;
    },

    /** How the newest invitation of a user stands; undefined where there is none. */
    async newestOf(sql: Sql, tenantId: string, userId: string): Promise<NewestInvitation | undefined> {
      const [found] = await sql.query<NewestInvitation>(
        `select used_at, sent_at from vigil.invitations where tenant_id = $1 and user_id = $2
         order by used_at is not null desc, created_at desc limit 1`,
        [tenantId, userId],
      );
      return found;
    },

    /** Whether a user who was never invited signs in already. */
    async signsIn(sql: Sql, userId: string): Promise<boolean> {
      const [found] = await sql.query<{ signsIn: boolean }>(
        `select exists (select from vigil.accounts where user_id = $1) or exists (select from vigil.identity_links where user_id = $1) as signs_in`,
        [userId],
      );
      return found?.signsIn ?? false;
    },

    /**
     * A new link for each of these users' open invitations, to the address that the user has now; links before it end. Users
     * without an open invitation are left out. `provesAddress`: it travels to that address, so that whoever opens it has the mailbox or the phone.
     */
    async renew(
      sql: Sql,
      tenantId: string,
      addressees: readonly Renewed[],
      provesAddress: boolean,
    ): Promise<readonly { readonly userId: string; readonly token: string; readonly expiresAtMs: number }[]> {
      const until = expiresAtMs();
      const links = addressees.map((one) => ({ ...one, token: randomBytes(32).toString('base64url') }));
      const rows = await sql.query<{ userId: string }>(
        `update vigil.invitations i set email = one.email, phone_number = case when one.email is null then one.phone_number else i.phone_number end,
           address_changed = i.address_changed or i.address <> coalesce(one.email, one.phone_number), token_sha256 = one.token, expires_at = ${at(5)}, sent_at = ${at(6)},
           sent_count = i.sent_count + 1, opened_at = null, link_proves_address = $7
         from unnest($2::uuid[], $3::text[], $4::bytea[], $8::text[]) as one (user_id, email, token, phone_number)
         where i.tenant_id = $1 and i.used_at is null and i.user_id = one.user_id
         returning i.user_id`,
        [
          tenantId,
          links.map((one) => one.userId),
          links.map((one) => one.email),
          links.map((one) => sha256(one.token)),
          until,
          clock.now(),
          provesAddress,
          links.map((one) => one.phoneNumber),
        ],
      );
      const renewed = new Set(rows.map(({ userId }) => userId));
      await forgetLinks(sql, tenantId, [...renewed]);
      return links.filter((one) => renewed.has(one.userId)).map(({ userId, token }) => ({ userId, token, expiresAtMs: until }));
    },
  };
}
export type OfferedInvitations = ReturnType<typeof createOfferedInvitations>;
