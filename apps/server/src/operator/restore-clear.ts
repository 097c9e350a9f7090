import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#platform/config.ts';
import { dataLockName } from '#platform/data-lock.ts';
import type { Log } from '#platform/log.ts';
import { withConnection } from '#platform/postgres/connection.ts';
import { endSurvivors } from '#platform/postgres/survivors.ts';
import { createTicksEngine } from '#platform/ticks/client.ts';
import type { TicksEngine } from '#platform/ticks/engine.ts';
import { restoreMarkName, type UnfinishedRestore } from '#platform/unfinished-restore.ts';

type Target = Pick<Config, 'dataDir' | 'databaseUrl' | 'ticksUrl'>;

const tables = "select name from system.tables where database = 'vigil' and engine not like '%View%'";

/** A restore never overwrites data: servers named by DATABASE_URL and TICKS_URL must not hold any. Nothing is written. */
export async function refuseOccupiedServers({ databaseUrl, ticksUrl }: Target, log: Log): Promise<void> {
  const occupied = (what: string) => new Error(`${what}. Nothing was restored: a restore never overwrites data.`);
  if (databaseUrl) {
    const found = await withConnection(databaseUrl, async (client) => {
      const made = await client.query<{ yes: boolean }>("select to_regclass('vigil.tenants') is not null as yes");
      return made.rows[0]?.yes === true && (await client.query('select 1 from vigil.tenants limit 1')).rows.length > 0;
    });
    if (found) throw occupied('The database named by DATABASE_URL already holds tenants');
  }
  if (ticksUrl) {
    const found = await withEngine(ticksUrl, log, async (engine) => {
      const made = await engine.query<{ name: string }>(`${tables} and name = 'ticks'`);
      return made.length > 0 && (await engine.query('select 1 as one from vigil.ticks limit 1')).length > 0;
    });
    if (found) throw occupied('The ticks store named by TICKS_URL already holds ticks');
  }
}

/**
 * Removes what a restore that was cut short had begun; the mark stays until the caller removes it. The directory was
 * empty, and the servers held no data, when the mark was made, and no server starts beside it: all there is came from it.
 * The caller holds the data directory's lock.
 */
export async function clearRestore({ dataDir, databaseUrl, ticksUrl }: Target, mark: UnfinishedRestore, log: Log): Promise<void> {
  const cluster = join(dataDir, 'postgres');
  if (existsSync(cluster)) await endSurvivors(cluster, log);
  if (ticksUrl && mark.step !== 'files') await withEngine(ticksUrl, log, dropTables);
  // Before the commit there is nothing in the database but empty tables.
  if (databaseUrl && mark.step === 'committing')
    await withConnection(databaseUrl, (client) =>
      client.query('drop schema if exists vigil cascade; drop table if exists public.vigil_migrations'),
    );
  for (const name of await readdir(dataDir))
    if (name !== restoreMarkName && name !== dataLockName)
      await rm(join(dataDir, name), { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}

async function dropTables(engine: TicksEngine): Promise<void> {
  for (const { name } of await engine.query<{ name: string }>(tables)) await engine.command(`drop table if exists vigil.\`${name}\` sync`);
}

async function withEngine<T>(url: string, log: Log, work: (engine: TicksEngine) => Promise<T>): Promise<T> {
  const engine = createTicksEngine({ url, log });
  try {
    return await work(engine);
  } finally {
    await engine.close();
  }
}
