import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createDatabase } from '#server/platform/postgres/database.ts';
import type { TickBatch } from '#server/services/ticks-store/index.ts';
import { vitalMetrics } from '../vitals.ts';
import type { Mean, Peer } from './peer.ts';

/** Connections that copy at once. */
const atOnce = 4;

/**
 * A PostgreSQL row for each tick, in the server's own PostgreSQL 18: narrow columns (no tenant, no device, metrics by number), the
 * primary key that keeps a repeated tick out and holds the value too, so that questions need not visit the table.
 */
export async function postgresRows(ownerUrl: string, dataDir: string): Promise<Peer> {
  const database = createDatabase({
    url: ownerUrl,
    size: atOnce,
    // An idle connection ends with the server, whatever ended that; a statement's failure reaches its caller.
    onError: () => {},
  });
  // The database runs as another user when we are root, and reads the batches from here.
  const folder = join(dataDir, 'bench-copy');
  await mkdir(folder, { mode: 0o755 });
  const run = (text: string) => database.global((sql) => sql.query(text));
  await run('create schema bench_peer');
  await run(`create table bench_peer.ticks (user_id uuid not null, metric int2 not null, ts timestamptz not null, source int2 not null,
      value float8 not null, received_at timestamptz not null,
      primary key (user_id, metric, ts, source) include (value))`);
  const named = (rows: { metric: number; at: number; mean: number }[]): Mean[] =>
    rows.map((row) => ({ ...row, metric: vitalMetrics[row.metric] ?? '' }));
  return {
    async store(batches) {
      const left = [...batches.entries()];
      const worker = async () => {
        for (let next = left.shift(); next; next = left.shift()) {
          const path = join(folder, `${next[0]}.copy`);
          await writeFile(path, copyRows(next[1]), { mode: 0o644 });
          await run(`copy bench_peer.ticks from '${path}' with (format binary)`);
          await rm(path);
        }
      };
      await Promise.all(Array.from({ length: atOnce }, worker));
    },
    async settle() {
      await database.global(async (sql) => {
        // VACUUM, which lets questions be answered from the index alone, may not stand in a transaction: it is ended first.
        await sql.query('commit');
        await sql.query('vacuum (analyze) bench_peer.ticks');
      });
    },
    async bytes() {
      const [row] = await database.global((sql) =>
        sql.query<{ bytes: number }>(`select pg_total_relation_size('bench_peer.ticks')::float8 as bytes`),
      );
      return row?.bytes ?? 0;
    },
    async hourlyMeans(userId, metrics, fromMs, toMs) {
      return named(
        await database.global((sql) =>
          sql.query(
            `select metric, extract(epoch from date_trunc('hour', ts, 'UTC'))::float8 as at, avg(value) as mean from bench_peer.ticks
             where user_id = $1 and metric = any($2::int2[]) and ts >= to_timestamp($3) and ts < to_timestamp($4)
             group by metric, date_trunc('hour', ts, 'UTC')`,
            [userId, metrics.map((metric) => vitalMetrics.indexOf(metric)), fromMs / 1000, toMs / 1000],
          ),
        ),
      );
    },
    async dailyMeans() {
      return named(
        await database.global((sql) =>
          sql.query(
            `select metric, extract(epoch from date_trunc('day', ts, 'UTC'))::float8 as at, avg(value) as mean from bench_peer.ticks
             group by metric, date_trunc('day', ts, 'UTC')`,
          ),
        ),
      );
    },
    async close() {
      await run('drop schema bench_peer cascade');
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const headBytes = 19;
const rowBytes = 2 + 4 + 16 + 4 + 2 + 4 + 8 + 4 + 2 + 4 + 8 + 4 + 8;
/** PostgreSQL counts from 2000. */
const epochMs = 946_684_800_000;

/** A batch in the binary format of COPY. */
function copyRows({ userId, series, receivedAtMs }: TickBatch): Buffer {
  const ticks = series.reduce((sum, { values }) => sum + values.length, 0);
  const bytes = Buffer.alloc(headBytes + ticks * rowBytes + 2);
  bytes.write('PGCOPY\n\u00ff\r\n\0', 'latin1');
  const user = Buffer.from(userId.replaceAll('-', ''), 'hex');
  const micros = (ms: number) => BigInt(Math.round(ms - epochMs)) * 1000n;
  const received = micros(receivedAtMs);
  let at = headBytes;
  const length = (size: number) => {
    at = bytes.writeInt32BE(size, at);
  };
  for (const { metric, timestampsMs, values } of series) {
    const number = (vitalMetrics as readonly string[]).indexOf(metric);
    for (let index = 0; index < values.length; index += 1) {
      at = bytes.writeInt16BE(6, at);
      length(16);
      at += user.copy(bytes, at);
      length(2);
      at = bytes.writeInt16BE(number, at);
      length(8);
      at = bytes.writeBigInt64BE(micros(timestampsMs[index] ?? 0), at);
      length(2);
      at = bytes.writeInt16BE(1, at);
      length(8);
      at = bytes.writeDoubleBE(values[index] ?? 0, at);
      length(8);
      at = bytes.writeBigInt64BE(received, at);
    }
  }
  bytes.writeInt16BE(-1, at);
  return bytes;
}
