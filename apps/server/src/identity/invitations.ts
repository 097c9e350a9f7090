import { randomBytes, randomUUID } from 'node:crypto';
import { VigilError } from '@vigil/contract/errors';
import type { Role } from '@vigil/domain/roles';
import type { NewPerson, People } from '#people/index.ts';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database, Sql } from '#platform/postgres/database.ts';
import { at, canonicalEmail } from './accounts.ts';
import { sha256 } from './sealing.ts';

/** A person to be, as the administrator described them. */
export interface NewInvitation extends Omit<NewPerson, 'createdAtMs' | 'onboardedAtMs'> {
  readonly tenantId: string;
  readonly roles: readonly Role[];
  readonly sex?: 'male' | 'female' | 'intersex' | 'unknown' | null;
  readonly dataOrigin?: 'person' | 'synthetic';
  /** Default 14. */
  readonly validDays?: number;
}

/** What the page behind an invitation's link may know. */
export interface InvitationByLink {
  readonly email: string;
  readonly tenantName: string;
  readonly open: boolean;
}

export interface AcceptedInvitation {
  readonly userId: string;
  readonly roles: readonly Role[];
}

const dayMs = 24 * 3600 * 1000;
const defaultValidDays = 14;

export interface InvitationsOptions {
  readonly database: Database;
  readonly people: Pick<People, 'join' | 'rolesOf'>;
  readonly clock: Clock;
  readonly bus: Bus;
}

/** Invitations of tenants, and what becomes of them. */
export function createInvitations({ database, people, clock, bus }: InvitationsOptions) {
  /** The same text as for somebody who was never invited: nobody learns more. */
  const forbidden = () => new VigilError('forbidden', 'There is no open invitation for this account. Ask an administrator to invite you.');

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
        sql.query<{ email: string; expiresAt: number; usedAt: number | null; tenantCode: string; tenantDisplayName: string | null }>(
          'select email, expires_at, used_at, tenant_code, tenant_display_name from vigil.invitation_by_token($1)',
          [sha256(token)],
        ),
      );
      const [row] = rows;
      if (!row) return null;
      const open = row.usedAt === null && row.expiresAt > clock.now();
      return { email: row.email, tenantName: row.tenantDisplayName ?? row.tenantCode.toUpperCase(), open };
    },

    /**
     * Makes the person who proved the address the user whom every open invitation for it describes. Throws forbidden when
     * none is open. Of two calls at once, the second finds nothing open.
     */
    async accept(person: { email: string; userId: string | null }): Promise<AcceptedInvitation> {
      const open = await database.global((sql) =>
        sql.query<{ tenantId: string; id: string }>(`select tenant_id, id from vigil.open_invitations_of($1, ${at(2)})`, [
          canonicalEmail(person.email),
          clock.now(),
        ]),
      );
      let { userId } = person;
      let accepted = 0;
      for (const { tenantId, id } of open) {
        const made = await database.tenant(tenantId, (sql) =>
          takeUp(sql, people, { tenantId, invitationId: id, userId, nowMs: clock.now() }),
        );
        if (made === null) continue;
        userId = made;
        accepted++;
        bus.publish('user.changed', { tenantId, userId });
      }
      if (accepted === 0 || userId === null) throw forbidden();
      return { userId, roles: await people.rolesOf(userId) };
    },
  };
}
export type Invitations = ReturnType<typeof createInvitations>;

interface TakeUp {
  readonly tenantId: string;
  readonly invitationId: string;
  readonly userId: string | null;
  readonly nowMs: number;
}

type InvitationRow = Omit<NewPerson, 'createdAtMs'> & { readonly invitedAt: number };

/** One invitation becomes one user of its tenant. Null when somebody else was faster, or the person left the tenant after it. */
async function takeUp(sql: Sql, people: Pick<People, 'join'>, { tenantId, invitationId, userId, nowMs }: TakeUp): Promise<string | null> {
  const [invitation] = await sql.query<InvitationRow>(
    `update vigil.invitations set used_at = ${at(3)}
     where tenant_id = $1 and id = $2 and used_at is null and expires_at > ${at(3)}
     returning email, roles, given_name, middle_names, family_name, title, phone_number, birth_date::text as birth_date, sex, gender,
       height_m, weight_kg, mrn, employee_id, time_zone, data_origin, created_at as invited_at`,
    [tenantId, invitationId, nowMs],
  );
  if (!invitation) return null;
  const id = await people.join(sql, tenantId, { ...invitation, createdAtMs: nowMs, invitedAtMs: invitation.invitedAt }, userId);
  if (id === null) return null;
  await sql.query('update vigil.invitations set user_id = $3 where tenant_id = $1 and id = $2', [tenantId, invitationId, id]);
  // Whoever signs in with this address is this user from now on. An account that is already somebody stays who it is.
  await sql.query('update vigil.accounts set user_id = $2, email_verified = true where email = $1 and user_id is null', [
    invitation.email,
    id,
  ]);
  return id;
}
