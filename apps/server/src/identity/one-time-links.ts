import { randomBytes } from 'node:crypto';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/postgres/database.ts';
import { at } from './accounts.ts';
import { sha256 } from './sealing.ts';

export type LinkPurpose = 'reset' | 'magic';

/** Minutes that an e-mailed link is good for. */
export const linkMinutes: Record<LinkPurpose, number> = { reset: 30, magic: 15 };

export interface LinkTarget {
  readonly accountId: string;
  /** Where the link leads, and where they go on afterwards. */
  readonly origin: string;
}

interface Row {
  readonly accountId: string;
  readonly origin: string;
}

/** Links that are e-mailed, expire and work once. Only the SHA-256 of their token is kept. */
export function createOneTimeLinks(database: Database, clock: Clock) {
  const open = `purpose = $2 and used_at is null and expires_at > ${at(3)}`;
  return {
    /** A new token; earlier ones of the same purpose stop working. */
    async issue(purpose: LinkPurpose, target: LinkTarget): Promise<string> {
      const token = randomBytes(32).toString('base64url');
      await database.global(async (sql) => {
        await sql.query('delete from vigil.sign_in_links where account_id = $1 and purpose = $2', [target.accountId, purpose]);
        await sql.query(
          `insert into vigil.sign_in_links (token_sha256, purpose, account_id, origin, expires_at) values ($1, $2, $3, $4, ${at(5)})`,
          [sha256(token), purpose, target.accountId, target.origin, clock.now() + linkMinutes[purpose] * 60_000],
        );
      });
      return token;
    },

    /** What the link is for, without using it up; null when it is unknown, used or too old. */
    async look(purpose: LinkPurpose, token: string): Promise<LinkTarget | null> {
      const rows = await database.global((sql) =>
        sql.query<Row>(`select account_id, origin from vigil.sign_in_links where token_sha256 = $1 and ${open}`, [
          sha256(token),
          purpose,
          clock.now(),
        ]),
      );
      return present(rows[0]);
    },

    /** Every link of an account stops working: whoever could read the mails before may not be the owner. */
    async withdraw(accountId: string): Promise<void> {
      await database.global((sql) => sql.query('delete from vigil.sign_in_links where account_id = $1', [accountId]));
    },

    /** Uses the link up. Of two at once, one gets null. */
    async use(purpose: LinkPurpose, token: string): Promise<LinkTarget | null> {
      const rows = await database.global((sql) =>
        sql.query<Row>(
          `update vigil.sign_in_links set used_at = ${at(3)} where token_sha256 = $1 and ${open} returning account_id, origin`,
          [sha256(token), purpose, clock.now()],
        ),
      );
      return present(rows[0]);
    },
  };
}
export type OneTimeLinks = ReturnType<typeof createOneTimeLinks>;

function present(row: Row | undefined): LinkTarget | null {
  return row ? { accountId: row.accountId, origin: row.origin } : null;
}
