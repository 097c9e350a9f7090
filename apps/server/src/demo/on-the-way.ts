import type { Role } from '@vigil/domain/roles';
import type { Sql } from '#platform/postgres/database.ts';
import { insertUsers, type UserRow } from './demo.store.ts';
import { type DemoTenant, demoId, tenantId } from './people.ts';

const dayMs = 86_400_000;

interface OnTheWay {
  readonly name: string;
  readonly role: Role;
  readonly givenName: string;
  readonly familyName: string;
  /** How many days before the first start the invitation was sent, opened and accepted; absent: not yet. */
  readonly sent?: number;
  readonly opened?: number;
  readonly accepted?: number;
  readonly deactivated?: number;
  readonly removed?: number;
}

/** Who has not come all the way, so that onboarding shows each of its steps; a colleague and a member who have left. */
const people: readonly OnTheWay[] = [
  { name: 'tilda.thornfield', role: 'patient', givenName: 'Tilda', familyName: 'Thornfield', sent: 6 },
  { name: 'oscar.meadowlark', role: 'patient', givenName: 'Oscar', familyName: 'Meadowlark', sent: 5, opened: 4 },
  { name: 'ida.cloverdale', role: 'patient', givenName: 'Ida', familyName: 'Cloverdale', sent: 9, opened: 8, accepted: 8 },
  {
    name: 'rufus.hollybrook',
    role: 'patient',
    givenName: 'Rufus',
    familyName: 'Hollybrook',
    sent: 40,
    opened: 39,
    accepted: 39,
    removed: 3,
  },
  { name: 'quentin.ashdown', role: 'coach', givenName: 'Quentin', familyName: 'Ashdown' },
  { name: 'pia.windermere', role: 'nurse', givenName: 'Pia', familyName: 'Windermere', sent: 3 },
  { name: 'hugo.silverdale', role: 'md', givenName: 'Hugo', familyName: 'Silverdale', sent: 20, opened: 19 },
  {
    name: 'greta.millbrook',
    role: 'nurse',
    givenName: 'Greta',
    familyName: 'Millbrook',
    sent: 90,
    opened: 90,
    accepted: 90,
    deactivated: 12,
  },
];

/** Days that a link to staff works. */
const linkDays = 14;

/**
 * People of the first tenant who are on their way in or have left it. They have no sign-in account and no band. Once: whoever is
 * there already, or was invited, is left as they are.
 */
export async function seedOnTheWay(sql: Sql, home: DemoTenant, epochMs: number): Promise<void> {
  const tenant = tenantId(home);
  const ago = (days: number | undefined) => (days === undefined ? null : new Date(epochMs - days * dayMs));
  const rows = people.map((one): UserRow => {
    const left = one.removed ?? one.deactivated;
    return {
      id: demoId(`${home.code}/${one.name}`),
      roles: [one.role],
      given_name: one.givenName,
      family_name: one.familyName,
      email: `${one.name}@${home.code}.example`,
      created_at: new Date(epochMs - ((one.sent ?? 2) + 1) * dayMs),
      onboarded_at: ago(one.accepted),
      removed_at: ago(one.removed),
      deactivated_at: ago(one.deactivated),
      last_status_at: ago(left ?? one.accepted ?? (one.sent ?? 2) + 1),
      data_origin: 'synthetic',
    };
  });
  await insertUsers(sql, tenant, rows);
  const invitations = people.map((one, at) => ({
    ...rows[at],
    sent_at: ago(one.sent),
    opened_at: ago(one.opened),
    used_at: ago(one.accepted),
    expires_at: ago((one.sent ?? 0) - linkDays),
  }));
  await sql.query(
    `insert into vigil.invitations (tenant_id, user_id, email, roles, given_name, family_name, data_origin, makes_user, trigger_invitation,
       created_at, expires_at, sent_at, sent_count, opened_at, used_at)
     select $1, one.id, one.email, one.roles, one.given_name, one.family_name, 'synthetic', true, one.sent_at is not null,
       one.created_at, one.expires_at, one.sent_at, case when one.sent_at is null then 0 else 1 end, one.opened_at, one.used_at
     from jsonb_to_recordset($2) as one (id uuid, email text, roles text[], given_name text, family_name text, created_at timestamptz,
       expires_at timestamptz, sent_at timestamptz, opened_at timestamptz, used_at timestamptz)
     where exists (select from vigil.users u where u.tenant_id = $1 and u.id = one.id)
       and not exists (select from vigil.invitations i where i.tenant_id = $1 and (i.user_id = one.id or i.email = one.email))`,
    [tenant, JSON.stringify(invitations)],
  );
}
