import { randomBytes, randomUUID } from 'node:crypto';
import { VigilError } from '@vigil/contract/errors';
import type { Role } from '@vigil/domain/roles';
import { isTimeZone } from '@vigil/domain/timeframe/zone';
import type { NewPerson, People } from '#people/index.ts';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import { forgetLinks } from '#platform/outbox/outbox.ts';
import type { Database, Sql } from '#platform/postgres/database.ts';
import { at, canonicalEmail, canonicalName, type WriteAccount } from './accounts.ts';
import { sha256 } from './sealing.ts';

/** A person to be, as the administrator described them. */
export interface NewInvitation extends Omit<NewPerson, 'createdAtMs' | 'onboardedAtMs'> {
  readonly tenantId: string;
  readonly roles: readonly Role[];
  readonly sex?: string | null;
  readonly dataOrigin?: 'person' | 'synthetic';
  /** Default 14. */
  readonly validDays?: number;
}

/** What the page behind an invitation's link may know. */
export interface InvitationByLink {
  readonly tenantId: string;
  readonly id: string;
  /** The link travelled to the address: whoever opens it has the mailbox, or the phone. */
  readonly provesAddress: boolean;
  /** Null for somebody who was invited by phone. */
  readonly email: string | null;
  /** What the person will sign in with: the e-mail address, or the phone number. */
  readonly address: string;
  readonly tenantName: string;
  readonly open: boolean;
  /** Somebody has taken it up. */
  readonly accepted: boolean;
}

export interface AcceptedInvitation {
  readonly userId: string;
  readonly roles: readonly Role[];
}

/** Whoever accepts. */
interface Accepting {
  /** Who they are already; null for somebody new. */
  readonly userId: string | null;
  /** Their browser's, for those who have none yet. */
  readonly timeZone?: string;
  /** Makes the account that they will sign in with: only together with the user, so that a refusal leaves none behind. */
  readonly writeAccount?: WriteAccount;
}

const dayMs = 24 * 3600 * 1000;
const defaultValidDays = 14;

export interface InvitationsOptions {
  readonly database: Database;
  readonly people: Pick<People, 'join' | 'rolesOf' | 'newcomers'>;
  readonly clock: Clock;
  readonly bus: Bus;
}

/** Invitations of tenants, and what becomes of them. */
export function createInvitations({ database, people, clock, bus }: InvitationsOptions) {
  async function acceptAll(
    open: readonly { tenantId: string; id: string }[],
    person: Accepting & { readonly provesAddress: boolean },
  ): Promise<AcceptedInvitation> {
    const timeZone = person.timeZone !== undefined && isTimeZone(person.timeZone) ? person.timeZone : null;
    let { userId } = person;
    let accepted = 0;
    for (const { tenantId, id } of open) {
      const made = await database.tenant(tenantId, (sql) =>
        takeUp(sql, people, { ...person, tenantId, invitationId: id, userId, timeZone, nowMs: clock.now() }),
      );
      if (made === null) continue;
      userId = made;
      accepted++;
      bus.publish('user.changed', { tenantId, userId });
    }
    if (accepted === 0 || userId === null) throw noOpenInvitation();
    return { userId, roles: await people.rolesOf(userId) };
  }

  return {
    /** Keeps the invitation. `token` goes into the e-mailed link and is known nowhere else. */
    async create(invitation: NewInvitation): Promise<{ id: string; token: string; expiresAtMs: number }> {
      const token = randomBytes(32).toString('base64url');
      const expiresAtMs = clock.now() + (invitation.validDays ?? defaultValidDays) * dayMs;
      const id = randomUUID();
      await database.tenant(invitation.tenantId, (sql) =>
        sql.query(
          `insert into vigil.invitations (id, tenant_id, email, roles, given_name, family_name, middle_names, title, phone_number, birth_date, sex, gender,
             height_m, weight_kg, mrn, employee_id, time_zone, data_origin, token_sha256, created_at, expires_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, ${at(20)}, ${at(21)})`,
          [
            id,
            invitation.tenantId,
            canonicalEmail(invitation.email),
            invitation.roles,
            invitation.givenName,
            invitation.familyName,
            invitation.middleNames ?? null,
            invitation.title ?? null,
            invitation.phoneNumber ?? null,
            invitation.birthDate ?? null,
            invitation.sex ?? null,
            invitation.gender ?? null,
            invitation.heightM ?? null,
            invitation.weightKg ?? null,
            invitation.mrn ?? null,
            invitation.employeeId ?? null,
            invitation.timeZone ?? null,
            invitation.dataOrigin ?? 'person',
            sha256(token),
            clock.now(),
            expiresAtMs,
          ],
        ),
      );
      return { id, token, expiresAtMs };
    },

    /** What a link leads to; null when it was never given out. */
    async byToken(token: string): Promise<InvitationByLink | null> {
      const rows = await database.global((sql) =>
        sql.query<{
          tenantId: string;
          id: string;
          provesAddress: boolean;
          email: string | null;
          address: string;
          expiresAt: number;
          usedAt: number | null;
          tenantCode: string;
          tenantDisplayName: string | null;
        }>(
          'select tenant_id, id, proves_address, email, address, expires_at, used_at, tenant_code, tenant_display_name from vigil.invitation_by_token($1)',
          [sha256(token)],
        ),
      );
      const [row] = rows;
      if (!row) return null;
      const open = row.usedAt === null && row.expiresAt > clock.now();
      const { tenantId, id, provesAddress, email, address } = row;
      return {
        tenantId,
        id,
        provesAddress,
        email,
        address,
        tenantName: row.tenantDisplayName ?? row.tenantCode.toUpperCase(),
        open,
        accepted: row.usedAt !== null,
      };
    },

    /** Notes when the link was first opened: by the person, or by what looks through their mail. */
    async noteOpened(token: string, tenantId: string): Promise<void> {
      await database.tenant(tenantId, (sql) =>
        sql.query(`update vigil.invitations set opened_at = ${at(3)} where tenant_id = $1 and token_sha256 = $2 and opened_at is null`, [
          tenantId,
          sha256(token),
          clock.now(),
        ]),
      );
    },

    /**
     * Makes the person who proved the address the user whom every open invitation for it describes. Throws forbidden when
     * none is open. Of two calls at once, the second finds nothing open.
     */
    async accept(person: Accepting & { readonly address: string }): Promise<AcceptedInvitation> {
      const open = await database.global((sql) =>
        sql.query<{ tenantId: string; id: string }>(`select tenant_id, id from vigil.open_invitations_of($1, ${at(2)})`, [
          canonicalName(person.address),
          clock.now(),
        ]),
      );
      return acceptAll(open, { ...person, provesAddress: true });
    },

    /** The same for one invitation, by somebody who holds its link and has not proved the address: no other one is accepted by it. */
    acceptOne: (invitation: { tenantId: string; id: string }, person: Omit<Accepting, 'userId'>): Promise<AcceptedInvitation> =>
      acceptAll([invitation], { ...person, userId: null, provesAddress: false }),
  };
}
export type Invitations = ReturnType<typeof createInvitations>;

