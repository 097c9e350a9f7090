import { createHash } from 'node:crypto';
import { zoneOffsets } from '@vigil/domain/timeframe/offsets';
import type { Database } from '#platform/postgres/database.ts';
import type { TicksEngine } from '#platform/ticks/engine.ts';

/**
 * Countries change their clocks, and the tables of zones follow with every release of Node. Days that were counted by another table
 * than this process has are counted again.
 */
export interface ZoneTables {
  /** Before days of a zone are computed: puts on record by which table, where they are the zone's first. */
  note(timeZone: string): Promise<void>;
  /** Counts again what was counted by another table, some members at a time, until `stop`. */
  follow(): Promise<void>;
  stop(): void;
}

export interface ZoneTablesDeps {
  readonly engine: TicksEngine;
  readonly database: Database;
  readonly redoDays: (tenantId: string, userIds: readonly string[]) => Promise<void>;
}

/** Members whose days are counted again together: their hours are held in memory meanwhile. */
const membersAtOnce = 20;
/** Years of which a table is looked at: no reading is older, and rules reach as far as anybody makes them. */
const [firstSeconds, lastSeconds] = [Date.UTC(2000, 0, 1) / 1000, Date.UTC(2037, 11, 31) / 1000];

const digestOf = (timeZone: string) =>
  createHash('sha256')
    .update(JSON.stringify(zoneOffsets(timeZone, firstSeconds, lastSeconds)))
    .digest('hex');

export function createZoneTables({ engine, database, redoDays }: ZoneTablesDeps): ZoneTables {
  const noted = new Set<string>();
  let isStopped = false;
  let reading: Promise<ReadonlySet<string>> | undefined;

  /** Zones of kept days that go by another table, as it was before this process counted any. */
  function overtaken(): Promise<ReadonlySet<string>> {
    reading ??= readOvertaken().catch((error: unknown) => {
      reading = undefined;
      throw error;
    });
    return reading;
  }

  async function readOvertaken(): Promise<ReadonlySet<string>> {
    const [kept, known] = await Promise.all([
      engine.query<{ tz: string }>('select distinct tz from vigil.ticks_day', {}, { lane: 'background' }),
      database.ask<{ timeZone: string; digest: string }>('select time_zone, digest from vigil.ticks_zone_tables'),
    ]);
    const digests = new Map(known.map(({ timeZone, digest }) => [timeZone, digest]));
    return new Set(kept.flatMap(({ tz }) => (digests.get(tz) === digestOf(tz) ? [] : [tz])));
  }

  async function record(timeZone: string, onConflict: string): Promise<void> {
    const statement = `insert into vigil.ticks_zone_tables as known (time_zone, digest) values ($1, $2) on conflict (time_zone) do ${onConflict}`;
    await database.ask(statement, [timeZone, digestOf(timeZone)]);
    noted.add(timeZone);
  }

  async function countAgain(timeZone: string): Promise<void> {
    const tenants = await engine.query<{ tenantId: string; userIds: string[] }>(
      `select tenant_id as tenantId, arraySort(groupUniqArray(user_id)) as userIds from vigil.ticks_day
       where tz = {timeZone:String} group by tenant_id order by tenant_id`,
      { timeZone },
      { lane: 'background' },
    );
    for (const { tenantId, userIds } of tenants)
      for (let start = 0; start < userIds.length && !isStopped; start += membersAtOnce)
        await redoDays(tenantId, userIds.slice(start, start + membersAtOnce));
  }

  return {
    async note(timeZone) {
      if (noted.has(timeZone) || (await overtaken()).has(timeZone)) return;
      await record(timeZone, 'nothing');
    },
    async follow() {
      for (const timeZone of await overtaken()) {
        if (!isStopped) await countAgain(timeZone);
        // What was cut short begins anew with the next start.
        if (!isStopped) await record(timeZone, 'update set digest = excluded.digest where known.digest <> excluded.digest');
      }
    },
    stop() {
      isStopped = true;
    },
  };
}
