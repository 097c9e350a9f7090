import type { CalendarSubscription } from '@vigil/contract/calendar.contract';
import type { Database } from '#platform/postgres/database.ts';

/** Whose calendar a secret address opens. */
export interface SubscribedCalendar {
  readonly tenantId: string;
  readonly userId: string;
  readonly showTitles: boolean;
  /** Also that of whoever has left. */
  readonly isRevoked: boolean;
}

export interface SubscriptionsStore {
  /** The one that holds; null where there is none. */
  current(tenantId: string, userId: string): Promise<CalendarSubscription | null>;
  /** Makes one, and revokes the one before. */
  replace(tenantId: string, userId: string, secretHash: string, showTitles: boolean): Promise<CalendarSubscription>;
  /** False where there was none. */
  revoke(tenantId: string, userId: string): Promise<boolean>;
  /** By its secret, in whatever tenant; null where nobody ever had it. */
  find(secretHash: string): Promise<SubscribedCalendar | null>;
  noteRead(tenantId: string, secretHash: string): Promise<void>;
}

const columns = 'created_at, show_titles, last_read_at';
const revokeOne = 'update vigil.calendar_subscriptions set revoked_at = now() where tenant_id = $1 and user_id = $2 and revoked_at is null';

export function createSubscriptionsStore(database: Pick<Database, 'tenant' | 'ask'>): SubscriptionsStore {
  return {
    async current(tenantId, userId) {
      const [row] = await database.tenant(tenantId, (sql) =>
        sql.query<CalendarSubscription>(
          `select ${columns} from vigil.calendar_subscriptions where tenant_id = $1 and user_id = $2 and revoked_at is null`,
          [tenantId, userId],
        ),
      );
      return row ?? null;
    },
    replace: (tenantId, userId, secretHash, showTitles) =>
      database.tenant(tenantId, async (sql) => {
        // Two at once: one after the other, so that one address holds.
        await sql.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`calendar subscription of ${tenantId} ${userId}`]);
        await sql.query(revokeOne, [tenantId, userId]);
        const [row] = await sql.query<CalendarSubscription>(
          `insert into vigil.calendar_subscriptions (tenant_id, user_id, secret_hash, show_titles) values ($1, $2, $3, $4) returning ${columns}`,
          [tenantId, userId, secretHash, showTitles],
        );
        if (!row) throw new Error('The subscription was not written');
        return row;
      }),
    async revoke(tenantId, userId) {
      const rows = await database.tenant(tenantId, (sql) => sql.query(`${revokeOne} returning user_id`, [tenantId, userId]));
      return rows.length > 0;
    },
    async find(secretHash) {
      const [row] = await database.ask<SubscribedCalendar>('select * from vigil.calendar_subscription($1)', [secretHash]);
      return row ?? null;
    },
    async noteRead(tenantId, secretHash) {
      await database.tenant(tenantId, (sql) =>
        sql.query('update vigil.calendar_subscriptions set last_read_at = now() where tenant_id = $1 and secret_hash = $2', [
          tenantId,
          secretHash,
        ]),
      );
    },
  };
}
