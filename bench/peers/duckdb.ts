import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { BIGINT, DOUBLE, DuckDBDataChunk, DuckDBInstance, SMALLINT, TINYINT } from '@duckdb/node-api';
import { vitalMetrics } from '../vitals.ts';
import type { Mean, Peer } from './peer.ts';

/** Rows of a chunk, the most that one holds. */
const chunkRows = 2_048;
const columnTypes = [SMALLINT, TINYINT, BIGINT, TINYINT, DOUBLE, BIGINT];

/**
 * DuckDB, written by its appender, a commit for each batch. Members and metrics by number, times as integers, and no key: a tick
 * that is sent twice is stored twice. One process only can have the file open, so it cannot stand behind two servers.
 * `parquet`: once everything has been stored it is written into a Parquet file (Zstandard) in the order of members, metrics and
 * times, and questions are asked of that: the layout that answers them best, and no reading more goes into it.
 */
export async function duckdb(dataDir: string, format: 'file' | 'parquet'): Promise<Peer> {
  const folder = join(dataDir, `bench-duckdb-${format}`);
  await mkdir(folder);
  const path = join(folder, 'ticks.duckdb');
  const parquetPath = join(folder, 'ticks.parquet');
  const ticks = format === 'file' ? 'ticks' : `read_parquet('${parquetPath}')`;
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  await connection.run(
    'create table ticks (member smallint, metric tinyint, ts_ms bigint, source tinyint, value double, received_at_ms bigint)',
  );
  const numbers = new Map<string, number>();
  const numberOf = (userId: string) => {
    const known = numbers.get(userId) ?? numbers.size;
    numbers.set(userId, known);
    return known;
  };
  async function means(sql: string, values: Record<string, number>): Promise<Mean[]> {
    const reader = await connection.runAndReadAll(sql, values);
    return reader
      .getRows()
      .map(([metric, at, mean]) => ({ metric: vitalMetrics[Number(metric)] ?? '', at: Number(at), mean: Number(mean) }));
  }
  return {
    async store(batches) {
      const appender = await connection.createAppender('ticks');
      for (const { userId, series, receivedAtMs } of batches) {
        const member = numberOf(userId);
        const received = BigInt(receivedAtMs);
        for (const { metric, timestampsMs, values } of series) {
          const number = (vitalMetrics as readonly string[]).indexOf(metric);
          for (let from = 0; from < values.length; from += chunkRows) {
            const part = values.subarray(from, from + chunkRows);
            const same = <T>(value: T): T[] => new Array<T>(part.length).fill(value);
            const times = Array.from(timestampsMs.subarray(from, from + chunkRows), BigInt);
            const chunk = DuckDBDataChunk.create(columnTypes);
            chunk.setColumns([same(member), same(number), times, same(1), Array.from(part), same(received)]);
            appender.appendDataChunk(chunk);
          }
        }
        appender.flushSync();
      }
      appender.closeSync();
    },
    async settle() {
      await connection.run('checkpoint');
      if (format === 'file') return;
      await connection.run(
        `copy (from ticks order by member, metric, ts_ms) to '${parquetPath}' (format parquet, compression zstd); set parquet_metadata_cache = true`,
      );
    },
    bytes: async () => (await stat(format === 'file' ? path : parquetPath)).size,
    hourlyMeans: (userId, metrics, fromMs, toMs) =>
      means(
        `select metric, ts_ms // 3600000 * 3600 as moment, avg(value) from ${ticks}
         where member = $member and metric in (${metrics.map((metric) => vitalMetrics.indexOf(metric)).join(', ')})
           and ts_ms >= $fromMs and ts_ms < $toMs group by metric, moment`,
        { member: numberOf(userId), fromMs, toMs },
      ),
    dailyMeans: () => means(`select metric, ts_ms // 86400000 * 86400 as moment, avg(value) from ${ticks} group by metric, moment`, {}),
    async close() {
      connection.closeSync();
      instance.closeSync();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
