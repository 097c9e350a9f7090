import type { SourceHabit } from '@vigil/domain/gaps/habits';
import type { Seen } from '@vigil/domain/gaps/seen';
import type { MetricId } from '@vigil/domain/metrics/catalogue';
import type { Membership } from '@vigil/domain/status/account-status';
import type { Database } from '#platform/postgres/database.ts';

/** A member who is due, as far as PostgreSQL knows. Times in Unix seconds. */
export interface DueMember extends Membership {
  readonly userId: string;
  readonly timeZone: string | null;
  /** The first sign-in, device or program; null: none yet. */
  readonly startedAt: number | null;
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
  /** Members of the tenant among these, with what is known of their accounts and syncs; not those of a public data set, who wear no band. */
  members(tenantId: string, userIds: readonly string[]): Promise<DueMember[]>;
  latest(tenantId: string, userIds: readonly string[]): Promise<LatestReading[]>;
}

const seconds = (column: string, name = column) => `extract(epoch from ${column})::float8 as ${name}`;

export function createGapFactsStore(database: Database): GapFactsStore {
  return {
    members: (tenantId, userIds) =>
      database.tenant(tenantId, (sql) =>
        sql.query<DueMember>(
          // Each table is gone through once: of a tenant that has just been filled PostgreSQL expects a row or none, and joined
          // directly it went through all accounts of the tenant again for each of the others' rows.
          `with accounts as materialized (
             select id, time_zone, is_in_the_tenant, is_on_hold, ${seconds('created_at')}, ${seconds('onboarded_at')},
               ${seconds('first_band_sync_at')}, ${seconds('removed_at')}, ${seconds('deactivated_at')}
             from vigil.users where tenant_id = $1 and id = any($2::uuid[]) and roles @> '{patient}'
               and data_origin <> 'public-dataset'),
           checks as materialized (
             select user_id, ${seconds('judged_at')}, habits, seen, ${seconds('habits_at')}
             from vigil.gap_checks where tenant_id = $1 and user_id = any($2::uuid[])),
           syncs as materialized (
             select user_id, ${seconds('last_received_at')}
             from vigil.band_syncs where tenant_id = $1 and user_id = any($2::uuid[])),
           given as materialized (
             select user_id, ${seconds('min(at)', 'first_at')} from (
               select user_id, created_at as at from vigil.devices where tenant_id = $1 and user_id = any($2::uuid[]) and revoked_at is null
               union all
               select user_id, started_at from vigil.member_programs where tenant_id = $1 and user_id = any($2::uuid[])
             ) first_of group by user_id)
           select checks.user_id, accounts.*, least(accounts.onboarded_at, given.first_at) as started_at, syncs.last_received_at, checks.judged_at, checks.habits, checks.seen, checks.habits_at
           from accounts join checks on checks.user_id = accounts.id left join syncs on syncs.user_id = accounts.id
             left join given on given.user_id = accounts.id`,
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
