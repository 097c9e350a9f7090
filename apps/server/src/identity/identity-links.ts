import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/postgres/database.ts';
import { type Accounts, at } from './accounts.ts';

/** Which user of ours a person of an external issuer is. */
export function createIdentityLinks(database: Database, clock: Clock, accounts: Pick<Accounts, 'findByName'>) {
  async function link(issuer: string, subject: string, userId: string): Promise<void> {
    await database.global((sql) =>
      sql.query(
        `insert into vigil.identity_links (issuer, subject, user_id, created_at) values ($1, $2, $3, ${at(4)}) on conflict (issuer, subject) do nothing`,
        [issuer, subject, userId, clock.now()],
      ),
    );
  }

  return {
    link,
    /** The linked user; else the one whose account has this proven e-mail address, who is linked from now on; else null. */
    async userOf(issuer: string, subject: string, verifiedEmail: string | null): Promise<string | null> {
      const rows = await database.global((sql) =>
        sql.query<{ userId: string }>('select user_id from vigil.identity_links where issuer = $1 and subject = $2', [issuer, subject]),
      );
      if (rows[0]) return rows[0].userId;
      if (verifiedEmail === null) return null;
      const known = await accounts.findByName(verifiedEmail);
      const userId = known?.emailVerified ? known.userId : null;
      if (userId !== null) await link(issuer, subject, userId);
      return userId;
    },
  };
}
export type IdentityLinks = ReturnType<typeof createIdentityLinks>;
