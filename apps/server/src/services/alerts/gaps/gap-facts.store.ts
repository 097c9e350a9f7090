import type { SourceHabit } from '@vigil/domain/gaps/habits';
import type { Seen } from '@vigil/domain/gaps/seen';
import type { MetricId } from '@vigil/domain/metrics/catalogue';
import type { Membership } from '@vigil/domain/status/account-status';
import type { Database } from '#platform/postgres/database.ts';

/** A member who is due, as far as PostgreSQL knows. Times in Unix seconds. */
export interface DueMember extends Membership {
  readonly userId: string;
  readonly timeZone: string | null;
  readonly lastReceivedAt: number | null;
  /** Before this the member was looked at last; null: never. */
  readonly judgedAt: number | null;
  readonly habits: readonly SourceHabit[];
  readonly habitsAt: number | null;
  /** At the last look. */
  readonly seen: Seen;
}

/** The newest reading of a metric. Unix seconds. */
export interface LatestReading {
  readonly userId: string;
  readonly metric: MetricId;
  readonly ts: number;
  readonly value: number;
  readonly isDevice: boolean;
  readonly receivedAt: number;
}

export interface GapFactsStore {
  /** Members of the tenant among these, with what is known of their accounts and syncs. */
  members(tenantId: string, userIds: readonly string[]): Promise<DueMember[]>;
  latest(tenantId: string, userIds: readonly string[]): Promise<LatestReading[]>;
}

const seconds = (column: string, name: string) => `extract(epoch from ${column})::float8 as ${name}`;

export function createGapFactsStore(database: Database): GapFactsStore {
  return {
    members: (tenantId, userIds) =>
      database.tenant(tenantId, (sql) =>
        sql.query<DueMember>(
          `select u.id as user_id, u.time_zone, u.is_in_the_tenant, u.is_on_hold, ${seconds('u.created_at', 'created_at')},
             ${seconds('u.onboarded_at', 'onboarded_at')}, ${seconds('u.first_band_sync_at', 'first_band_sync_at')},
             ${seconds('u.removed_at', 'removed_at')}, ${seconds('u.deactivated_at', 'deactivated_at')},
             ${seconds('s.last_received_at', 'last_received_at')}, ${seconds('c.judged_at', 'judged_at')},
             c.habits, c.seen, ${seconds('c.habits_at', 'habits_at')}
           from vigil.users u
           join vigil.gap_checks c on c.tenant_id = u.tenant_id and c.user_id = u.id
           left join vigil.band_syncs s on s.tenant_id = u.tenant_id and s.user_id = u.id
           where u.tenant_id = $1 and u.id = any($2::uuid[]) and u.roles @> '{patient}'`,
          [tenantId, userIds],
        ),
      ),

    latest: (tenantId, userIds) =>
      database.tenant(tenantId, (sql) =>
        sql.query<LatestReading>(
          `select l.user_id, l.metric, ${seconds('l.ts', 'ts')}, l.value, l.source = 'device' as is_device, ${seconds('l.received_at', 'received_at')}
           from vigil.latest_ticks l where l.tenant_id = $1 and l.user_id = any($2::uuid[])`,
          [tenantId, userIds],
        ),
      ),
  };
}
