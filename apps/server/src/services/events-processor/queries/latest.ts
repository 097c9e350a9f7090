import type { ResponseOf } from '@vigil/contract';
import type { getLatest } from '@vigil/contract/events-processor.contract';
import { bandState } from '@vigil/domain/status/band-state';
import type { Database } from '#platform/postgres/database.ts';
import { prepared } from '#platform/postgres/prepared.ts';

export type Latest = ResponseOf<typeof getLatest>;

interface Row {
  readonly metric: string;
  readonly value: number;
  readonly timestamp: number;
  readonly source: 'device' | 'manual' | 'imported';
}

const latestOfMember = prepared(
  `select l.metric, l.value, extract(epoch from l.ts)::float8 as timestamp, l.source
   from vigil.latest_ticks l where l.tenant_id = $1 and l.user_id = $2 order by l.metric`,
);
const lastSyncOfMember = prepared(
  'select extract(epoch from last_received_at)::float8 as last_sync from vigil.band_syncs where tenant_id = $1 and user_id = $2',
);

/**
 * What was the last value of every metric of a member (or of some), and what was last heard of the band? Unix seconds. A
 * metric that the member never had is absent; without a tick the band's state is unknown.
 */
export async function readLatest(
  database: Database,
  tenantId: string,
  userId: string,
  metrics: readonly string[] | undefined,
): Promise<Latest> {
  return database.tenant(tenantId, async (sql) => {
    const [ticks, [sync]] = await Promise.all([
      sql.query<Row>(latestOfMember, [tenantId, userId]),
      sql.query<{ lastSync: number }>(lastSyncOfMember, [tenantId, userId]),
    ]);
    const latest = new Map(ticks.map(({ metric, ...value }) => [metric, value]));
    const removed = latest.get('band_removed');
    return {
      latest: Object.fromEntries([...latest].filter(([metric]) => metrics === undefined || metrics.includes(metric))),
      band: {
        status: bandState(removed?.value),
        since: removed?.timestamp ?? null,
        lastSync: sync?.lastSync ?? null,
        battery: latest.get('battery')?.value ?? null,
      },
    };
  });
}
