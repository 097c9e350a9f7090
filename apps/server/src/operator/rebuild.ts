import { createModules } from '#modules';
import type { Config } from '#platform/config.ts';
import type { Log } from '#platform/log.ts';
import type { Stores } from '#platform/stores.ts';

/** Makes rollups, latest values and syncs of every tenant again from the ticks. */
export async function rebuildAll({ config, log, stores }: { config: Config; log: Log; stores: Stores }): Promise<void> {
  const modules = await createModules({ config, log, stores });
  try {
    for (const { id } of await modules.configurator.tenants()) await modules.ticksWriter.rebuild({ tenantId: id });
  } finally {
    await modules.stop();
  }
}

/**
 * How far the rollups lag behind the ticks: the age of the oldest mark of a server process, against the newest tick
 * received. Zero when everything that was received has been followed up.
 */
export async function rollupLagSeconds(stores: Pick<Stores, 'database' | 'engine'>): Promise<number> {
  const [mark] = await stores.database.global((sql) =>
    sql.query<{ seconds: number | null }>('select extract(epoch from min(followed_up_to))::float8 as seconds from vigil.ticks_follow_up'),
  );
  if (mark?.seconds == null) return 0;
  const [newest] = await stores.engine.query<{ seconds: number }>(
    // Rows about readings that were taken back are dated a century ahead.
    "select toFloat64(max(received_at)) as seconds from vigil.ticks where received_at < toDateTime64('2100-01-01 00:00:00', 3, 'UTC')",
    {},
    { lane: 'report' },
  );
  return Math.max(0, (newest?.seconds ?? 0) - mark.seconds);
}