interface TakeUp extends Omit<Accepting, 'timeZone'> {
  readonly tenantId: string;
  readonly invitationId: string;
  readonly timeZone: string | null;
  readonly provesAddress: boolean;
  readonly nowMs: number;
}

type InvitationRow = Omit<NewPerson, 'createdAtMs'> & {
  readonly userId: string | null;
  readonly invitedAt: number;
  readonly address: string;
  readonly isFoundByAddress: boolean;
};
type Joining = Pick<People, 'join' | 'newcomers'>;

/**
 * One invitation becomes one user of its tenant: the one that it has made, or a new one. Null when somebody else was faster,
 * when the tenant has discharged the user since, or when the account is somebody else already, or the user has another one.
 */
async function takeUp(sql: Sql, people: Joining, take: TakeUp): Promise<string | null> {
  const { tenantId, invitationId, userId, timeZone, nowMs } = take;
  const [invitation] = await sql.query<InvitationRow>(
    `select email, address, roles, given_name, middle_names, family_name, title, phone_number, birth_date::text as birth_date, sex, gender,
       height_m, weight_kg, mrn, employee_id, time_zone, data_origin, user_id, created_at as invited_at,
       makes_user and not address_changed as is_found_by_address
     from vigil.invitations
     where tenant_id = $1 and id = $2 and used_at is null and expires_at > ${at(3)} for update`,
    [tenantId, invitationId, nowMs],
  );
  if (!invitation) return null;
  const made = invitation.userId;
  if (made !== null && userId !== null && made !== userId) return null;
  if (made !== null && (await isOthersUser(sql, tenantId, made, invitation))) return null;
  const newcomer = { ...invitation, timeZone: invitation.timeZone ?? timeZone, createdAtMs: nowMs, invitedAtMs: invitation.invitedAt };
  const id = made ?? (await people.join(sql, tenantId, newcomer, userId));
  // Found by an address that an administrator wrote down: what was joined is undone with the transaction.
  if (made === null && id !== null && (await signsInOtherwise(sql, id, invitation.address))) throw noOpenInvitation();
  if (id === null || !(await people.newcomers.onboard(sql, tenantId, id, { nowMs, timeZone }))) return null;
  await sql.query(`update vigil.invitations set used_at = ${at(4)}, user_id = $3 where tenant_id = $1 and id = $2`, [
    tenantId,
    invitationId,
    id,
    nowMs,
  ]);
  await forgetLinks(sql, tenantId, [id]);
  await take.writeAccount?.(sql);
  // Whoever signs in with this address is this user from now on. An account that is already somebody stays who it is.
  await sql.query(
    'update vigil.accounts set user_id = $2, email_verified = email_verified or $3 where sign_in_name = $1 and user_id is null',
    [invitation.address, id, take.provesAddress],
  );
  return id;
}

/**
 * Whether the user is somebody whom this address does not prove. Whoever opens a link becomes the user in every tenant that
 * knows them, so that a link to another address than they were found by makes nobody out of them.
 */
async function isOthersUser(
  sql: Sql,
  tenantId: string,
  userId: string,
  { address, isFoundByAddress }: Pick<InvitationRow, 'address' | 'isFoundByAddress'>,
): Promise<boolean> {
  if (await signsInOtherwise(sql, userId, address)) return true;
  if (isFoundByAddress) return false;
  const elsewhere = await sql.query('select 1 from vigil.memberships_of($2) m where m.tenant_id <> $1', [tenantId, userId]);
  const links = await sql.query('select 1 from vigil.identity_links where user_id = $1', [userId]);
  return elsewhere.length + links.length > 0;
}

/** Whether the user signs in with accounts of other addresses only. Nobody becomes them by an invitation to this one. */
async function signsInOtherwise(sql: Sql, userId: string, address: string): Promise<boolean> {
  const accounts = await sql.query<{ name: string }>('select sign_in_name as name from vigil.accounts where user_id = $1', [userId]);
  return accounts.length > 0 && accounts.every(({ name }) => name !== address);
}

/** The same text as for somebody who was never invited: nobody learns more. */
const noOpenInvitation = () =>
  new VigilError('forbidden', 'There is no open invitation for this account. Ask an administrator to invite you.');
