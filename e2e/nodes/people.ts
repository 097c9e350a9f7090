import { randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Nodes } from './nodes.ts';

/** Somebody of the staff. */
export interface Colleague {
  readonly userId: string;
  readonly accountId: string;
  readonly email: string;
}

export interface Staff {
  readonly tenant: { readonly id: string; readonly code: string };
  readonly colleagues: readonly Colleague[];
  /** A token of each. They hold for fifteen minutes, and no sign-in stands behind them. */
  readonly tokens: readonly string[];
  /** Others in their place. */
  renew(): Promise<readonly string[]>;
}

/** So many synthetic colleagues of a new tenant. */
export async function createStaff(nodes: Nodes, count: number): Promise<Staff> {
  const code = `nodes-${randomBytes(4).toString('hex')}`;
  const colleagues: readonly Colleague[] = Array.from({ length: count }, (_, number) => ({
    ...{ userId: randomUUID(), accountId: randomUUID(), email: `coach${number}@${code}.example` },
  }));
  const tenantId = await write(nodes.databaseUrl, code, colleagues);
  const renew = () =>
    nodes.atWork(async ({ modules }) => {
      const tokens: string[] = [];
      for (let from = 0; from < count; from += 20) {
        const some = colleagues.slice(from, from + 20);
        tokens.push(...(await Promise.all(some.map(({ email }) => modules.identity.issueToken({ email, tenantCode: code })))));
      }
      return tokens;
    });
  return { tenant: { id: tenantId, code }, colleagues, tokens: await renew(), renew };
}

/** With accounts that have no password. Answers the tenant's id. */
async function write(databaseUrl: string, code: string, colleagues: readonly Colleague[]): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>(
      "insert into vigil.tenants (code, display_name) values ($1, 'Synthetic') returning id",
      [code],
    );
    const tenantId = rows[0]?.id ?? '';
    await client.query(
      `with people as (select * from jsonb_to_recordset($2) as one ("userId" uuid, "accountId" uuid, email text)),
         users as (
           insert into vigil.users (tenant_id, id, roles, given_name, family_name, email, is_in_the_tenant, data_origin)
           select $1, "userId", '{coach}', 'Synthetic', 'Coach', email, true, 'synthetic' from people returning id
         )
       insert into vigil.accounts (id, email, email_verified, user_id, created_at) select "accountId", email, true, "userId", now() from people`,
      [tenantId, JSON.stringify(colleagues)],
    );
    return tenantId;
  } finally {
    await client.end();
  }
}
