import { demoPassword, type NewAccount } from '#identity/index.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { Database, Sql } from '#platform/postgres/database.ts';
import { insertProgress, insertTenants, insertUsers, memberRow, readEpoch, seededIds, staffRow } from './demo.store.ts';
import { seedOnTheWay } from './on-the-way.ts';
import { type DemoMember, type DemoTenant, invitedTo, membersOf, staffOf, tenantId } from './people.ts';
import { publicDatasetUser } from './public-dataset/person.ts';

export interface AccountsDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
  /** Sign-in accounts of the embedded provider. */
  readonly identity: {
    readonly accounts: {
      findByEmail(email: string): Promise<unknown>;
      create(account: NewAccount): Promise<unknown>;
      letNextVisitorIn(): Promise<void>;
    };
  };
  /** The first is home to those who belong to no single tenant. */
  readonly tenants: readonly DemoTenant[];
}

const yearMs = 365 * 86_400_000;

/**
 * Tenants, people and their sign-in accounts. What exists already is left as it is, so that a second start is quick and
 * undoes nobody's changes. Returns the synthetic members, as of the first seeding.
 */
export async function seedPeople(deps: AccountsDeps): Promise<DemoMember[]> {
  const { clock, database, log } = deps;
  const nowMs = clock.now();
  const tenants = await insertTenants(database, deps.tenants, nowMs);
  if (tenants.length < deps.tenants.length) log.warn('demo: a tenant of that name is not the demonstration’s; it is left alone');
  // One after the other: a start that finds everything done would spend most of its time opening connections otherwise.
  const members: DemoMember[] = [];
  for (const tenant of tenants) members.push(...(await seedTenant(deps, tenant, nowMs)));
  const accounts: (NewAccount & { readonly email: string })[] = [
    ...tenants.flatMap((tenant) => staffOf(tenant, deps.tenants).map(({ email, id }) => ({ email, userId: id }))),
    ...members.filter(({ email }) => email.startsWith('member@')).map(({ email, userId }) => ({ email, userId })),
    ...tenants.slice(0, 1).map((home) => ({ email: invitedTo(home).email })),
  ];
  await deps.identity.accounts.letNextVisitorIn();
  const missing = new Map<string, (typeof accounts)[number]>();
  for (const account of accounts) if (!(await deps.identity.accounts.findByEmail(account.email))) missing.set(account.email, account);
  await Promise.all(
    [...missing.values()].map((account) =>
      deps.identity.accounts.create({ ...account, password: demoPassword, emailVerified: true, isDemonstration: true }),
    ),
  );
  return members;
}

async function seedTenant(deps: AccountsDeps, tenant: DemoTenant, nowMs: number): Promise<DemoMember[]> {
  const id = tenantId(tenant);
  const isHome = tenant === deps.tenants[0];
  const epochMs = (await readEpoch(deps.database, id)) ?? nowMs;
  const members = membersOf(tenant, epochMs);
  const real = isHome ? [publicDatasetUser] : [];
  return deps.database.tenant(id, async (sql) => {
    await insertUsers(sql, id, [...staffOf(tenant, deps.tenants).map((user) => staffRow(user, nowMs)), ...members.map(memberRow), ...real]);
    await insertProgress(sql, id, [...members.map((member) => member.userId), ...real.map((user) => user.id)], epochMs);
    if (isHome) {
      await invite(sql, tenant, nowMs);
      await seedOnTheWay(sql, tenant, epochMs);
    }
    // A member whose e-mail address somebody else has by now is not there.
    const ids = await seededIds(sql, id);
    return members.filter((member) => ids.has(member.userId));
  });
}

/** Once: an invitation that was used or withdrawn is not renewed. */
async function invite(sql: Sql, home: DemoTenant, nowMs: number): Promise<void> {
  const { email, roles, givenName, familyName } = invitedTo(home);
  await sql.query(
    `insert into vigil.invitations (tenant_id, email, roles, given_name, family_name, data_origin, created_at, expires_at)
     select $1, $2, $3, $4, $5, 'synthetic', $6, $7 where not exists (select from vigil.invitations where tenant_id = $1 and email = $2)`,
    [tenantId(home), email, roles, givenName, familyName, new Date(nowMs), new Date(nowMs + 10 * yearMs)],
  );
}
