import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/postgres/database.ts';
import { at } from './accounts.ts';
import { sha256 } from './sealing.ts';

/** Whether a sign-in still holds: its grant ends with the session, and when a code or a refresh token is used twice. */
export type GrantHolds = (grantId: string, accountId: string) => Promise<boolean>;

export function createGrants(database: Database, clock: Clock): GrantHolds {
  return async (grantId, accountId) => {
    const rows = await database.global((sql) =>
      sql.query(
        `select 1 from vigil.oidc_records where kind = 'Grant' and id_hash = $1 and account_id = $2 and (expires_at is null or expires_at > ${at(3)})`,
        [sha256(grantId), accountId, clock.now()],
      ),
    );
    return rows.length > 0;
  };
}
